/** One HTTP call to a receiver: signed, bounded, without redirects (decisions 7.3, 7.4). */
import { Webhook } from 'standardwebhooks';
import { Agent, type Dispatcher, request } from 'undici';
import { checkedLookup, checkUrl, ForbiddenTarget } from './public-address.ts';

export const TIMEOUT_MS = 15_000;
const MAX_BODY = 64 * 1024;

/** What a receiver is told about. */
export interface Envelope {
  readonly request_id: string;
  readonly event_name: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly timestamp: string;
  /** JSON text. */
  readonly payload: string;
}

/** Where and how. */
export interface Target {
  readonly url: string;
  readonly method: string;
  readonly content_type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The current secret first, then one that was rotated less than a day ago. */
  readonly secrets: readonly string[];
}

/** What came back. */
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

const TYPES: Readonly<Record<string, string>> = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

/** Signature headers by Standard Webhooks, one signature a secret. */
export const signed = (
  envelope: Envelope,
  body: string,
  secrets: readonly string[],
  at: Date,
): Record<string, string> => ({
  'webhook-id': envelope.request_id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(envelope.request_id, at, body)).join(' '),
});

/** All headers of a call. */
export const headersOf = (target: Target, envelope: Envelope, body: string): Record<string, string> => ({
  ...target.headers,
  'content-type': TYPES[target.content_type] ?? 'application/json',
  'user-agent': 'broker-crm-webhooks/1',
  'accept-encoding': 'identity',
  ...signed(envelope, body, target.secrets, new Date()),
});

/** Reads at most 64 KiB and lets go of the rest. */
const readBounded = async (stream: Dispatcher.ResponseData['body']): Promise<{ body: string; truncated: boolean }> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, MAX_BODY - size));
    size += chunk.length;
    if (size > MAX_BODY) {
      stream.destroy();
      return { body: Buffer.concat(chunks).toString('utf8'), truncated: true };
    }
  }
  return { body: Buffer.concat(chunks).toString('utf8'), truncated: false };
};

const errorOf = (error: unknown): { code: string; message: string } => {
  const { name = '', code = '', message = '' } = error as { name?: string; code?: string; message?: string };
  if (error instanceof ForbiddenTarget || code === 'FORBIDDEN_TARGET') return { code: 'FORBIDDEN_TARGET', message };
  if (/Timeout|Abort/i.test(name) || /TIMEOUT/.test(code))
    return { code: 'TIMEOUT', message: `No answer within ${TIMEOUT_MS / 1000} s.` };
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return { code: 'TLS_ERROR', message };
  return { code: 'FETCH_ERROR', message: message || code || name };
};

/** Sends calls; `allows` says which addresses may be reached. */
export const createSender = (allows: (address: string) => boolean) => {
  const agent = new Agent({
    connect: { lookup: checkedLookup(allows), timeout: TIMEOUT_MS },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    pipelining: 1,
  });
  const send = async (target: Target, envelope: Envelope): Promise<Outcome> => {
    const started = performance.now();
    const finish = (rest: Omit<Outcome, 'duration_ms'>): Outcome => ({
      ...rest,
      duration_ms: Math.round(performance.now() - started),
    });
    try {
      const body = bodyOf(envelope, target.content_type);
      const url = checkUrl(target.url, allows);
      const response = await request(url, {
        dispatcher: agent,
        method: target.method as 'POST',
        headers: headersOf(target, envelope, body),
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const read = await readBounded(response.body);
      const headers = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      );
      const ok = response.statusCode >= 200 && response.statusCode < 300;
      const error = ok
        ? null
        : { code: `HTTP_${response.statusCode}`, message: `The receiver answered ${response.statusCode}.` };
      return finish({ status: response.statusCode, headers, ...read, error });
    } catch (error) {
      return finish({ status: null, headers: {}, body: '', truncated: false, error: errorOf(error) });
    }
  };
  return { send, close: () => agent.close() };
};

export type Sender = ReturnType<typeof createSender>;
