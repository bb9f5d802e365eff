/** Calls of the settings API. Whatever goes wrong arrives as `ApiError`. */

/** One wrong field, as the API names it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** An answer that is no success; `status` 0 means that none arrived (`network`). */
export class ApiError extends Error {
  readonly status: number;
  readonly error: string;
  readonly issues: readonly Issue[];
  /** Whatever else the answer tells (`organisations`, `retry_after`). */
  readonly details: Readonly<Record<string, unknown>>;
  constructor(status: number, data: { error: string; message: string; issues?: readonly Issue[] }) {
    super(data.message);
    this.status = status;
    this.error = data.error;
    this.issues = data.issues ?? [];
    this.details = { ...data };
  }
}

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

const ROOT = '/settings/api';
const CSRF_FAILED = 'csrf_failed';

let csrf = '';
let signedOut = (): void => {};
let hasDuty = (): void => {};
/** Codes of a session that has to do something else first. */
const DUTIES = new Set(['password_change_required', 'factor_required']);

/** The value that the session named; every changing call carries it. */
export const setCsrf = (value: string): void => {
  csrf = value;
};

/** What to do when the service does not know the session any more. */
export const onSignedOut = (listener: () => void): void => {
  signedOut = listener;
};

/** What to do when the session has to do something else first: it says what. */
export const onDuty = (listener: () => void): void => {
  hasDuty = listener;
};

/** `/settings/api<path>?<query>`; what is empty is left out. */
export const addressOf = (path: string, query: Query = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
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

const errorOf = async (response: Response): Promise<ApiError> => {
  const body = (await readJson(response)) as { data?: { error?: string; message?: string } } | null;
  const data = { error: 'internal_error', message: response.statusText, ...body?.data };
  return new ApiError(response.status, data);
};

const send = async (method: string, address: string, body?: unknown): Promise<Response> => {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (method !== 'GET') headers['x-csrf-token'] = csrf;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(address, {
      method,
      headers,
      credentials: 'same-origin',
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch (cause) {
    throw new ApiError(0, { error: 'network', message: cause instanceof Error ? cause.message : String(cause) });
  }
};

/** Another tab may have signed in again: then the session names another value. */
const renewCsrf = async (): Promise<boolean> => {
  const before = csrf;
  const session = (await readJson(await send('GET', addressOf('/session')))) as { csrf?: string } | null;
  csrf = session?.csrf ?? '';
  return csrf !== '' && csrf !== before;
};

const call = async <T>(method: string, path: string, query?: Query, body?: unknown): Promise<T> => {
  const address = addressOf(path, query);
  let response = await send(method, address, body);
  let error = response.ok ? null : await errorOf(response);
  if (error?.error === CSRF_FAILED && (await renewCsrf())) {
    response = await send(method, address, body);
    error = response.ok ? null : await errorOf(response);
  }
  if (error?.error === 'not_signed_in') signedOut();
  if (error && DUTIES.has(error.error)) hasDuty();
  if (error) throw error;
  return (await readJson(response)) as T;
};

export const api = {
  get: <T>(path: string, query?: Query): Promise<T> => call<T>('GET', path, query),
  post: <T>(path: string, body: unknown = {}): Promise<T> => call<T>('POST', path, undefined, body),
  put: <T>(path: string, body: unknown): Promise<T> => call<T>('PUT', path, undefined, body),
  patch: <T>(path: string, body: unknown): Promise<T> => call<T>('PATCH', path, undefined, body),
  delete: <T>(path: string): Promise<T> => call<T>('DELETE', path),
};
