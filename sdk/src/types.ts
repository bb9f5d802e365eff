/** Types that follow from the OpenAPI description: inputs and responses of an address. */
import type { ParamsOption } from 'openapi-fetch';
import type { components, operations, paths } from './generated/schema.ts';

/** Every named schema of the API: `Schemas['Customer']`, `Schemas['CustomerCreate']`, ... */
export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'patch' | 'delete';

/** Addresses that have a method. */
type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never;
}[keyof paths];

/** The description of a method at an address. */
export type Operation<P extends keyof paths, M extends Method> = paths[P][M];

type Responses<O> = O extends { responses: infer R } ? R : never;
type JsonAnswered<O, Status extends number> = Status extends keyof Responses<O>
  ? Responses<O>[Status] extends { content: { 'application/json': infer T } }
    ? T
    : never
  : never;

/** The result of a call: the created record at 201, else the body at 200. */
export type Answer<O> = [JsonAnswered<O, 201>] extends [never] ? JsonAnswered<O, 200> : JsonAnswered<O, 201>;

type JsonBody<O> = O extends { requestBody: { content: { 'application/json': infer T } } } ? T : never;

/** The body of a call with one record; `createMany` sends several. */
export type Body<O> = Exclude<JsonBody<O>, readonly unknown[]>;

/** Addresses whose answer is JSON. */
export type JsonPath<M extends Method> = {
  [P in PathWith<M>]: [Answer<Operation<P, M>>] extends [never] ? never : P;
}[PathWith<M>];

/** Addresses that answer bytes. */
export type DownloadPath = Exclude<PathWith<'get'>, JsonPath<'get'>>;

/** Addresses that list records page by page. */
export type PagePath = {
  [P in JsonPath<'get'>]: Answer<Operation<P, 'get'>> extends { page_size: number; items: readonly unknown[] }
    ? P
    : never;
}[JsonPath<'get'>];

/** One record of a list. */
export type Item<P extends PagePath> = Answer<Operation<P, 'get'>> extends { items: readonly (infer T)[] } ? T : never;

/** Addresses that take up to 100 records in one call. */
export type BatchPath = {
  [P in PathWith<'post'>]: Extract<JsonBody<Operation<P, 'post'>>, readonly unknown[]> extends never ? never : P;
}[PathWith<'post'>];

/** Addresses that take a file. */
export type UploadPath = {
  [P in PathWith<'post'>]: Body<Operation<P, 'post'>> extends { base64?: string } ? P : never;
}[PathWith<'post'>] &
  `${string}documents`;

/** Options of a call in addition to its parameters and its body. */
export interface CallOptions {
  /** Ends the call, its waits for a retry included. */
  readonly signal?: AbortSignal;
  /** Seconds in which an attempt's answer must begin, in place of the client's; 0 for any time. */
  readonly timeout?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Parameters and body of a call. */
export type Init<O> = ParamsOption<O> &
  ([Body<O>] extends [never] ? { body?: never } : { body: Body<O> }) &
  CallOptions;

/** The last argument of a call, left out where nothing is required. */
export type Arguments<T> = object extends T ? [init?: T] : [init: T];

/** Path numbers and query of an address. */
export type PathOf<O> = O extends { parameters: { path: infer T } }
  ? { readonly path: T }
  : { readonly path?: undefined };
export type QueryOf<O> = O extends { parameters: { query?: infer T } }
  ? { readonly query?: T }
  : { readonly query?: undefined };

/** A call's answer. */
export interface Result<T> {
  readonly data: T;
  readonly response: Response;
}

/** Inputs and results of the client's methods, by the name of the call. */
export type Queries<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;
export type Bodies<Id extends keyof operations> = Body<operations[Id]>;
/** Bytes are a response that can be streamed. */
export type Replies<Id extends keyof operations> = [Answer<operations[Id]>] extends [never]
  ? Response
  : Answer<operations[Id]>;
/** One record of a list. */
export type Records<Id extends keyof operations> =
  Answer<operations[Id]> extends { items: readonly (infer T)[] } ? T : never;
