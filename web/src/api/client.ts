/** Calls of the settings API, typed by its routes. Every failure is an `ApiError`. */
import type { AnswerOf, QueryOf, RouteName, SentTo } from '../../../src/settings/routes/index.ts';
import { dropAnswers, takeAnswer, takeArrived } from './preloaded-queries.ts';
import { isServiceResponse } from './response-origin.ts';

export type { AnswerOf, RouteName, SentTo } from '../../../src/settings/routes/index.ts';

/** One wrong field, as the API names it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
  /** The values in the message. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/** An answer that is no success; `status` 0 means that none arrived (`network`, and `network_unanswered` where the service may have done it). */
export class ApiError extends Error {
  readonly status: number;
  readonly error: string;
  readonly issues: readonly Issue[];
  /** Other members of the response (`organisations`, `retry_after`). */
  readonly details: Readonly<Record<string, unknown>>;
  constructor(status: number, data: { error: string; message: string; issues?: readonly Issue[] }) {
    super(data.message);
    this.status = status;
    this.error = data.error;
    this.issues = data.issues ?? [];
    this.details = { ...data };
  }
}

/** `kid` and `session` of `DELETE /users/:kid/sessions/:session`. */
export type ParamsOf<Name extends string> = Name extends `${string}/:${infer Param}/${infer Rest}`
  ? Param | ParamsOf<`/${Rest}`>
  : Name extends `${string}/:${infer Param}`
    ? Param
    : never;

type Query<Name extends RouteName> = { readonly [Key in QueryOf<Name>]?: string | number | null };

/** Parameters of a call: the values of its path, and its query or body. */
type Given<Name extends RouteName> = Readonly<Record<ParamsOf<Name>, string | number>> &
  ([QueryOf<Name>] extends [never] ? unknown : { readonly query?: Query<Name> }) &
  (undefined extends SentTo<Name> ? unknown : { readonly body: SentTo<Name> });

/** A call without parameters may omit them. */
export type Call<Name extends RouteName> =
  Record<string, never> extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>];

const ROOT = '/settings/api';
const CSRF_FAILED = 'csrf_failed';
/** Header that says whose session an answer belongs to. */
const SIGNED_IN = 'x-signed-in';

let csrf = '';
/** Whose session the page has been given: the user of an organisation. */
let account = '';
let signedOut = (): void => {};
let sessionChanged = (): void => {};
/** Codes of a session that has to do something else first. */
const DUTIES = new Set(['password_change_required', 'factor_required']);

type Session = Extract<AnswerOf<'GET /session'>, { signed_in: true }> | { readonly signed_in: false };

const accountOf = (session: Session): string =>
  session.signed_in ? `${session.organisation.org_id}/${session.user.kid}` : account;

/** Whether a session belongs to another user than the page shows, who has signed in in another tab. */
export const isOfOther = (session: Session): boolean => account !== '' && accountOf(session) !== account;

/** Takes the session that the page shows: every changing call carries the value that it names. */
export const setSession = (session: Session): void => {
  csrf = session.signed_in ? session.csrf : '';
  account = accountOf(session);
};

/** What to do when the service does not know the session any more. */
export const onSignedOut = (listener: () => void): void => {
  signedOut = listener;
};

/** What to do when the session is another one by now, or has to do something else first: it says what. */
export const onSessionChange = (listener: () => void): void => {
  sessionChanged = listener;
};

/** The address of a call; empty values of its query are omitted. */
export const addressOf = <Name extends RouteName>(name: Name, ...[given]: Call<Name>): string => {
  const { query = {}, ...params } = { ...given } as { query?: object } & Readonly<Record<string, unknown>>;
  const path = name
    .slice(name.indexOf('/'))
    .replace(/:(\w+)/g, (_, param) => encodeURIComponent(String(params[param])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return `${ROOT}${path}${text ? `?${text}` : ''}`;
};

const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json();
  } catch {
    return null;
  }
};

/** @returns null where it broke off on its way, or is not the service's */
const readAnswer = async (response: Response): Promise<unknown> =>
  isServiceResponse(response) ? await readJson(response) : null;

/** No response of the service: a request that was not sent, or that changes nothing durable, may be repeated. */
const unanswered = (method: string, address: string, message: string, sent = true): ApiError => {
  const uncertain = sent && method !== 'GET' && address !== addressOf('GET /session');
  return new ApiError(0, { error: uncertain ? 'network_unanswered' : 'network', message });
};

/** Statuses of a proxy whose service did not respond. */
const OF_A_PROXY: readonly number[] = [502, 504];

/** Error codes for statuses that a proxy sends by itself; any other response of a proxy is an error. */
const MEANT: Readonly<Record<number, string>> = {
  413: 'payload_too_large',
  429: 'too_many_requests',
  503: 'service_unavailable',
};

/** The error code of a response without one. The service sends no redirect, and no error without a code. */
const codeOf = ({ type, status }: Response): string =>
  MEANT[status] ??
  (type === 'opaqueredirect' || (status >= 400 && status < 500) ? 'answered_between' : 'internal_error');

const errorOf = async (response: Response, method: string, address: string): Promise<ApiError> => {
  const body = (await readJson(response)) as { data?: { error?: string; message?: string } } | null;
  const { status, statusText } = response;
  if (!body?.data?.error && OF_A_PROXY.includes(status)) return unanswered(method, address, statusText);
  return new ApiError(status, { error: codeOf(response), message: statusText, ...body?.data });
};

/** The types of this file are read outside of browsers as well. */
const isOnline = (): boolean => (globalThis as { navigator?: { onLine: boolean } }).navigator?.onLine !== false;

/**
 * The page reports it: input for one organisation must not reach another, and data of one must not be shown in
 * another.
 */
const ofOther = (): ApiError => {
  sessionChanged();
  return new ApiError(409, { error: 'other_account', message: '' });
};

/** @throws ApiError where the response belongs to another user than the page shows */
const ownAnswer = (response: Response): Response => {
  const owner = response.headers.get(SIGNED_IN);
  if (owner !== null && account !== '' && owner !== account) throw ofOther();
  return response;
};

type Headers = Readonly<Record<string, string>>;

const transports = new WeakMap<object, typeof fetch>();

/** A form is sent by another function than `fetch`. */
export const sendBy = (form: FormData, transport: typeof fetch): void => {
  transports.set(form, transport);
};

const fetched = async (
  method: string,
  address: string,
  body?: unknown,
  further: Headers = {},
  signal?: AbortSignal,
): Promise<Response> => {
  const headers: Record<string, string> = { accept: 'application/json', ...further };
  const form = body instanceof FormData;
  if (method !== 'GET') headers['x-csrf-token'] = csrf;
  if (body !== undefined && !form) headers['content-type'] = 'application/json';
  const online = isOnline();
  try {
    return await (transports.get(Object(body)) ?? fetch)(address, {
      method,
      headers,
      credentials: 'same-origin',
      // Followed, a PATCH would be one of the page that it leads to.
      redirect: 'manual',
      body: body === undefined ? null : form ? body : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (cause) {
    throw unanswered(method, address, cause instanceof Error ? cause.message : String(cause), online);
  }
};

type Sent = Parameters<typeof fetched>;

const send = async (...call: Sent): Promise<Response> => ownAnswer(await fetched(...call));

/** Another tab may have signed in again: then the session names another value. */
const renewCsrf = async (): Promise<boolean> => {
  const before = csrf;
  const session = (await readAnswer(await send('GET', addressOf('GET /session')))) as Session | null;
  if (session && isOfOther(session)) throw ofOther();
  csrf = session?.signed_in ? session.csrf : '';
  return csrf !== '' && csrf !== before;
};

/** Whether it says that the session is over: a wrong password is 401 as well, at an address of the settings. */
const isSignedOut = ({ error, status }: ApiError, address: string): boolean =>
  error === 'not_signed_in' || (status === 401 && !address.startsWith(ROOT));

/** Sends a call with the session, a second time where another tab has renewed it. @throws ApiError */
export const request = async (...call: Sent): Promise<Response> => {
  const [method, address] = call;
  let response = await send(...call);
  let error = response.ok ? null : await errorOf(response, method, address);
  if (error?.error === CSRF_FAILED && (await renewCsrf())) {
    response = await send(...call);
    error = response.ok ? null : await errorOf(response, method, address);
  }
  if (error && isSignedOut(error, address)) signedOut();
  if (error && DUTIES.has(error.error)) sessionChanged();
  if (error) throw error;
  return response;
};

/** The content of a response. @throws ApiError where the connection broke */
export const contentOf = async (response: Response, method: string, address: string): Promise<unknown> => {
  const answer = await readAnswer(response);
  if (answer === null) throw unanswered(method, address, response.statusText);
  return answer;
};

/** Makes a call: `api('PATCH /tokens/:id', { id, body: { name } })`. @throws ApiError */
export const api = async <Name extends RouteName>(name: Name, ...given: Call<Name>): Promise<AnswerOf<Name>> => {
  const method = name.slice(0, name.indexOf(' '));
  const address = addressOf(name, ...given);
  const { body = method === 'POST' ? {} : undefined } = { ...given[0] } as { body?: unknown };
  if (method !== 'GET') dropAnswers();
  const ahead = await takeAnswer(address);
  if (ahead !== undefined) return ahead as AnswerOf<Name>;
  return (await contentOf(await request(method, address, body), method, address)) as AnswerOf<Name>;
};

/** A call for a query. A preloaded response is shown with the first render. */
export const callOf = <Name extends RouteName>(name: Name, ...given: Call<Name>) => ({
  queryFn: () => api(name, ...given),
  initialData: () => takeArrived(addressOf(name, ...given)) as AnswerOf<Name> | undefined,
});
