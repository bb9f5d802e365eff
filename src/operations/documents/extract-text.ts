/**
 * Text of plain and HTML documents for display. Documents are untrusted: their bytes, the time and the concurrency
 * are bounded (docs/settings-api.md).
 */
import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { fail } from '../../errors/api-error.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { decodeWindows1252 } from './decode-text.ts';
import { HtmlText, MAX_CHARACTERS } from './html-text.ts';

/** Bytes of a document, and milliseconds that an HTML one may take. */
const MOST_BYTES = 20 * 1024 * 1024;
const MOST_MS = 5000;
const PIECE = 64 * 1024;

/** Why a document has no text here. */
type NoText = 'unsupported' | 'too_large' | 'unreadable';

export interface ReadableText {
  /** Null where there is none. */
  readonly text: string | null;
  /** There is more of it. */
  readonly truncated: boolean;
  readonly problem: NoText | null;
}

const without = (problem: NoText): ReadableText => ({ text: null, truncated: false, problem });

/** The character encoding that a page declares at its beginning. */
const encodingOf = (bytes: Buffer): string => {
  const [, named = 'utf-8'] = /charset=["']?([\w-]{1,40})/i.exec(bytes.toString('latin1', 0, 2048)) ?? [];
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
};

/** The text of an HTML document. Yields to other requests after each chunk. */
const textOfHtml = async (bytes: Buffer): Promise<ReadableText> => {
  const decoder = new TextDecoder(encodingOf(bytes));
  const html = new HtmlText();
  const ends = performance.now() + MOST_MS;
  try {
    let goesOn = true;
    for (let at = 0; goesOn && at < bytes.length; at += PIECE) {
      if (performance.now() > ends) return without('too_large');
      goesOn = html.write(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }));
      await nextTurn();
    }
    if (goesOn && html.write(decoder.decode())) html.end();
    return { text: html.text, truncated: html.truncated, problem: null };
  } catch {
    return without('unreadable');
  }
};

/** Texts that are read at once in a process, and how many may wait. */
const inTurn = createSemaphore(2, {
  maxQueueLength: 20,
  refused: () => fail('service_unavailable', { message: 'Too many documents are being read now.' }),
});

const HTML_ENDINGS: Readonly<Record<string, true>> = lookupTable({ html: true, htm: true, xhtml: true });

/** Text without markup, or with markup that is shown as it is. */
const PLAIN_ENDINGS: Readonly<Record<string, true>> = lookupTable({
  txt: true,
  eml: true,
  csv: true,
  md: true,
  json: true,
  xml: true,
});

/** One character more than is shown, to detect that there are more. */
const MOST_DECODED = MAX_CHARACTERS + 1;
/** Bytes of a character in UTF-8; those of four count as two characters. */
const BYTES_OF_CHARACTER = 3;

/** Accepts a byte order mark. An incomplete character at the end is beyond the displayed part. */
const fromUtf8 = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, (1 + MOST_DECODED) * BYTES_OF_CHARACTER), { stream: true });

/**
 * The encoding of plain text is rarely given: text that is not UTF-8 is usually Windows-1252. Only the displayed part
 * is decoded: 20 MiB of such text would block the process for seconds.
 */
const textOfPlain = (bytes: Buffer): ReadableText => {
  const text = isUtf8(bytes) ? fromUtf8(bytes) : decodeWindows1252(bytes.subarray(0, MOST_DECODED));
  const beginning = text.slice(0, MAX_CHARACTERS);
  return { text: beginning.replaceAll(/\r\n?/g, '\n'), truncated: text.length > beginning.length, problem: null };
};

/** A document as it is stored. */
export interface StoredFile {
  readonly extension: string;
  readonly size: number;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * The text of a document of a supported type.
 * @throws errors of opening it; 503 `service_unavailable` beyond the concurrency limit
 */
export const readableText = async ({ extension, size, open }: StoredFile): Promise<ReadableText> => {
  const ending = extension.toLowerCase();
  const plain = PLAIN_ENDINGS[ending] === true;
  if (!plain && !HTML_ENDINGS[ending]) return without('unsupported');
  if (size > MOST_BYTES) return without('too_large');
  return inTurn(async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of await open()) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    return plain ? textOfPlain(bytes) : textOfHtml(bytes);
  });
};
