/**
 * Imports the description as Postman does and sends every request of the collection: `collection.js FILE ADDRESS TOKEN`.
 * Prints what each was answered, as JSON.
 */
import { readFile } from 'node:fs/promises';
import newman from 'newman';
import converter from 'openapi-to-postmanv2';

const [file, address, token] = process.argv.slice(2);
const input = { type: 'string', data: await readFile(file, 'utf8') };
const options = { parametersResolution: 'Example' };

const collection = await new Promise((resolve, reject) => {
  converter.convertV2(input, options, (error, { result, reason, output } = {}) =>
    error || !result ? reject(error ?? new Error(reason)) : resolve(output[0].data),
  );
});
collection.auth = { type: 'bearer', bearer: [{ key: 'token', value: token, type: 'string' }] };
collection.variable = [{ key: 'baseUrl', value: address }];

const named = (part) => (part.startsWith(':') ? `{${part.slice(1)}}` : part);
/** Names each request by its template, before the runner fills it in. */
const nameAll = (items) => {
  for (const one of items) {
    if (one.item) nameAll(one.item);
    else one.name = `/${one.request.url.path.map(named).join('/')}`;
  }
};
nameAll(collection.item);

/** Users tick the comparisons they want; all at once are more than one query may have. */
const untick = (items) => {
  for (const one of items) {
    if (one.item) untick(one.item);
    else for (const parameter of one.request.url.query) parameter.disabled ||= parameter.key.includes('[');
  }
};
untick(collection.item);

// A record has several addresses: all are read before it is deleted by one of them.
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'RESTORE'];
const place = ({ name, request }) => ORDER.indexOf(name.endsWith('/restore') ? 'RESTORE' : request.method);
const flat = (items) => items.flatMap((one) => (one.item ? flat(one.item) : [one]));
collection.item = flat(collection.item).sort((a, b) => place(a) - place(b));

const answers = [];
const run = newman.run({ collection });
run.on('request', (error, { item, request, response }) => {
  answers.push({
    method: request.method,
    path: item.name,
    ms: response?.responseTime,
    sent: `${request.url} ${request.body ?? ''}`.slice(0, 600),
    status: response?.code ?? 0,
    text: error ? String(error) : response.stream.toString().slice(0, 600),
  });
});
await new Promise((resolve, reject) => run.on('done', (error) => (error ? reject(error) : resolve())));
process.stdout.write(JSON.stringify(answers));
