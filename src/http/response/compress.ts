/**
 * Compresses responses if the client accepts it and it makes them smaller (rules 8.8): those to calls with a token,
 * which no other site can send, and those that the own page reads.
 */
import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperationResult } from '../../operations/call/call.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { encodingFor } from './accept-encoding.ts';

/** Below this size compression saves less than a network packet. */
const LEAST = 1024;
/** Up to this size compression takes some 0.1 ms, less than passing it to a thread. */
const AT_ONCE = 32 * 1024;

/** A compression method; the cheapest levels save nine tenths of a list (docs/performance.md). */
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

const encodings: Readonly<Record<string, Encoding>> = lookupTable({
  br: {
    whole: (bytes) => zlib.brotliCompressSync(bytes, brotli),
    stream: () => zlib.createBrotliCompress(brotli),
  },
  ...(zstdCompressSync && createZstdCompress ? { zstd: { whole: zstdCompressSync, stream: createZstdCompress } } : {}),
  gzip: { whole: (bytes) => zlib.gzipSync(bytes, gzip), stream: () => zlib.createGzip(gzip) },
});
const OURS = Object.keys(encodings);

/** Adds a request header to `Vary`. */
export const addVary = (reply: FastifyReply, name: string): void => {
  const before = reply.getHeader('vary');
  reply.header('Vary', before === undefined ? name : `${String(before)}, ${name}`);
};

/** Bytes of a response in memory, approximately for a text; 0 for a stream. */
export const sizeOf = (body: OperationResult['body']): number => {
  if (typeof body === 'string') return body.length;
  return Array.isArray(body) ? body.reduce((sum: number, piece: Buffer) => sum + piece.length, 0) : 0;
};

/**
 * The body of a response, compressed if that is accepted and smaller. Sets its headers. A record with an ETag is
 * never compressed: If-Match compares strong validators (RFC 9110), which identify bytes, and clients compare the one
 * of a read with the one of a write.
 */
export const compressBody = (
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
  // Node.js sends an unencoded text together with the head; as bytes it would be copied and need a write of its own.
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

/** Immutable bytes in every encoding, compressed once at the best level. @returns a function that sends them */
export const compressCached = (bytes: Buffer) => {
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
