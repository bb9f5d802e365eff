/** The client: openapi-fetch with token, retries, keys and errors that are thrown. */
import createFetchClient, { type Middleware } from 'openapi-fetch';
import { errorOf, jsonOf, networkError } from './errors.ts';
import type { Methods } from './generated/methods.ts';
import { idempotencyKeys } from './idempotency.ts';
import { methodsOf } from './methods.ts';
import type { LooseInit, SendTo } from './request.ts';
import { type Send, withRetries } from './retry.ts';
import type { Answer, Arguments, Init, JsonPath, Operation, Result } from './types.ts';

export interface ClientSettings {
  /** Address of the service without `/v3`, such as `https://crm.example.com`. */
  readonly baseUrl: string;
  /** Token of the organisation, or where to get the current one before each call. */
  readonly token: string | (() => string | Promise<string>);
  /** In place of the global `fetch`. */
  readonly fetch?: Send;
  /** How often a call is sent again at most; 3 by default, 0 for never. */
  readonly maxRetries?: number;
  /** Longest wait before a retry in seconds; 60 by default, which is the budget's window. */
  readonly maxRetryWait?: number;
  /** Seconds in which an attempt's answer must begin; 60 by default, any time for uploads; 0 for any time. */
  readonly timeout?: number;
}

/**
 * A client of one organisation: every call as a method, and by its address. All throw `BrokerCrmError` where they do not
 * succeed.
 */
export interface Client extends Methods {
  /** Reads a record or a list. */
  GET<P extends JsonPath<'get'>>(
    path: P,
    ...init: Arguments<Init<Operation<P, 'get'>>>
  ): Promise<Result<Answer<Operation<P, 'get'>>>>;
  /** Creates one record, or runs the operation of the address (search, merge). */
  POST<P extends JsonPath<'post'>>(
    path: P,
    ...init: Arguments<Init<Operation<P, 'post'>>>
  ): Promise<Result<Answer<Operation<P, 'post'>>>>;
  /** Changes the fields that the body has. */
  PATCH<P extends JsonPath<'patch'>>(
    path: P,
    ...init: Arguments<Init<Operation<P, 'patch'>>>
  ): Promise<Result<Answer<Operation<P, 'patch'>>>>;
  DELETE<P extends JsonPath<'delete'>>(
    path: P,
    ...init: Arguments<Init<Operation<P, 'delete'>>>
  ): Promise<Result<Answer<Operation<P, 'delete'>>>>;
  /** Calls an address that has no type here and answers the response as it is; throws like the others. */
  readonly send: SendTo;
}

/** Any address: the types are those of `Client`. */
type AnyPaths = Record<
  string,
  Record<
    'get' | 'post' | 'put' | 'patch' | 'delete',
    {
      parameters: { query?: object; path?: object };
      requestBody?: { content: { 'application/json': unknown } };
      responses: { 200: { content: { 'application/json': unknown } } };
    }
  >
>;

/** Seconds in which an answer must begin; changes may be waited for 25 (rules 8.5). */
const TIMEOUT = 60;

const bearer = (token: ClientSettings['token']): Middleware => ({
  onRequest: async ({ request }) => {
    request.headers.set('Authorization', `Bearer ${typeof token === 'function' ? await token() : token}`);
    return undefined;
  },
});

const thrownErrors: Middleware = {
  onResponse: async ({ response }) => {
    if (!response.ok) throw await errorOf(response);
    return undefined;
  },
  onError: ({ error, request }) => networkError(error, request),
};

/** Makes a client. Redirects are never followed: a token goes to the base URL only. */
export const createClient = (settings: ClientSettings): Client => {
  const { baseUrl, token, maxRetries = 3, maxRetryWait = 60 } = settings;
  const send = settings.fetch ?? ((request: Request) => globalThis.fetch(request));
  // Lists of names are one parameter each, with commas (`fields`).
  const querySerializer = { array: { style: 'form', explode: false } } as const;
  const api = createFetchClient<AnyPaths>({ baseUrl, redirect: 'manual', querySerializer });
  api.use(bearer(token), idempotencyKeys, thrownErrors);
  const answer = async (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, init: LooseInit = {}) => {
    const { forms, timeout = settings.timeout ?? (forms ? 0 : TIMEOUT), ...plain } = init;
    const fetch = withRetries(send, { maxRetries, maxWait: maxRetryWait, timeout }, forms);
    const { response } = await api.request(method, path, { ...plain, fetch, parseAs: 'stream' });
    return response;
  };
  const call =
    (method: 'get' | 'post' | 'patch' | 'delete') =>
    async (path: string, init?: LooseInit): Promise<Result<unknown>> => {
      const response = await answer(method, path, init);
      return { data: await jsonOf(response), response };
    };
  const sendTo: SendTo = (method, path, init) => answer(method.toLowerCase() as Lowercase<typeof method>, path, init);
  const addressed = {
    GET: call('get'),
    POST: call('post'),
    PATCH: call('patch'),
    DELETE: call('delete'),
    send: sendTo,
  };
  return { ...methodsOf(sendTo), ...addressed } as Client;
};
