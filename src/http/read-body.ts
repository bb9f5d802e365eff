/** Reads a body within its limit: JSON (decisions 3.1), or a form where there is a file to send (docs/decisions/0007). */
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Route } from '../derive/routes.ts';
import { fail } from '../errors.ts';
import type { Spool } from '../files/spool.ts';
import { announcedLength, chunksOf } from './body-chunks.ts';
import { readForm } from './read-form.ts';

/** Texts from this length on stay bytes where an operation reads them as bytes. */
const LARGE = 1 << 16;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Bytes of a body; one of known length is gathered in place. @throws 413 `payload_too_large` as soon as it is known */
const bytesOf = async (stream: IncomingMessage, limit: number): Promise<Buffer> => {
  const announced = announcedLength(stream);
  const whole = announced > LARGE && announced <= limit ? Buffer.allocUnsafeSlow(announced) : null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(stream, limit)) {
    if (whole) chunk.copy(whole, size);
    else chunks.push(chunk);
    size += chunk.length;
  }
  if (whole) return whole.subarray(0, size);
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
};

/** Where the text that begins after a quote ends. */
const endOfText = (bytes: Buffer, start: number): number => {
  for (let at = start; ; at += 1) {
    at = bytes.indexOf(QUOTE, at);
    if (at < 0) return -1;
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
};

/** The first large text without escapes, as the places of its first byte and of the quote behind it. */
const largeText = (bytes: Buffer): readonly [number, number] | null => {
  let at = bytes.indexOf(QUOTE);
  while (at >= 0) {
    const end = endOfText(bytes, at + 1);
    if (end < 0) return null;
    if (end - at > LARGE) return bytes.subarray(at + 1, end).includes(BACKSLASH) ? null : [at + 1, end];
    at = bytes.indexOf(QUOTE, end + 1);
  }
  return null;
};

/**
 * Parses a body whose `asBytes` members are answered as bytes where they are large, so that a file is neither copied
 * nor walked through while everyone else waits.
 */
const parseWith = (bytes: Buffer, asBytes: readonly string[]): unknown => {
  const place = asBytes.length && bytes.length > LARGE ? largeText(bytes) : null;
  if (!place) return JSON.parse(bytes.toString('utf8'));
  const mark = randomUUID();
  const [start, end] = place;
  const body: unknown = JSON.parse(`${bytes.toString('utf8', 0, start)}${mark}${bytes.toString('utf8', end)}`);
  const members = body as Record<string, unknown> | null;
  const name = asBytes.find((one) => members?.[one] === mark);
  if (!members || !name) return JSON.parse(bytes.toString('utf8'));
  members[name] = bytes.subarray(start, end);
  return members;
};

/** @throws 413 `payload_too_large`, 400 `invalid_json` */
const readJson = async (stream: IncomingMessage, limit: number, asBytes: readonly string[]): Promise<unknown> => {
  const bytes = await bytesOf(stream, limit);
  if (!bytes.length) return undefined;
  // JSON is UTF-8 (RFC 8259); other bytes would be stored as characters that nobody sent.
  if (!isUtf8(bytes)) throw fail('invalid_json');
  try {
    return parseWith(bytes, asBytes);
  } catch (cause) {
    throw fail('invalid_json', { cause });
  }
};

/**
 * The body of a route: what its JSON says, with the route's `asBytes` members as bytes where they are large, or a
 * `FormBody`; undefined where there is none.
 * @throws 415 `unsupported_media_type`, 413 `payload_too_large`, 400 `invalid_json`
 */
export const readBody = async (
  stream: IncomingMessage,
  { bodyLimit, asBytes = [] }: Pick<Route, 'bodyLimit' | 'asBytes'>,
  spool: Spool,
): Promise<unknown> => {
  const { 'content-type': sent = '', 'content-encoding': encoding = 'identity' } = stream.headers;
  const type = encoding.toLowerCase() === 'identity' ? sent.split(';', 1)[0]?.trim().toLowerCase() : undefined;
  if (type === 'application/json' || type?.endsWith('+json')) return readJson(stream, bodyLimit, asBytes);
  if (type === 'multipart/form-data' && asBytes.length) return readForm(stream, bodyLimit, spool);
  stream.resume();
  throw fail('unsupported_media_type');
};
