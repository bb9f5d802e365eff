/**
 * Reads a JSON body. A large text of a member that holds a file is decoded and written aside as it comes: it is never
 * in memory, and nobody else waits while it is looked through.
 */
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { fail } from '../errors.ts';
import { decode, NotBase64 } from '../files/decode-base64.ts';
import { type Spool, SpooledContent } from '../files/spool.ts';
import type { Values } from '../model/field-shape.ts';
import { announcedLength, chunksOf } from './body-chunks.ts';
import { keepFile } from './keep-file.ts';

/** Bodies up to this length are read whole, and texts that have come whole stay texts up to that one. */
const LARGE = 1 << 16;
const LONG = 1 << 14;
/** Bytes from one look for a file to the next: senders may send byte by byte. */
const STEP = 1 << 13;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Characters of the longest escape, `\u0041`. */
const ESCAPE = 6;

/** JSON is UTF-8 (RFC 8259); other bytes would be stored as characters that nobody sent. */
const parse = (bytes: Buffer, text: string = bytes.toString('utf8')): unknown => {
  if (!isUtf8(bytes)) throw fail('invalid_json');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw fail('invalid_json', { cause });
  }
};

/** How many backslashes stand before a place: where it is an odd number, what stands there is escaped. */
const escapesBefore = (bytes: Buffer, at: number): number => {
  let count = 0;
  while (bytes[at - 1 - count] === BACKSLASH) count += 1;
  return count;
};

/** The quote that ends a text, from a place inside it on; -1 where it has not come yet. */
const endOfText = (bytes: Buffer, start: number): number => {
  for (let at = bytes.indexOf(QUOTE, start); at >= 0; at = bytes.indexOf(QUOTE, at + 1))
    if (escapesBefore(bytes, at) % 2 === 0) return at;
  return -1;
};

const memberWith = (body: unknown, names: readonly string[], mark: string): string | undefined =>
  names.find((name) => (body as Values | null)?.[name] === mark);

/** Whether the text that begins at `start` is the value of one of these members of the body itself. */
const isMember = (bytes: Buffer, start: number, names: readonly string[]): boolean => {
  const mark = randomUUID();
  try {
    return memberWith(JSON.parse(`${bytes.toString('utf8', 0, start)}${mark}"}`), names, mark) !== undefined;
  } catch {
    return false;
  }
};

/** Where the file begins among what was read: a text that is long, or has not ended; -1 where there is none yet. */
const startOfFile = (bytes: Buffer, names: readonly string[]): number => {
  for (let at = bytes.indexOf(QUOTE); at >= 0; ) {
    const end = endOfText(bytes, at + 1);
    if ((end < 0 || end - at > LONG) && isMember(bytes, at + 1, names)) return at + 1;
    at = end < 0 ? -1 : bytes.indexOf(QUOTE, end + 1);
  }
  return -1;
};

/** What escapes stand for; many senders write `\/`. */
const unescaped = (bytes: Buffer): Buffer =>
  bytes.includes(BACKSLASH) ? Buffer.from(String(parse(bytes, `"${bytes.toString('utf8')}"`))) : bytes;

/** Where bytes of a text can be cut: not within an escape. */
const cutOf = (bytes: Buffer): number => {
  const last = bytes.lastIndexOf(BACKSLASH);
  const begins = last >= 0 && last > bytes.length - ESCAPE && escapesBefore(bytes, last) % 2 === 0;
  return begins ? last : bytes.length;
};

/** A text that is still being sent. */
class SentText {
  #bytes: Buffer;
  readonly #chunks: AsyncIterator<Buffer>;
  /** What stands behind the text, its quote first, as far as it was read; null until its end has come. */
  rest: Buffer | null = null;

  constructor(begin: Buffer, chunks: AsyncIterator<Buffer>) {
    this.#bytes = begin;
    this.#chunks = chunks;
  }

  /** The next characters, or null at the end. @throws 400 `invalid_json` where the text does not end */
  async #next(): Promise<Buffer | null> {
    while (!this.rest) {
      const bytes = this.#bytes;
      const end = endOfText(bytes, 0);
      if (end >= 0) this.rest = bytes.subarray(end);
      const cut = end < 0 ? cutOf(bytes) : end;
      this.#bytes = bytes.subarray(cut);
      if (cut) return unescaped(bytes.subarray(0, cut));
      if (this.rest) break;
      const { done, value } = await this.#chunks.next();
      if (done) throw fail('invalid_json');
      this.#bytes = this.#bytes.length ? Buffer.concat([this.#bytes, value]) : value;
    }
    return null;
  }

  /** What was not read yet. @throws 400 `invalid_json` where the text does not end */
  async *pieces(): AsyncGenerator<Buffer> {
    for (let piece = await this.#next(); piece; piece = await this.#next()) yield piece;
  }
}

/** Writes a text that is base64 aside; one that is not is passed over. @throws what `keepFile` and the text throw */
const keepText = async (stream: IncomingMessage, text: SentText, spool: Spool): Promise<SpooledContent | NotBase64> => {
  try {
    return await keepFile(stream, decode(text.pieces()), spool);
  } catch (cause) {
    if (!(cause instanceof NotBase64)) throw cause;
    for await (const _piece of text.pieces());
    return cause;
  }
};

/** The bytes of a body, or all that are still to come. */
const gather = async (first: readonly Buffer[], chunks: AsyncIterator<Buffer>): Promise<Buffer> => {
  const all = [...first];
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) all.push(next.value);
  return all.length === 1 ? (all[0] as Buffer) : Buffer.concat(all);
};

/** A body of which a text is a file: `before` ends where that text begins. */
const readWithFile = async (
  stream: IncomingMessage,
  { before, text, chunks, files, spool }: Parts,
): Promise<unknown> => {
  const file = await keepText(stream, text, spool);
  try {
    const mark = randomUUID();
    const body = parse(await gather([before, Buffer.from(mark), text.rest ?? Buffer.alloc(0)], chunks));
    const name = memberWith(body, files, mark);
    if (name) (body as Record<string, unknown>)[name] = file;
    else if (file instanceof SpooledContent) await file.discard();
    return body;
  } catch (error) {
    if (file instanceof SpooledContent) await file.discard();
    throw error;
  }
};

interface Parts {
  readonly before: Buffer;
  readonly text: SentText;
  readonly chunks: AsyncIterator<Buffer>;
  readonly files: readonly string[];
  readonly spool: Spool;
}

/**
 * What the JSON of a body says; undefined where there is none.
 * @param files members that hold files: a large one is a `SpooledContent`, or `NotBase64` where it is none
 * @throws 413 `payload_too_large`, 400 `invalid_json`, 502 `s3_upload_failed` where the disk takes no file
 */
export const readJson = async (
  stream: IncomingMessage,
  limit: number,
  files: readonly string[],
  spool: Spool,
): Promise<unknown> => {
  const chunks = chunksOf(stream, limit);
  const announced = announcedLength(stream);
  const mayBeLarge = files.length > 0 && (announced === 0 || announced > LARGE);
  const pieces: Buffer[] = [];
  // The member is looked for where it usually stands: not behind much else.
  for (let size = 0, next = 0; mayBeLarge && size <= LARGE; ) {
    const { done, value } = await chunks.next();
    if (done) break;
    pieces.push(value);
    size += value.length;
    if (size < next) continue;
    next = size + STEP;
    const bytes = pieces.length === 1 ? value : Buffer.concat(pieces);
    const start = startOfFile(bytes, files);
    if (start < 0) continue;
    const text = new SentText(bytes.subarray(start), chunks);
    return readWithFile(stream, { before: bytes.subarray(0, start), text, chunks, files, spool });
  }
  const all = await gather(pieces, chunks);
  return all.length ? parse(all) : undefined;
};
