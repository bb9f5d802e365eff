/** Reads a JSON body: its bounds are checked on the bytes, then it is parsed whole (rules 8.1; docs/decisions/0015). */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFairSemaphore } from '../../concurrency/semaphore.ts';
import { type Code, fail } from '../../errors/api-error.ts';
import { decode, InvalidBase64 } from '../../files/base64.ts';
import type { Spool, SpooledContent } from '../../files/spool.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { overloaded } from '../admission/bulkhead.ts';
import { concat, contentLength, drain, readChunks } from './body-stream.ts';
import { JsonShapeGuard } from './json-limits.ts';
import { spoolUpload } from './spool-upload.ts';

/** Bytes that are checked in one turn of the event loop. */
const SLICE = 1 << 20;
/** Uploads above this length wait in a file, so that memory does not grow with the number of slow senders. */
const IN_MEMORY = 1 << 20;
/** Files of at most this many characters stay a text of the body. */
const SHORT_FILE = 1 << 14;

/** How many large uploads of one organisation wait, and for how long. */
const UPLOAD_QUEUE = { maxQueueLength: 16, ms: 30_000 };
const UPLOADS_BUSY = overloaded('Too many large JSON uploads wait for each other');

/**
 * One large upload at a time is parsed: one of 40 MiB is in memory as bytes, as text and as value. Organisations take turns.
 */
const inUploadTurn = createFairSemaphore(1, 1, { ...UPLOAD_QUEUE, refused: () => UPLOADS_BUSY });

/** Writers of Windows (VBA's ADODB.Stream, PowerShell's files) set this mark before UTF-8; a reader may pass it over (RFC 8259, 8.1). */
const BYTE_ORDER_MARK = '\ufeff';

/** JSON is UTF-8 (RFC 8259); other bytes would be stored as wrong characters. @throws 400 `invalid_json` */
const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw fail('invalid_json');
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
};

/** @throws 413 `payload_too_large`, 400 `invalid_json`, or `ofList` */
const parse = async (load: () => Promise<Buffer>, scan: JsonShapeGuard): Promise<unknown> => {
  const toText = async (): Promise<string | undefined> => {
    const bytes = await load();
    if (!bytes.length) return undefined;
    for (let at = 0; at < bytes.length; at += SLICE) {
      if (at) await nextTurn();
      scan.feed(bytes.subarray(at, at + SLICE));
    }
    if (scan.isOpen) throw fail('invalid_json');
    return textOf(bytes);
  };
  const text = await toText();
  if (text === undefined) return undefined;
  // Decoding and parsing 40 MiB take some 50 ms each: others have a turn in between.
  if (text.length > SLICE) await nextTurn();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw fail('invalid_json', { cause });
  }
};

/** Runs `read`; the rest of a refused body is discarded, so that the connection can be used again. */
const orPassOver = async <T>(stream: IncomingMessage, read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    drain(stream);
    throw error;
  }
};

const readWhole = async (stream: IncomingMessage, limit: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(stream, limit)) chunks.push(chunk);
  return concat(chunks);
};

/** Writes the file of a body to a spool file. */
const spoolFile = async (
  stream: IncomingMessage,
  text: string,
  spool: Spool,
): Promise<SpooledContent | InvalidBase64> => {
  try {
    return await spoolUpload(stream, decode(text), spool);
  } catch (cause) {
    if (cause instanceof InvalidBase64) return cause;
    throw cause;
  }
};

/** How a body is read. */
interface Reading {
  /** Bytes. */
  readonly limit: number;
  /** Members with files: a long one becomes a `SpooledContent`, or `InvalidBase64` if it is not base64. */
  readonly files: readonly string[];
  readonly spool: Spool;
  /** Code for a list that is longer than a batch. */
  readonly ofList: Code;
  /** The organisation whose turn a large upload waits for. */
  readonly orgId: number;
}

/** The value of an upload, its file in a spool file. */
const parseUpload = async (
  stream: IncomingMessage,
  load: () => Promise<Buffer>,
  { files, spool }: Reading,
  scan: JsonShapeGuard,
) => {
  const body = await parse(load, scan);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const values = body as Record<string, unknown>;
  const name = files.find((file) => typeof values[file] === 'string' && values[file].length > SHORT_FILE);
  if (name !== undefined) values[name] = await spoolFile(stream, values[name] as string, spool);
  return values as Values;
};

/**
 * The value of a JSON body; undefined for an empty body.
 * @throws 413 `payload_too_large`, 400 `invalid_json`, 502 `s3_upload_failed` if the disk accepts no file, 503
 * `service_unavailable` if too many large uploads wait
 */
export const readJson = (stream: IncomingMessage, reading: Reading): Promise<unknown> =>
  orPassOver(stream, async () => {
    const { limit, files, spool, ofList, orgId } = reading;
    const announced = contentLength(stream);
    if (!files.length || (announced > 0 && announced <= IN_MEMORY)) {
      const whole = await readWhole(stream, limit);
      const scan = new JsonShapeGuard(ofList);
      return files.length ? parseUpload(stream, async () => whole, reading, scan) : parse(async () => whole, scan);
    }
    const waiting = await spoolUpload(stream, readChunks(stream, limit), spool, limit);
    try {
      const load = () => readFile(waiting.path);
      const scan = new JsonShapeGuard(ofList, Number.POSITIVE_INFINITY);
      return await inUploadTurn(orgId, () => parseUpload(stream, load, reading, scan));
    } finally {
      await waiting.discard();
    }
  });

/**
 * The value of a JSON body without files; undefined for an empty body. @throws 413 `payload_too_large`, 400
 * `invalid_json`
 */
export const readPlainJson = (stream: IncomingMessage, limit: number): Promise<unknown> =>
  orPassOver(stream, async () => {
    const whole = await readWhole(stream, limit);
    return parse(async () => whole, new JsonShapeGuard());
  });
