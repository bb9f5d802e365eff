/** Sends a request again where that is safe and worth it. */
import { BrokerCrmError, retryAfterOf } from './errors.ts';
import type { Form } from './form.ts';
import { KEY_HEADER } from './idempotency.ts';

export type Send = (request: Request) => Promise<Response>;

export interface RetryPlan {
  /** How often a request is sent again. */
  readonly maxRetries: number;
  /** Longest single wait in seconds; where the service asks for more, its answer is final. */
  readonly maxWait: number;
  /** Seconds in which the answer of an attempt must begin; 0 for any time. */
  readonly timeout: number;
}

/** The form of each attempt: the body of a request can be read only once. */
export interface Forms {
  /** @throws the error of reading the content */
  readonly next: () => Promise<Form>;
  /** False if the content can be read only once, so that a failed attempt cannot be repeated. */
  readonly repeatable: boolean;
}

const FIRST_DELAY = 0.25;
const LONGEST_DELAY = 8;
const JITTER = 0.25;

/** Sending it twice does no more than sending it once. */
const isRepeatable = (request: Request): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || request.headers.has(KEY_HEADER);

const backoff = (attempt: number): number => Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);

/** `retry_after` of the body: a page of another origin may not see the header. */
const secondsInBody = async (response: Response): Promise<number | null> => {
  try {
    const body: unknown = await response.clone().json();
    const seconds = (body as { data?: { retry_after?: unknown } } | null)?.data?.retry_after;
    return typeof seconds === 'number' ? seconds : null;
  } catch {
    return null;
  }
};

/** Statuses of a service, or a proxy before it, that may have done something and may do better the next time. */
const FAULTS = [500, 502, 504];

/**
 * Seconds to wait before the request is sent again, null where the response is final. 429, 503 and 409 (a request
 * with the same key still runs) with `Retry-After` changed nothing. Another 503 may be a proxy's, and a 500, 502 or
 * 504 leaves open whether the request took effect, so only a repeatable request is sent again. Too many failed
 * authentications: waiting does not make the token valid.
 */
const waitOf = async (request: Request, response: Response, attempt: number): Promise<number | null> => {
  const { status, headers } = response;
  const asked = retryAfterOf(headers.get('retry-after'));
  if (FAULTS.includes(status)) return isRepeatable(request) ? (asked ?? backoff(attempt)) : null;
  if (status !== 429 && status !== 503 && status !== 409) return null;
  if (headers.get('x-ratelimit-layer') === 'authFail') return null;
  if (status === 409) return request.headers.has(KEY_HEADER) ? asked : null;
  const seconds = asked ?? (await secondsInBody(response));
  if (seconds !== null) return seconds;
  return status === 429 || isRepeatable(request) ? backoff(attempt) : null;
};

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });

const jitter = (): number => Math.random() * JITTER;

/** A copy of a request for one attempt, which ends with this signal alone. */
type Copy = (signal: AbortSignal) => Request;

/** A copy of a request that has no body with one. */
const withForm =
  (request: Request, { type, body }: Form): Copy =>
  (signal) => {
    const headers = new Headers(request.headers);
    headers.set('Content-Type', type);
    // Without `duplex` no stream is accepted.
    const init: RequestInit & { duplex: 'half' } = { headers, body, duplex: 'half', signal };
    return new Request(request, init);
  };

/**
 * Strong references to requests in flight and requests whose responses are still read. Node.js (20 to 24) holds none
 * itself. A signal cannot abort a request that was collected as garbage; it would run on, forever if there is no
 * response.
 */
const inFlight = new Set<Request>();
const answered = new WeakMap<object, readonly Request[]>();

/**
 * Returns a function that makes attempts of one request. Each attempt is aborted by the request's signal, and times
 * out if no response has begun in time; there is no timeout for the rest of the response. Each copy has a signal of
 * its own, because the signal of `Request.clone` is not strongly referenced either.
 */
const attemptsOf = (request: Request, send: Send, seconds: number): ((copy: Copy) => Promise<Response>) => {
  const { signal } = request;
  let current: AbortController | undefined;
  signal.addEventListener('abort', () => current?.abort(signal.reason), { once: true });
  return async (copy) => {
    const attempt = new AbortController();
    current = attempt;
    if (signal.aborted) attempt.abort(signal.reason);
    let isLate = false;
    const giveUp = (): void => {
      isLate = true;
      attempt.abort();
    };
    const timer = seconds ? setTimeout(giveUp, seconds * 1000) : undefined;
    const sent = copy(attempt.signal);
    const both = [request, sent];
    for (const one of both) inFlight.add(one);
    try {
      const response = await send(sent);
      answered.set(response.body ?? response, both);
      return response;
    } catch (cause) {
      if (!isLate || signal.aborted) throw cause;
      throw new BrokerCrmError({ status: 0, code: 'timeout', message: `No answer in ${seconds} seconds.`, cause });
    } finally {
      clearTimeout(timer);
      for (const one of both) inFlight.delete(one);
    }
  };
};

/**
 * `send` with retries. A request's headers, its `Idempotency-Key` among them, are the same at every attempt. `forms`
 * are the bodies of a request that has none; where they are not repeatable, the first answer is final.
 */
export const withRetries = (sender: Send, { maxRetries, maxWait, timeout }: RetryPlan, forms?: Forms): Send => {
  const retries = forms?.repeatable === false ? 0 : maxRetries;
  return async (request) => {
    const send = attemptsOf(request, sender, timeout);
    const once = async (form: Form | undefined): Promise<Response> => {
      try {
        return await send(form ? withForm(request, form) : (signal) => new Request(request.clone(), { signal }));
      } finally {
        form?.close();
      }
    };
    for (let attempt = 0; attempt < retries; attempt += 1) {
      const form = await forms?.next();
      let wait: number | null;
      try {
        const response = await once(form);
        wait = await waitOf(request, response, attempt);
        if (wait === null || wait > maxWait) return response;
        await response.body?.cancel();
      } catch (error) {
        if (request.signal.aborted || !isRepeatable(request)) throw error;
        wait = backoff(attempt);
      }
      await pause(wait + jitter(), request.signal);
    }
    return once(await forms?.next());
  };
};
