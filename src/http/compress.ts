/**
 * Answers travel compressed where the caller takes that and it wins (rules 8.8): those to calls with a token, which no page can
 * make for another, and those that our own page reads.
 */
import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../operations/call.ts';
import { table } from '../table.ts';
import { encodingFor } from './accept-encoding.ts';

/** Below it, what is saved is less than a packet of the network. */
const LEAST = 1024;
/** Up to here compressing takes some 0.1 ms, less than to have a thread do it. */
const AT_ONCE = 32 * 1024;

/** A way to compress; the levels are those that cost least, and save nine tenths of a list (docs/performance.md). */
interface Encoding {
  whole(bytes: Buffer): Buffer;
  stream(): NodeJS.ReadWriteStream & Readable;
}

const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };
const gzip = { level: 1 };

/** Node.js 22.15 and newer. */
const { zstdCompressSync, createZstdCompress } = zlib as unknown as {
  readonly zstdCompressSync?: (bytes: Buffer) => Buffer;
  readonly createZstdCompress?: () => ReturnType<Encoding['stream']>;
};

const encodings: Readonly<Record<string, Encoding>> = table({
  br: {
    whole: (bytes) => zlib.brotliCompressSync(bytes, brotli),
    stream: () => zlib.createBrotliCompress(brotli),
  },
  ...(zstdCompressSync && createZstdCompress ? { zstd: { whole: zstdCompressSync, stream: createZstdCompress } } : {}),
  gzip: { whole: (bytes) => zlib.gzipSync(bytes, gzip), stream: () => zlib.createGzip(gzip) },
});
const OURS = Object.keys(encodings);

/** Adds to what an answer depends on. */
export const addVary = (reply: FastifyReply, name: string): void => {
  const before = reply.getHeader('vary');
  reply.header('Vary', before === undefined ? name : `${String(before)}, ${name}`);
};

/** Bytes of an answer that lies in memory, of a text about; 0 for what comes piece by piece. */
export const sizeOf = (body: Answer['body']): number => {
  if (typeof body === 'string') return body.length;
  return Array.isArray(body) ? body.reduce((sum: number, piece: Buffer) => sum + piece.length, 0) : 0;
};

/**
 * The body of an answer, as it travels: compressed where that is wanted and wins. Sets the headers that belong to it. A
 * record with its ETag travels as it is: If-Match compares strong validators (RFC 9110), which name bytes, and a caller
 * compares the one of a read with the one of a write.
 */
export const compressed = (
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  body: string | readonly Buffer[],
): string | Buffer | Readable => {
  const isText = typeof body === 'string';
  const size = sizeOf(body);
  const asItIs = size < LEAST || reply.hasHeader('etag');
  if (!asItIs) addVary(reply, 'Accept-Encoding');
  const name = asItIs ? undefined : encodingFor(headers['accept-encoding'], OURS);
  const encoding = name === undefined || (method === 'HEAD' && size > AT_ONCE) ? undefined : encodings[name];
  // A text that travels as it is goes out together with its head: as bytes it would be copied, and a write of its own.
  if (!encoding && isText) return body;
  const pieces = isText ? [Buffer.from(body)] : body;
  if (!encoding) {
    reply.header('Content-Length', size);
    return Readable.from(pieces, { objectMode: false });
  }
  reply.header('Content-Encoding', name);
  if (size > AT_ONCE) return Readable.from(pieces, { objectMode: false }).pipe(encoding.stream());
  const whole = encoding.whole(Buffer.concat(pieces));
  reply.header('Content-Length', whole.length);
  return whole;
};

/** What never changes, in every encoding: made once, as small as it gets. @returns what sends it */
export const compressedOnce = (bytes: Buffer) => {
  const made = new Map<string, Promise<Buffer>>([['identity', Promise.resolve(bytes)]]);
  const make = (name: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const done = (error: Error | null, result: Buffer): void => (error ? reject(error) : resolve(result));
      if (name === 'br') zlib.brotliCompress(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }, done);
      else zlib.gzip(bytes, { level: 9 }, done);
    });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    addVary(reply, 'Accept-Encoding');
    const name = encodingFor(request.headers['accept-encoding'], ['br', 'gzip']) ?? 'identity';
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    if (name !== 'identity') reply.header('Content-Encoding', name);
    return reply.send(await known);
  };
};
