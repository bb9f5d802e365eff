/** Calls of the API of records, with the session of the browser: the addresses of the workspace are its own, behind `/v3`. */
import type { AnswerOf, CallName, FormName, QueryNameOf, SentTo } from '../../../src/model/calls/index.ts';
import { ApiError, contentOf, type ParamsOf, request } from './client.ts';

export type { AnswerOf } from '../../../src/model/calls/index.ts';

/** A record as the API answers it. */
export type Row = Readonly<Record<string, unknown>>;

/** A page of a list. */
export interface Page {
  readonly items: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  readonly fields?: Row;
  readonly select_fields?: Row;
  readonly names?: Names;
  /** The premiums of all pages for a year. */
  readonly per_year?: string | null;
}

/** Names of records that others name, by section and number. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Characters that stay unescaped in a query, so that addresses are readable. */
const READABLE: Readonly<Record<string, string>> = { '%5B': '[', '%5D': ']', '%2C': ',', '%3A': ':' };

const queryText = (params: URLSearchParams): string =>
  params.toString().replaceAll(/%(?:5B|5D|2C|3A)/g, (sign) => READABLE[sign] ?? sign);

/** The address of a call; empty values of its query are omitted. */
const v3Address = (path: string, query: Query | URLSearchParams = {}): string => {
  const params = query instanceof URLSearchParams ? query : new URLSearchParams();
  if (!(query instanceof URLSearchParams)) {
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined && value !== '') params.set(name, String(value));
    }
  }
  const text = queryText(params);
  const mark = path.includes('?') ? '&' : '?';
  return `/v3${path}${text ? `${mark}${text}` : ''}`;
};

/** Reads. @throws ApiError */
export const readV3 = async <Answer = Page>(path: string, query?: Query | URLSearchParams): Promise<Answer> => {
  const address = v3Address(path, query);
  return (await contentOf(await request('GET', address), 'GET', address)) as Answer;
};

/** A record with the version that a change of it names (`If-Match`). */
export interface Versioned {
  readonly record: Row;
  readonly etag: string | null;
}

/** Reads one record. @throws ApiError */
export const readRecord = async (path: string, query?: Query): Promise<Versioned> => {
  const address = v3Address(path, query);
  const response = await request('GET', address);
  return { record: (await contentOf(response, 'GET', address)) as Row, etag: response.headers.get('etag') };
};

/** Whether the right to it is missing. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** Whether a record, or a kind of records, does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
/** The number of the customer that took over the missing one; null where it was not merged. */
export const mergedInto = (error: unknown): number | null =>
  error instanceof ApiError && error.details.merged_into ? Number(error.details.merged_into) : null;
/** Whether the merge of the missing customer can still be undone. */
export const isUnmergeable = (error: unknown): boolean =>
  error instanceof ApiError && Date.parse(String(error.details.unmerge_until)) > Date.now();
/** Sends a change. @throws ApiError */
export const sendV3 = async <Answer = Row>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Answer> => {
  const address = v3Address(path);
  const response = await request(method, address, body ?? (method === 'POST' ? {} : undefined), headers, signal);
  return (response.status === 204 ? {} : await contentOf(response, method, address)) as Answer;
};

/** Parameters of a declared call: the numbers and the name of its path, its query, and its body or form. */
type Given<Name extends CallName> = Readonly<Record<ParamsOf<Name>, string | number>> &
  ([QueryNameOf<Name>] extends [never]
    ? unknown
    : { readonly query?: Partial<Record<QueryNameOf<Name>, Query[string]>> }) &
  (Name extends FormName ? { readonly form: FormData } : unknown) &
  (undefined extends SentTo<Name> ? unknown : { readonly body: SentTo<Name> });

/** Makes a declared call: `call('GET /v3/imports/:id', { id })`. @throws ApiError */
export const call = async <Name extends CallName>(
  name: Name,
  ...[given]: Record<string, never> extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>]
): Promise<AnswerOf<Name>> => {
  const { query, body, form, ...params } = { ...given } as Readonly<Record<string, unknown>>;
  const [method = '', path = ''] = name.split(' ');
  const numbered = path.slice('/v3'.length).replace(/:(\w+)/g, (_, param) => encodeURIComponent(String(params[param])));
  if (method === 'GET') return readV3<AnswerOf<Name>>(numbered, query as Query);
  return sendV3<AnswerOf<Name>>(method as 'POST' | 'PUT' | 'PATCH' | 'DELETE', numbered, form ?? body);
};
