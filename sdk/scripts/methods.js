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
 * The calls of the description with their places among the methods: `POST /v3/customers/{kid}/merge` is
 * `customers.merge(kid, body)`. The word is the first of the operationId, the place is what the address names; an address
 * that ends in the word says it once.
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

/** Words and the addresses that have just these; what creates and lists has the address of one record, if there is one. */
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
  return [...table].map(([key, addresses]) => `  ${JSON.stringify(key)}: \`\n${addresses.join('\n')}\`,\n`).join('');
};

const comment = (text) => `/** ${text.replaceAll('*/', '* /')} */\n`;

/** What a call takes behind its numbers; a POST without a body keeps its place, so that options are always the last. */
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
