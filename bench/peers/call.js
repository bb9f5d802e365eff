/** A call with a body of JSON. */
export const json = (method, path, body) => ({
  method,
  path,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
