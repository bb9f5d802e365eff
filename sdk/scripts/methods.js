// Makes the methods of the client (src/generated/methods.ts) from the OpenAPI description: a table of addresses, which is
// all that they are at run time, and their types.

const HEAD = `/** Methods of the client, made from the API's OpenAPI description by \`npm run types\` in sdk; not written by hand. */
/* eslint-disable */
import type { Bodies, CallOptions, Queries, Records, Replies } from '../types.ts';
`;

/** `contact-persons` -> `contactPersons` */
const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

const isNumber = (segment) => segment.startsWith('{');

/**
 * The calls of the OpenAPI document with their method names: `POST /v3/customers/{kid}/merge` is
 * `customers.merge(kid, body)`. The verb is the first word of the operationId, the object is named by the path; a
 * path that ends in the verb has it once.
 */
const callsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, call]) => call.operationId)
      .map(([method, call]) => {
        const segments = path.replace('/v3/', '').split('/');
        const word = call.operationId.match(/^[a-z]+/)[0];
        const names = segments.filter((segment) => !isNumber(segment)).map(camel);
        const place = names.at(-1) === word ? names.slice(0, -1) : names;
        return { ...call, method, segments, word, place };
      }),
  );

/** Merges addresses that differ only in one segment: `customers|users/{kid}/jobs/{id}`. */
const mergedAt = (addresses, at) => {
  const names = new Map();
  for (const address of addresses) {
    const segments = address.split('/');
    const others = segments.map((segment, i) => (i === at ? '*' : segment)).join('/');
    names.set(others, [...(names.get(others) ?? []), segments[at]]);
  }
  return [...names].map(([others, some]) => others.replace('*', some.join('|')));
};

/** Sets of verbs with the paths that have exactly these; a collection has the path of one record, if there is one. */
const tableOf = (calls) => {
  const words = new Map();
  for (const { segments, word } of calls) {
    const collection = isNumber(segments.at(-1)) ? segments.slice(0, -1).join('/') : segments.join('/');
    const known = words.get(collection) ?? { address: collection, words: [] };
    const address = segments.length > known.address.split('/').length ? segments.join('/') : known.address;
    words.set(collection, { address, words: [...known.words, word] });
  }
  const table = new Map();
  for (const { address, words: some } of words.values()) {
    const key = some.join(' ');
    table.set(key, [...(table.get(key) ?? []), address]);
  }
  return [...table]
    .map(([key, addresses]) => `  ${JSON.stringify(key)}: \`\n${[0, 2, 4].reduce(mergedAt, addresses).join('\n')}\`,\n`)
    .join('');
};

const comment = (text) => `/** ${text.replaceAll('*/', '* /')} */\n`;

/**
 * Parameters of a call after its path numbers; a POST without a body has a placeholder, so that options are always
 * the last.
 */
const inputOf = ({ operationId: id, method, requestBody }) => {
  if (method === 'delete') return [];
  if (method === 'get') return [`query?: Queries<'${id}'>`];
  return [requestBody ? `body${requestBody.required ? '' : '?'}: Bodies<'${id}'>` : 'body?: undefined'];
};

const signature = (call) => {
  const { operationId: id, segments, word, summary, description } = call;
  const numbers = segments.filter(isNumber).map((segment) => `${segment.slice(1, -1)}: number`);
  const takes = [...numbers, ...inputOf(call), 'options?: CallOptions'].join(', ');
  const own = `${comment(`${summary}. ${description}`)}${word}(${takes}): Promise<Replies<'${id}'>>;\n`;
  if (word !== 'list') return own;
  const records = `AsyncGenerator<Records<'${id}'>, void, undefined>`;
  return `${own}${comment(`${summary}, one after the other, page by page.`)}all(${takes}): ${records};\n`;
};

const typeOf = (node) => {
  const places = [...node.places].map(([name, one]) => `readonly ${name}: {\n${typeOf(one)}};\n`);
  return [...node.calls.map(signature), ...places].join('');
};

/**
 * The text of src/generated/methods.ts.
 * @param description the OpenAPI description, parsed
 */
export const methodsText = (description) => {
  const calls = callsOf(description);
  const root = { calls: [], places: new Map() };
  for (const call of calls) {
    const node = call.place.reduce((at, name) => {
      if (!at.places.has(name)) at.places.set(name, { calls: [], places: new Map() });
      return at.places.get(name);
    }, root);
    node.calls.push(call);
  }
  const table = `/** Addresses below \`/v3\`, by what can be done there. */\nexport const ADDRESSES = {\n${tableOf(calls)}};\n`;
  return `${HEAD}\n${table}\n/** Every call as a method: \`customers.addresses.create(kid, body)\`. */\nexport interface Methods {\n${typeOf(root)}}\n`;
};
