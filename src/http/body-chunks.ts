/** The pieces of a request's body as they come, within its limit. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { fail } from '../errors.ts';
import { echo } from '../issues.ts';

/** How long a caller who was refused may go on sending. */
const LINGER_MS = 5000;

/**
 * Passes over what is still to come of a body, or of a connection, that is refused. Closing the connection while a caller
 * still sends would lose the answer, so he may go on until he has seen it; one who has sent all can use it again.
 */
export const passOver = (stream: Readable): void => {
  const late = setTimeout(() => stream.destroy(), LINGER_MS).unref();
  stream.once('close', () => clearTimeout(late)).resume();
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

const tooLarge = (stream: IncomingMessage) => {
  passOver(stream);
  return fail('payload_too_large');
};

/** Bytes that a request announces; 0 where it does not say. */
export const announcedLength = (stream: IncomingMessage): number => Number(stream.headers['content-length'] ?? 0);

const encoded = (stream: IncomingMessage, encoding: string) => {
  passOver(stream);
  return fail('unsupported_media_type', {
    message: `Send the body without Content-Encoding: ${echo(encoding)} is not read.`,
  });
};

/**
 * The body's pieces. Whoever stops early leaves the connection open, so that there can be an answer.
 * @throws 413 `payload_too_large` as soon as it is known, 415 `unsupported_media_type` for a body that is compressed
 */
export async function* chunksOf(stream: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  if (announcedLength(stream) > limit) throw tooLarge(stream);
  const encoding = stream.headers['content-encoding'] || 'identity';
  if (encoding.toLowerCase() !== 'identity') throw encoded(stream, encoding);
  let size = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) break;
    yield chunk;
  }
  // Only now, since a stream that is being iterated does not flow.
  if (size > limit) throw tooLarge(stream);
}
