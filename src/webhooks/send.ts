/** One HTTP call to a receiver: signed, bounded, without redirects (rules 7.3, 7.4). */
import { Webhook } from 'standardwebhooks';
import type { Agent, Dispatcher } from 'undici';
import { lookupTable } from '../shared/lookup-table.ts';
import { checkedLookup, checkUrl, ForbiddenTarget } from './public-address.ts';

export const TIMEOUT_MS = 15_000;
const MAX_BODY = 64 * 1024;

/** The content of a call. */
export interface Envelope {
  readonly request_id: string;
  readonly event_name: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly timestamp: string;
  /** JSON text. */
  readonly payload: string;
}

/** The receiver of a call. */
export interface Target {
  readonly url: string;
  readonly method: string;
  readonly content_type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The current secret first, then one that was rotated less than a day ago. */
  readonly secrets: readonly string[];
}

/** The result of a call. */
export interface Outcome {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly truncated: boolean;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly duration_ms: number;
}

/** The request's body as it is signed and sent. */
export const bodyOf = (envelope: Envelope, contentType: string): string => {
  if (contentType === 'form') return new URLSearchParams({ ...envelope }).toString();
  const { payload, ...rest } = envelope;
  return `${JSON.stringify(rest).slice(0, -1)},"payload":${payload}}`;
};

const TYPES: Readonly<Record<string, string>> = lookupTable({
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
});

/** Signature headers of Standard Webhooks, with one signature per secret. */
const signed = (envelope: Envelope, body: string, secrets: readonly string[], at: Date): Record<string, string> => ({
  'webhook-id': envelope.request_id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(envelope.request_id, at, body)).join(' '),
});

/** All headers of a call. @param traceparent the trace of the call; a header that the webhook defines wins */
export const headersOf = (
  target: Target,
  envelope: Envelope,
  body: string,
  traceparent?: string,
): Record<string, string> => ({
  ...(traceparent && !Object.keys(target.headers).some((name) => name.toLowerCase() === 'traceparent')
    ? { traceparent }
    : {}),
  ...target.headers,
  'content-type': TYPES[target.content_type] ?? 'application/json',
  'user-agent': 'broker-crm-webhooks/1',
  'accept-encoding': 'identity',
  ...signed(envelope, body, target.secrets, new Date()),
});

/** The stored part of a receiver's response. */
type Response = Pick<Outcome, 'status' | 'headers' | 'body' | 'truncated'>;

class CallTimeoutError extends Error {
  readonly code = 'TIMEOUT';
}

/**
 * Sends one request and reads at most 64 KiB of the response; the rest is dropped with its connection. The response
 * is read without backpressure: undici's parser ends the process if a receiver disconnects during a paused response.
 * @throws Error of the connection or the protocol, and after `TIMEOUT_MS`
 */
const exchange = (agent: Agent, request: Dispatcher.DispatchOptions): Promise<Response> =>
  new Promise((answer, refuse) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let headers: Record<string, string> = {};
    let call: Dispatcher.DispatchController | null = null;
    let over = false;
    const end = (settle: () => void): void => {
      over = true;
      clearTimeout(late);
      settle();
    };
    const answered = (truncated: boolean): void =>
      end(() => answer({ status, headers, body: Buffer.concat(chunks).toString('utf8'), truncated }));
    const giveUp = (error: Error): void => {
      if (!over) end(() => refuse(error));
      call?.abort(error);
    };
    const late = setTimeout(() => giveUp(new CallTimeoutError()), TIMEOUT_MS);
    agent.dispatch(request, {
      onRequestStart: (controller) => {
        call = controller;
        if (over) controller.abort(new CallTimeoutError());
      },
      onResponseStart: (_, statusCode, given) => {
        status = statusCode;
        headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
      },
      onResponseData: (controller, chunk) => {
        // A copy: undici's chunk is part of a larger buffer.
        chunks.push(Buffer.from(chunk.subarray(0, MAX_BODY - size)));
        size += chunk.length;
        if (size <= MAX_BODY) return;
        answered(true);
        controller.abort(new Error('more than is kept'));
      },
      onResponseEnd: () => answered(false),
      onRequestUpgrade: (_controller, _status, _headers, socket) => {
        socket.destroy();
        giveUp(new Error('The receiver wants another protocol.'));
      },
      onResponseError: (_, error) => giveUp(error),
    });
  });

const errorOf = (error: unknown): { code: string; message: string } => {
  const { name = '', code = '', message = '' } = error as { name?: string; code?: string; message?: string };
  if (error instanceof ForbiddenTarget || code === 'FORBIDDEN_TARGET') return { code: 'FORBIDDEN_TARGET', message };
  if (/TIMEOUT/.test(code)) return { code: 'TIMEOUT', message: `No answer within ${TIMEOUT_MS / 1000} s.` };
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return { code: 'TLS_ERROR', message };
  return { code: 'FETCH_ERROR', message: message || code || name };
};

/** undici is large, so it is loaded by the first call. */
const createAgent = async (allows: (address: string) => boolean): Promise<Agent> => {
  const { Agent } = await import('undici');
  return new Agent({
    connect: { lookup: checkedLookup(allows), timeout: TIMEOUT_MS },
    // `exchange` limits the time of the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
  });
};

/** Creates a function that sends calls. @param allows decides whether an address may be connected to */
export const createSender = (allows: (address: string) => boolean) => {
  let made: Promise<Agent> | undefined;
  const send = async (target: Target, envelope: Envelope, traceparent?: string): Promise<Outcome> => {
    made ??= createAgent(allows);
    const agent = await made;
    const started = performance.now();
    const finish = (rest: Omit<Outcome, 'duration_ms'>): Outcome => ({
      ...rest,
      duration_ms: Math.round(performance.now() - started),
    });
    try {
      const body = bodyOf(envelope, target.content_type);
      const url = checkUrl(target.url, allows);
      const response = await exchange(agent, {
        origin: url.origin,
        path: url.pathname + url.search,
        method: target.method as 'POST',
        headers: headersOf(target, envelope, body, traceparent),
        body,
      });
      const { status } = response;
      const ok = status !== null && status >= 200 && status < 300;
      const error = ok ? null : { code: `HTTP_${status}`, message: `The receiver answered ${status}.` };
      return finish({ ...response, error });
    } catch (error) {
      return finish({ status: null, headers: {}, body: '', truncated: false, error: errorOf(error) });
    }
  };
  return { send, close: async () => (await made)?.close() };
};

export type Sender = ReturnType<typeof createSender>;
