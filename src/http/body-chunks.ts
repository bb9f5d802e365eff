/** The pieces of a request's body as they come, within its limit. */
import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type ApiError, type Code, fail } from '../errors.ts';
import { echo } from '../issues.ts';

/** How long a caller who was refused may go on sending. */
const LINGER_MS = 5000;
/** How long his answer may take to him who is read no further. */
const ANSWERED_MS = 300;

/**
 * Pieces of a body that are read however small they are: each costs some microseconds, and its place in memory. Programs that
 * send each word of their JSON by itself have some tens of thousands in a batch.
 */
const MOST_PIECES = 65_536;
/** The same of one that is passed over. */
const MOST_PASSED = 512;
/** Further ones have to have so many bytes, all in all: less than the packets of any network. */
const BYTES_OF_PIECE = 512;
/** From so many pieces on small ones are handed over together: each step of whoever reads them costs as much as a piece. */
const SINGLE_PIECES = 64;
const BYTES_TOGETHER = 4096;

/** Counts the pieces of a body: `1\r\n \r\n` a million times is a megabyte, and a gigabyte of memory. */
class Pieces {
  readonly #most: number;
  #count = 0;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether there are too many, with one more of so many bytes. */
  areTooMany(bytes: number): boolean {
    this.#count += 1;
    this.#bytes += bytes;
    return this.#count > this.#most + this.#bytes / BYTES_OF_PIECE;
  }
}

/**
 * Passes over what is still to come of a body, or of a connection, that is refused. Closing the connection while a caller
 * still sends would lose the answer, so he may go on until he has seen it; one who has sent all can use it again. Of one who
 * sends very many small pieces no more is read.
 */
export const passOver = (stream: Readable): void => {
  const endIn = (ms: number) => setTimeout(() => stream.destroy(), ms).unref();
  let late = endIn(LINGER_MS);
  const pieces = new Pieces(MOST_PASSED);
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
 * An answer that is there at once, and ends when the body was passed over: a connection that closes with it while bytes
 * of the caller wait to be read is reset, and what he was answered is lost on the way.
 */
export async function* beforeBodyEnds(answer: string, stream: IncomingMessage): AsyncGenerator<Buffer> {
  yield Buffer.from(answer);
  if (stream.readableEnded || stream.destroyed) return;
  const ended = new Promise((resolve) => stream.once('end', resolve).once('close', resolve));
  passOver(stream);
  await ended;
}

/** Requests whose callers keep their bodies back until they are asked for them (`Expect: 100-continue`), with what asks. */
const keptBack = new WeakMap<IncomingMessage, ServerResponse>();

/** Notes that a caller keeps his body back: he is asked for it once somebody reads it, and never where he is refused before. */
export const keepBack = (stream: IncomingMessage, response: ServerResponse): void => {
  keptBack.set(stream, response);
};

/** Whether a caller has not been asked for the body that he keeps back: he may send it, or leave it and end the connection. */
export const isKeptBack = (stream: IncomingMessage): boolean => keptBack.has(stream);

/** Asks a caller who keeps his body back to send it. */
const askFor = (stream: IncomingMessage): void => {
  keptBack.get(stream)?.writeContinue();
  keptBack.delete(stream);
};

/** Bytes that a request announces; 0 where it does not say. */
export const announcedLength = (stream: IncomingMessage): number => Number(stream.headers['content-length'] ?? 0);

/** The answer to who sends a body that is not read. */
const refused = (stream: IncomingMessage, code: Code, message?: string): ApiError => {
  passOver(stream);
  return fail(code, { message });
};

/** Pieces as one. */
export const joined = (all: readonly Buffer[]): Buffer => (all.length === 1 ? (all[0] as Buffer) : Buffer.concat(all));

const TOO_MANY_PIECES = `The body comes in too many small chunks: more than ${MOST_PIECES} have to have ${BYTES_OF_PIECE} bytes each, on average. Send larger ones, or its length.`;

/**
 * The body's pieces. Whoever stops early leaves the connection open, so that there can be an answer.
 * @throws 413 `payload_too_large` as soon as it is known, or where the pieces are too small; 415 `unsupported_media_type`
 * for a body that is compressed
 */
export async function* chunksOf(stream: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  if (announcedLength(stream) > limit) throw refused(stream, 'payload_too_large');
  const encoding = stream.headers['content-encoding'] || 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    const message = `Send the body without Content-Encoding: ${echo(encoding)} is not read.`;
    throw refused(stream, 'unsupported_media_type', message);
  }
  askFor(stream);
  let size = 0;
  let tooMany = false;
  const together: Buffer[] = [];
  let bytes = 0;
  const pieces = new Pieces(MOST_PIECES);
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    tooMany = pieces.areTooMany(chunk.length);
    if (size > limit || tooMany) break;
    together.push(chunk);
    bytes += chunk.length;
    if (pieces.count > SINGLE_PIECES && bytes < BYTES_TOGETHER) continue;
    yield joined(together.splice(0));
    bytes = 0;
  }
  // Only now, since a stream that is being iterated does not flow.
  if (size > limit) throw refused(stream, 'payload_too_large');
  if (tooMany) throw refused(stream, 'payload_too_large', TOO_MANY_PIECES);
  if (together.length) yield joined(together);
}
