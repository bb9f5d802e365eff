/** Reads a JSON body within its limit (decisions 3.1). */
import type { IncomingMessage } from 'node:http';
import { fail } from '../errors.ts';

/** Bytes of a body. @throws 413 `payload_too_large` as soon as it is known */
const bytesOf = async (stream: IncomingMessage, limit: number): Promise<Buffer> => {
  if (Number(stream.headers['content-length'] ?? 0) > limit)
    throw fail('payload_too_large', { headers: { Connection: 'close' } });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > limit) throw fail('payload_too_large', { headers: { Connection: 'close' } });
    chunks.push(chunk as Buffer);
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
};

/**
 * The parsed JSON body; undefined where there is none.
 * @throws 415 `unsupported_media_type`, 413 `payload_too_large`, 400 `invalid_json`
 */
export const readJson = async (stream: IncomingMessage, limit: number): Promise<unknown> => {
  const type = (stream.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json' && !type?.endsWith('+json')) {
    stream.resume();
    throw fail('unsupported_media_type');
  }
  const bytes = await bytesOf(stream, limit);
  if (!bytes.length) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch (cause) {
    throw fail('invalid_json', { cause });
  }
};
