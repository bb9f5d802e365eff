/** Every call of the API as a method, made from a table of addresses. */
import { jsonOf } from './errors.ts';
import { ADDRESSES, type Methods } from './generated/methods.ts';
import { everyRecord } from './paginate.ts';
import type { SendTo } from './request.ts';
import type { CallOptions } from './types.ts';

/** Words that are no POST. */
const HTTP = new Map<string, 'GET' | 'PUT' | 'PATCH' | 'DELETE'>([
  ['list', 'GET'],
  ['get', 'GET'],
  ['show', 'GET'],
  ['download', 'GET'],
  ['export', 'GET'],
  ['set', 'PUT'],
  ['update', 'PATCH'],
  ['delete', 'DELETE'],
  ['lift', 'DELETE'],
]);
/** Words whose address is that of the collection and not of one record. */
const OF_COLLECTION = ['list', 'create'];
/** Words that answer bytes. */
const BYTES = ['show', 'download', 'export'];

const NUMBER = /\{(\w+)\}/g;

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

interface Input extends CallOptions {
  readonly params: { readonly path: object; readonly query?: object };
  readonly body?: unknown;
}

/** Maps the arguments of a method to the numbers of its address, query or body, and options. */
const inputOf = (path: string, method: string, given: readonly unknown[]): Input => {
  const names = [...path.matchAll(NUMBER)].map(([, name]) => name ?? '');
  const numbers = Object.fromEntries(names.map((name, i) => [name, given[i]]));
  const [first, second] = given.slice(names.length);
  if (method === 'DELETE') return { ...(first as CallOptions), params: { path: numbers } };
  if (method === 'GET')
    return { ...(second as CallOptions), params: { path: numbers, query: (first as object | undefined) ?? {} } };
  return { ...(second as CallOptions), params: { path: numbers }, ...(first === undefined ? {} : { body: first }) };
};

type Method = (...given: readonly unknown[]) => unknown;

/** The methods of one word at an address: `list` brings `all` along. */
const methodsAt = (send: SendTo, word: string, address: string): Readonly<Record<string, Method>> => {
  const path = `/v3/${OF_COLLECTION.includes(word) ? address.replace(/\/\{\w+\}$/, '') : address}`;
  const method = HTTP.get(word) ?? 'POST';
  const answer = (given: readonly unknown[]): Promise<Response> => send(method, path, inputOf(path, method, given));
  if (BYTES.includes(word)) return { [word]: (...given) => answer(given) };
  const own: Method = async (...given) => jsonOf(await answer(given));
  if (word !== 'list') return { [word]: own };
  const all: Method = (...given) => {
    const { params, ...options } = inputOf(path, method, given);
    return everyRecord(send, path, { ...options, ...params });
  };
  return { list: own, all };
};

/** The addresses of a line, whose segments may have alternatives: `customers|users/{kid}/jobs/{id}`. */
const addressesOf = (line: string): readonly string[] =>
  line
    .split('/')
    .map((segment) => segment.split('|'))
    .reduce((heads, names) => heads.flatMap((head) => names.map((name) => `${head}/${name}`)));

/** Words and names of places, as deep as addresses are. */
interface Place {
  [name: string]: Place | Method;
}

/**
 * `POST /v3/customers/{kid}/addresses` as `customers.addresses.create(kid, body)`: the names of the address, and the word
 * of the call, which an address that ends in it says once (`customers.merge`).
 */
export const methodsOf = (send: SendTo): Methods => {
  const root: Place = {};
  for (const [words, addresses] of Object.entries(ADDRESSES)) {
    for (const address of addresses.trim().split('\n').flatMap(addressesOf)) {
      const names = address.split('/').filter((name) => !name.startsWith('{'));
      for (const word of words.split(' ')) {
        const places = names.at(-1) === word ? names.slice(0, -1) : names;
        const place = places.reduce((at, name) => (at[camel(name)] ??= {}) as Place, root);
        Object.assign(place, methodsAt(send, word, address));
      }
    }
  }
  return root as unknown as Methods;
};
