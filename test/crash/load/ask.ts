/** Repeats a request until the service responds, as a careful client does after a crash. */
import { setTimeout as delay } from 'node:timers/promises';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into
type Json = any;

/** A final answer. */
export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly etag: string | null;
  /** When it was sent first, when last, and when the answer came. */
  readonly start: number;
  readonly sent: number;
  readonly end: number;
  readonly tries: number;
}

/** A request; the body is created for each attempt. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: () => string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that has no answer yet. */
interface Open {
  readonly what: string;
  readonly start: number;
  tries: number;
  last: string;
}

export interface Asker {
  /** Repeats until there is an answer that says what became of it; null where the run ended before. */
  ask(request: Request): Promise<Reply | null>;
  readonly open: ReadonlySet<Open>;
  /** Ends the repeating for good. */
  giveUp(): void;
}

/** Longer than the service lets an equal request wait for the first one's answer. */
const PATIENCE_MS = 12_000;
const AGAIN_MS = 60;

/** Whether the answer says what became of the request, and of each item of a batch: no fault of the service. */
const isFinal = (status: number, body: Json, code: string | undefined): boolean =>
  status < 500 &&
  status !== 429 &&
  code !== 'idempotency_key_in_use' &&
  !body?.failed?.some((item: Json) => item.status >= 500);

/** The error in a word, for diagnosis. */
const wordFor = (error: unknown): string => {
  const { name, cause } = error as { name: string; cause?: { code?: string } };
  return cause?.code ?? name;
};

/** @param strange called with responses that a kill does not explain */
export const createAsker = (address: string, token: string, strange: (what: string) => void): Asker => {
  const open = new Set<Open>();
  const over = new AbortController();
  const once = async ({ method, path, body, headers }: Request) => {
    const sent = body?.();
    const response = await fetch(`${address}${path}`, {
      method,
      body: sent,
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      signal: AbortSignal.any([over.signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    const text = await response.text();
    const parsed: Json = text === '' ? null : JSON.parse(text);
    return { status: response.status, body: parsed, etag: response.headers.get('etag') };
  };
  const ask = async (request: Request): Promise<Reply | null> => {
    const start = performance.now();
    const entry: Open = { what: `${request.method} ${request.path}`, start, tries: 0, last: '' };
    open.add(entry);
    try {
      while (!over.signal.aborted) {
        const sent = performance.now();
        entry.tries += 1;
        try {
          const { status, body, etag } = await once(request);
          const code: string | undefined = body?.data?.error ?? body?.error;
          if (isFinal(status, body, code))
            return { status, body, etag, start, sent, end: performance.now(), tries: entry.tries };
          entry.last = `${status} ${code}`;
          if (status >= 500 && status !== 503) strange(`${entry.what}: ${status} ${JSON.stringify(body)}`);
        } catch (error) {
          entry.last = wordFor(error);
        }
        await delay(AGAIN_MS * (0.5 + Math.random()));
      }
      return null;
    } finally {
      open.delete(entry);
    }
  };
  return { ask, open, giveUp: () => over.abort() };
};
