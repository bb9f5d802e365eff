/**
 * Reads a JSON body. A large text of a member that holds a file is decoded and written aside as it comes: it is never
 * in memory, and nobody else waits while it is looked through.
 */
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { JSON_LIMIT } from '../derive/routes.ts';
import { type Code, fail } from '../errors.ts';
import { decode, NotBase64 } from '../files/decode-base64.ts';
import { type Spool, SpooledContent } from '../files/spool.ts';
import type { Values } from '../model/field-shape.ts';
import { announcedLength, chunksOf, joined, passOver } from './body-chunks.ts';
import { JsonScan } from './json-scan.ts';
import { keepFile } from './keep-file.ts';

/** Bodies up to this length are read whole. */
const LARGE = 1 << 16;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Characters of the longest escape, `\u0041`. */
const ESCAPE = 6;

/** Writers of Windows (VBA's ADODB.Stream, PowerShell's files) set this mark before UTF-8; a reader may pass it over (RFC 8259, 8.1). */
const BYTE_ORDER_MARK = '\ufeff';

/** JSON is UTF-8 (RFC 8259); other bytes would be stored as characters that nobody sent. */
const parse = (bytes: Buffer, text: string = bytes.toString('utf8')): unknown => {
  if (!isUtf8(bytes)) throw fail('invalid_json');
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
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

/** A body as it comes, looked through on its way. */
class SentBody {
  readonly scan: JsonScan;
  readonly chunks: AsyncIterator<Buffer>;
  /** What came so far and is not in a file. */
  readonly #pieces: Buffer[] = [];
  #size = 0;
  readonly #most: number;
  #fileRead = false;

  /** @param most bytes besides a file's */
  constructor(chunks: AsyncIterator<Buffer>, scan: JsonScan, most: number) {
    this.chunks = chunks;
    this.scan = scan;
    this.#most = most;
  }

  /** A file was begun and is to be read by itself. */
  get fileWaits(): boolean {
    return !this.#fileRead && this.scan.fileStart >= 0;
  }

  /** The file was read: what counts now is the rest. */
  fileIsRead(): void {
    this.#fileRead = true;
  }

  /** Takes what comes next; false at the end. @throws 413 `payload_too_large`, 400 `invalid_json` */
  async more(): Promise<boolean> {
    const { done, value } = await this.chunks.next();
    if (done) return false;
    this.scan.look(value);
    this.add(value);
    return true;
  }

  /** Adds what was looked through already. @throws 413 `payload_too_large` */
  add(bytes: Buffer): void {
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    if (this.#size > this.#most && !this.fileWaits) throw fail('payload_too_large');
  }

  /** All that came, which is then no longer held here. */
  take(): Buffer {
    const pieces = this.#pieces.splice(0);
    this.#size = 0;
    return joined(pieces);
  }

  /** What all that came says; undefined where that is nothing. @throws 400 `invalid_json` */
  value(): unknown {
    const all = this.take();
    if (this.scan.isOpen) throw fail('invalid_json');
    return all.length ? parse(all) : undefined;
  }
}

/** A body of which a text is a file, which was begun. */
const readWithFile = async (stream: IncomingMessage, sent: SentBody, files: readonly string[], spool: Spool) => {
  const { scan, chunks } = sent;
  const begun = sent.take();
  const text = new SentText(begun.subarray(scan.fileStart), chunks);
  const within = scan.inFile;
  const file = await keepText(stream, text, spool);
  try {
    const mark = randomUUID();
    const rest = text.rest ?? Buffer.alloc(0);
    if (within) {
      scan.skipToQuote();
      scan.look(rest);
    }
    sent.fileIsRead();
    sent.add(begun.subarray(0, scan.fileStart));
    sent.add(Buffer.from(mark));
    sent.add(rest);
    while (await sent.more());
    const body = sent.value();
    const name = memberWith(body, files, mark);
    if (name) (body as Record<string, unknown>)[name] = file;
    else if (file instanceof SpooledContent) await file.discard();
    return body;
  } catch (error) {
    if (file instanceof SpooledContent) await file.discard();
    throw error;
  }
};

/** Reads a body; what is still to come of one that is refused is passed over, so that the connection can be used again. */
const orPassOver = async <T>(stream: IncomingMessage, { chunks }: SentBody, read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    // A stream that is being iterated does not flow; whoever waits for its next piece lets go when that comes.
    chunks.return?.(undefined).then(
      () => passOver(stream),
      () => passOver(stream),
    );
    throw error;
  }
};

/**
 * What the JSON of a body says; undefined where there is none.
 * @param files members that hold files: a large one is a `SpooledContent`, or `NotBase64` where it is none
 * @param ofList what is said of a list that is longer than a batch and is not read
 * @throws 413 `payload_too_large`, 400 `invalid_json`, 502 `s3_upload_failed` where the disk takes no file
 */
export const readJson = async (
  stream: IncomingMessage,
  limit: number,
  files: readonly string[],
  spool: Spool,
  ofList: Code,
): Promise<unknown> => {
  const announced = announcedLength(stream);
  const mayBeLarge = files.length > 0 && (announced === 0 || announced > LARGE);
  const scan = new JsonScan(mayBeLarge ? files : [], ofList);
  const sent = new SentBody(chunksOf(stream, limit), scan, Math.min(limit, JSON_LIMIT));
  return orPassOver(stream, sent, async () => {
    while (await sent.more()) if (sent.fileWaits) return readWithFile(stream, sent, files, spool);
    return sent.value();
  });
};

/** What a JSON body without files says; undefined where there is none. @throws 413 `payload_too_large`, 400 `invalid_json` */
export const readPlainJson = async (stream: IncomingMessage, limit: number): Promise<unknown> => {
  const sent = new SentBody(chunksOf(stream, limit), new JsonScan(), limit);
  return orPassOver(stream, sent, async () => {
    while (await sent.more());
    return sent.value();
  });
};
