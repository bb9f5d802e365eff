/** The chunks of a request body, within its limit. */
import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type ApiError, type Code, fail } from '../../errors/api-error.ts';
import { truncateForEcho } from '../../errors/issues.ts';

/** Time for which a refused client may continue to send. */
const LINGER_MS = 5000;
/** Time to send the response to a client whose body is not read any further. */
const ANSWERED_MS = 300;

/**
 * Chunks of a body that are read at any size: each costs some microseconds and memory. Programs that send each token
 * of their JSON separately have tens of thousands in a batch.
 */
const MOST_PIECES = 65_536;
/** The same of one that is passed over. */
const MOST_PASSED = 512;
/** Average bytes that further chunks must have: less than packets of any network. */
const BYTES_OF_PIECE = 512;
/** After this many chunks small ones are combined: each step of the reader costs as much as a chunk. */
const SINGLE_PIECES = 64;
const BYTES_TOGETHER = 4096;

/** Counts the chunks of a body: `1\r\n \r\n` a million times is a megabyte, and a gigabyte of memory. */
class Chunks {
  readonly #most: number;
  #count = 0;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  /** Counts a chunk. @returns whether there are too many small chunks */
  areTooMany(bytes: number): boolean {
    this.#count += 1;
    this.#bytes += bytes;
    return this.#count > this.#most + this.#bytes / BYTES_OF_PIECE;
  }
}

/**
 * Drains the rest of a refused body or connection. Closing the connection while the client still sends would lose the
 * response, so the client may continue until it has read it; after a complete body the connection is usable again. A
 * body of very many small chunks is not read further.
 */
export const drain = (stream: Readable): void => {
  const endIn = (ms: number) => setTimeout(() => stream.destroy(), ms).unref();
  let late = endIn(LINGER_MS);
  const pieces = new Chunks(MOST_PASSED);
  stream.once('close', () => clearTimeout(late));
  stream.on('data', ({ length }: Buffer) => {
    if (stream.isPaused() || !pieces.areTooMany(length)) return;
    stream.pause();
    if (stream instanceof IncomingMessage) stream.socket.pause();
    clearTimeout(late);
    late = endIn(ANSWERED_MS);
  });
};

/**
 * Yields a response at once and ends when the body was drained: if a connection is closed with unread bytes of the
 * client, it is reset and the client loses the response.
 */
export async function* beforeBodyEnds(answer: string, stream: IncomingMessage): AsyncGenerator<Buffer> {
  yield Buffer.from(answer);
  if (stream.readableEnded || stream.destroyed) return;
  const ended = new Promise((resolve) => stream.once('end', resolve).once('close', resolve));
  drain(stream);
  await ended;
}

/** Requests whose clients wait for `100 Continue` (`Expect: 100-continue`), with the response that sends it. */
const keptBack = new WeakMap<IncomingMessage, ServerResponse>();

/** Defers `100 Continue` until the body is read; a request refused before never gets it. */
export const deferContinue = (stream: IncomingMessage, response: ServerResponse): void => {
  keptBack.set(stream, response);
};

/** Whether the client still waits for `100 Continue`: it may send the body, or omit it and end the connection. */
export const awaitsContinue = (stream: IncomingMessage): boolean => keptBack.has(stream);

/** Sends `100 Continue` to a client that waits for it. */
const askFor = (stream: IncomingMessage): void => {
  keptBack.get(stream)?.writeContinue();
  keptBack.delete(stream);
};

/** Bytes that a request announces; 0 where it does not say. */
export const contentLength = (stream: IncomingMessage): number => Number(stream.headers['content-length'] ?? 0);

/** The answer to who sends a body that is not read. */
const refused = (stream: IncomingMessage, code: Code, message?: string): ApiError => {
  drain(stream);
  return fail(code, { message });
};

/** Chunks joined to one buffer. */
export const concat = (all: readonly Buffer[]): Buffer => (all.length === 1 ? (all[0] as Buffer) : Buffer.concat(all));

const TOO_MANY_PIECES = `The body comes in too many small chunks: more than ${MOST_PIECES} have to have ${BYTES_OF_PIECE} bytes each, on average. Send larger ones, or its length.`;

/**
 * The chunks of a body. Stopping early leaves the connection open for the response.
 * @throws 413 `payload_too_large` as soon as it is known, or where the chunks are too small; 415
 * `unsupported_media_type` for a compressed body
 */
export async function* readChunks(stream: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  if (contentLength(stream) > limit) throw refused(stream, 'payload_too_large');
  const encoding = stream.headers['content-encoding'] || 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    const message = `Send the body without Content-Encoding: ${truncateForEcho(encoding)} is not read.`;
    throw refused(stream, 'unsupported_media_type', message);
  }
  askFor(stream);
  let size = 0;
  let tooMany = false;
  const together: Buffer[] = [];
  let bytes = 0;
  const pieces = new Chunks(MOST_PIECES);
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    tooMany = pieces.areTooMany(chunk.length);
    if (size > limit || tooMany) break;
    together.push(chunk);
    bytes += chunk.length;
    if (pieces.count > SINGLE_PIECES && bytes < BYTES_TOGETHER) continue;
    yield concat(together.splice(0));
    bytes = 0;
  }
  // Only now, since a stream that is being iterated does not flow.
  if (size > limit) throw refused(stream, 'payload_too_large');
  if (tooMany) throw refused(stream, 'payload_too_large', TOO_MANY_PIECES);
  if (together.length) yield concat(together);
}
