/** Every failure of a call is one class with a machine code. */
import type { Schemas } from './types.ts';

/** Machine codes of the API. */
export type ErrorCode = Schemas['ErrorCode'];

/** Codes that the client gives where the API answered nothing of its own. */
export type ClientErrorCode =
  /** The request did not get an answer. */
  | 'network_error'
  /** The answer did not begin within the seconds of `timeout`. */
  | 'timeout'
  /** The address answers with a redirect; a token is never sent on. */
  | 'redirect_refused'
  /** The record is still the version that `If-None-Match` named. */
  | 'not_modified'
  /** An answer that is not the API's, such as a proxy's error page. */
  | 'unknown_answer';

/** One finding of a validation. */
export type Issue = Schemas['Issue'];

/** Members that some errors have in addition to code and message. */
export interface ErrorDetails {
  readonly required_scope?: string;
  readonly provided_scope?: readonly string[];
  readonly forbidden_indices?: readonly string[];
  readonly hint?: string;
  readonly [name: string]: unknown;
}

interface Facts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly Issue[];
  readonly requestId?: string | null;
  readonly retryAfter?: number | null;
  readonly details?: ErrorDetails;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** A call that failed. */
export class BrokerCrmError extends Error {
  override readonly name = 'BrokerCrmError';
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Machine code. Newer versions of the API may have further ones. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** Findings of a validation, every wrong field. */
  readonly issues: readonly Issue[];
  /** Identifies the request in the service's log. */
  readonly requestId: string | null;
  /** Seconds to wait, at 429 and 503. */
  readonly retryAfter: number | null;
  readonly details: ErrorDetails;
  /** The answer's body. */
  readonly body: unknown;

  constructor(facts: Facts) {
    super(facts.message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.issues = facts.issues ?? [];
    this.requestId = facts.requestId ?? null;
    this.retryAfter = facts.retryAfter ?? null;
    this.details = facts.details ?? {};
    this.body = facts.body;
  }
}

/** Whether something thrown is an error of the API, with one of these machine codes where any are named. */
export const isError = <C extends ErrorCode | ClientErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is BrokerCrmError & { readonly code: C } =>
  error instanceof BrokerCrmError && (codes.length === 0 || (codes as readonly string[]).includes(error.code));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const SECONDS = /^\d+$/;

/** Seconds from a `Retry-After` header, which is a number or a date. */
export const retryAfterOf = (header: string | null): number | null => {
  if (header === null) return null;
  if (SECONDS.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
};

const withoutAnswer = (response: Response): Pick<Facts, 'code' | 'message'> | null => {
  if (
    response.type === 'opaqueredirect' ||
    (response.status >= 301 && response.status <= 308 && response.status !== 304)
  )
    return { code: 'redirect_refused', message: 'The base URL answers with a redirect; use the address it leads to.' };
  if (response.status === 304) return { code: 'not_modified', message: 'The record has not changed.' };
  return null;
};

/** The text of an answer. @throws BrokerCrmError `network_error` where it breaks off */
const textOf = async (response: Response): Promise<string> => {
  try {
    return await response.text();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const facts = { status: response.status, requestId: response.headers.get('x-request-id') };
    throw new BrokerCrmError({ ...facts, code: 'network_error', message: 'The answer broke off.', cause });
  }
};

/**
 * The error for an unsuccessful response.
 * @throws BrokerCrmError `network_error` if the response breaks off
 */
export const errorOf = async (response: Response): Promise<BrokerCrmError> => {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id');
  const other = withoutAnswer(response);
  if (other) return new BrokerCrmError({ status, requestId, ...other });
  const body = parsed(await textOf(response));
  const data = isObject(body) && isObject(body.data) ? body.data : body;
  if (!isObject(data) || typeof data.error !== 'string') {
    return new BrokerCrmError({ status, requestId, code: 'unknown_answer', message: `HTTP status ${status}.`, body });
  }
  const { error: code, message, issues, retry_after: seconds, ...details } = data;
  return new BrokerCrmError({
    status,
    code,
    message: typeof message === 'string' ? message : code,
    issues: Array.isArray(issues) ? (issues as Issue[]) : [],
    requestId,
    retryAfter: retryAfterOf(headers.get('retry-after')) ?? (typeof seconds === 'number' ? seconds : null),
    details,
    body,
  });
};

/**
 * The JSON of an answer.
 * @throws BrokerCrmError `unknown_answer` where it is something else, `network_error` where it breaks off
 */
export const jsonOf = async (response: Response): Promise<unknown> => {
  const { status, headers } = response;
  const text = await textOf(response);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = 'The answer is not JSON; the base URL may lead to another service.';
    const requestId = headers.get('x-request-id');
    throw new BrokerCrmError({ status, requestId, code: 'unknown_answer', message, body: text, cause });
  }
};

/** The error of a request without a response. An abort error is returned unchanged. */
export const networkError = (error: unknown, request: Request): Error => {
  if (error instanceof BrokerCrmError) return error;
  if (request.signal.aborted && error instanceof Error) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new BrokerCrmError({ status: 0, code: 'network_error', message: `No answer: ${why}`, cause: error });
};
