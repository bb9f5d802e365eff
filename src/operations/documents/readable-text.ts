/**
 * The text of plain, HTML and Office documents, to be read beside what is done with them. A document comes from anybody:
 * its bytes, what it unpacks to, the time and how many are read at once are bounded (docs/settings-api.md).
 */
import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { fail } from '../../errors.ts';
import { table } from '../../table.ts';
import { inTurns } from '../../within.ts';
import { decodeWindows1252 } from './decode-text.ts';
import { MarkedUp, MOST_CHARACTERS, type Shape, type SharedText, Written } from './marked-up-text.ts';
import { HTML, OFFICE, type OfficeKind, SHARED_TEXTS } from './text-shapes.ts';

/** Bytes of a document, of all its parts that are unpacked, and how many parts it may name. */
const MOST_BYTES = 20 * 1024 * 1024;
const MOST_UNPACKED = 32 * 1024 * 1024;
const MOST_PARTS = 5000;
const MOST_MS = 5000;
const PIECE = 64 * 1024;
/** Texts that sheets name, in characters. */
const MOST_SHARED = 2_000_000;

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

class TooLarge extends Error {}

/** What one document may still cost. */
class Allowance {
  #unpacked = 0;
  readonly #ends = performance.now() + MOST_MS;

  /** @throws TooLarge */
  take(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > MOST_UNPACKED || performance.now() > this.#ends) throw new TooLarge();
  }
}

/** Reads pieces until they end, or there is no use for more. Others have their turn after each of them. */
const readPieces = async (
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  marked: MarkedUp,
  allowance: Allowance,
  encoding = 'utf-8',
): Promise<void> => {
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) {
    allowance.take(piece.length);
    if (!marked.take(decoder.decode(piece, { stream: true }))) return;
    await nextTurn();
  }
  if (marked.take(decoder.decode())) marked.end();
};

/** Which characters the bytes of a page stand for, as it says itself at its beginning. */
const encodingOf = (bytes: Buffer): string => {
  const [, named = 'utf-8'] = /charset=["']?([\w-]{1,40})/i.exec(bytes.toString('latin1', 0, 2048)) ?? [];
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
};

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

const textOfHtml = async (bytes: Buffer, written: Written): Promise<void> =>
  readPieces(cut(bytes), new MarkedUp(HTML, written), new Allowance(), encodingOf(bytes));

/** One part of an archive, unpacked as it is read: yauzl ends it where it has more bytes than it says. */
const readPart = async (
  zip: ZipFile,
  entry: Entry,
  allowance: Allowance,
  [shape, written, sharedText]: readonly [Shape, Pick<Written, 'add'>, SharedText?],
): Promise<void> => {
  const stream = await zip.openReadStreamPromise(entry);
  try {
    await readPieces(stream, new MarkedUp(shape, written, sharedText), allowance);
  } finally {
    stream.destroy();
  }
};

/** The parts that have text, by their numbers. @throws TooLarge where they would be too large unpacked */
const partsOf = async (zip: ZipFile, { parts, shared }: OfficeKind): Promise<Entry[]> => {
  if (zip.entryCount > MOST_PARTS) throw new TooLarge();
  const found: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (parts.test(entry.fileName) || entry.fileName === shared) found.push(entry);
  }
  if (found.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MOST_UNPACKED) throw new TooLarge();
  const numberOf = ({ fileName }: Entry): number => Number(/\d+/.exec(fileName)?.[0] ?? 0);
  return found.sort((one, other) => numberOf(one) - numberOf(other));
};

/** Texts that sheets name by number, one a line. */
const sharedTexts = async (zip: ZipFile, entry: Entry | undefined, allowance: Allowance): Promise<SharedText> => {
  const parts: string[] = [];
  let length = 0;
  const add = (text: string): void => {
    length += text.length;
    if (length > MOST_SHARED) throw new TooLarge();
    // A line break of the text would end it.
    parts.push(text === '\n' ? text : text.replaceAll('\n', ' '));
  };
  if (entry) await readPart(zip, entry, allowance, [SHARED_TEXTS, { add }]);
  const lines = parts.join('').split('\n');
  return (index) => lines[index];
};

const textOfOffice = async (bytes: Buffer, kind: OfficeKind, written: Written): Promise<void> => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  try {
    const allowance = new Allowance();
    const parts = await partsOf(zip, kind);
    if (!parts.length) throw new Error('The file has no part with text.');
    const byName = parts.find(({ fileName }) => fileName === kind.shared);
    const sharedText = kind.shared ? await sharedTexts(zip, byName, allowance) : undefined;
    for (const part of parts.filter((one) => one !== byName)) {
      await readPart(zip, part, allowance, [kind.shape, written, sharedText]);
      if (written.truncated) return;
    }
  } finally {
    zip.close();
  }
};

/** Texts that are read at once in a process, and how many may wait. */
const inTurn = inTurns(2, {
  mostWaiting: 20,
  refused: () => fail('service_unavailable', { message: 'Too many documents are being read now.' }),
});

const HTML_ENDINGS: Readonly<Record<string, true>> = table({ html: true, htm: true, xhtml: true });

/** Text without markup, or with markup that is shown as it is. */
const PLAIN_ENDINGS: Readonly<Record<string, true>> = table({ txt: true, csv: true, md: true, json: true, xml: true });

/** One more character than is shown tells that there is more. */
const MOST_DECODED = MOST_CHARACTERS + 1;
/** Bytes of a character in UTF-8; those of four count as two characters. */
const BYTES_OF_CHARACTER = 3;

/** A mark of the byte order may come first. What ends within a character ends behind all that is shown. */
const fromUtf8 = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, (1 + MOST_DECODED) * BYTES_OF_CHARACTER), { stream: true });

/**
 * Plain text seldom says which characters its bytes stand for: what is no UTF-8 mostly comes from Windows. No more is
 * decoded than is shown: 20 MiB of letters that Windows has elsewhere would keep everybody waiting for seconds.
 */
const textOfPlain = (bytes: Buffer): ReadableText => {
  const text = isUtf8(bytes) ? fromUtf8(bytes) : decodeWindows1252(bytes.subarray(0, MOST_DECODED));
  const beginning = text.slice(0, MOST_CHARACTERS);
  return { text: beginning.replaceAll(/\r\n?/g, '\n'), truncated: text.length > beginning.length, problem: null };
};

/** A document as it is stored. */
export interface StoredFile {
  readonly extension: string;
  readonly size: number;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * The text of a document, as far as its kind has one here.
 * @throws what opening it throws; 503 `service_unavailable` where too many are read
 */
export const readableText = async ({ extension, size, open }: StoredFile): Promise<ReadableText> => {
  const ending = extension.toLowerCase();
  const office = OFFICE[ending];
  const plain = PLAIN_ENDINGS[ending] === true;
  if (!office && !plain && !HTML_ENDINGS[ending]) return without('unsupported');
  if (size > MOST_BYTES) return without('too_large');
  return inTurn(async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of await open()) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    if (plain) return textOfPlain(bytes);
    const written = new Written();
    try {
      await (office ? textOfOffice(bytes, office, written) : textOfHtml(bytes, written));
      return { text: written.text, truncated: written.truncated, problem: null };
    } catch (error) {
      return without(error instanceof TooLarge ? 'too_large' : 'unreadable');
    }
  });
};
