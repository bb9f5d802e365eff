/** Base64 to bytes, piece by piece, so that a large file neither blocks other requests nor lies in memory twice. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that are decoded in one turn, and those of one string: longer ones cost five times as much. */
const PIECE = 1 << 18;
const STRING = 1 << 16;
/** Characters that stand for three bytes. */
const GROUP = 4;
/** Longer than any head of a data URL. */
const HEAD = 256;
const DATA_URL = /^data:[^,]{0,200};base64,/i;

/** A shorter piece may have no room for the bytes of characters that the piece before it left over. */
const SHORT = 16;

const withoutHead = (text: Buffer): Buffer =>
  text.subarray(DATA_URL.exec(text.toString('latin1', 0, HEAD))?.[0].length ?? 0);

const paddingOf = (group: string): number => group.slice(-2).replace(/[^=]/g, '').length;

/** Blanks and line ends, as MIME puts them between the lines of base64. */
const BLANKS = /[ \t\r\n]+/g;

/** The text without blanks and line ends; itself where it has none. */
export const withoutBlanks = (text: string): string => (/[ \t\r\n]/.test(text) ? text.replace(BLANKS, '') : text);

/** Bytes that a text without blanks stands for, as far as its length tells; null for what has no content or cannot be base64. */
export const sizeOfBase64 = (given: Buffer): number | null => {
  const text = withoutHead(given);
  if (!text.length || text.length % GROUP !== 0) return null;
  return (text.length / GROUP) * 3 - paddingOf(text.toString('latin1', text.length - GROUP));
};

let latest: Promise<unknown> = Promise.resolve();

/** Waits until it is our turn: of all files being decoded, one piece per round of the event loop. */
const ourTurn = (): Promise<unknown> => {
  latest = latest.then(() => nextTurn());
  return latest;
};

/** A text in pieces, one a turn. */
export async function* piecesOf(text: Buffer | string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += PIECE) {
    if (at) await ourTurn();
    const end = at + PIECE;
    yield typeof text === 'string' ? Buffer.from(text.slice(at, end)) : text.subarray(at, end);
  }
}

/** Puts the first pieces together until they hold the head of a data URL, and leaves it out. */
async function* headless(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const piece of pieces) {
    if (!start) {
      yield piece;
      continue;
    }
    start = start.length ? Buffer.concat([start, piece]) : piece;
    if (start.length < HEAD) continue;
    yield withoutHead(start);
    start = null;
  }
  if (start) yield withoutHead(start);
}

/** The text is not base64. */
export class NotBase64 extends Error {}

/** Decodes what comes one after the other. */
const createDecoder = () => {
  /**
   * Characters of a group that is not complete yet, the last complete group, and how many of its bytes the padding took
   * away.
   */
  let begun = '';
  let last = '';
  let short = 0;
  return {
    /** Writes the bytes of some characters. @returns how many @throws NotBase64 */
    write: (characters: string, to: Buffer, at: number): number => {
      // Only the last group may have stood for less than three bytes.
      if (short && characters) throw new NotBase64();
      const text = begun + characters;
      const whole = text.length - (text.length % GROUP);
      begun = text.slice(whole);
      if (!whole) return 0;
      const groups = text.slice(0, whole);
      // Node takes the URL alphabet too; whatever else it does not know it passes over, so that bytes are missing.
      if (groups.includes('-') || groups.includes('_')) throw new NotBase64();
      last = groups.slice(-GROUP);
      const written = to.write(groups, at, 'base64');
      short = (whole / GROUP) * 3 - written;
      return written;
    },
    /** @throws NotBase64 where something is missing at the end, or its last group is not what its bytes are written as */
    end: (): void => {
      const canonical = Buffer.from(last, 'base64').toString('base64') === last;
      if (begun || short !== paddingOf(last) || !canonical) throw new NotBase64();
    },
  };
};

/**
 * Decodes strictly: only the standard alphabet, padded, without line breaks; the head of a data URL is passed over. The
 * text is used up: its bytes are written over it, since fresh memory for each file keeps the garbage collector busier
 * than all that is done with the file.
 * @throws NotBase64, or whatever `pieces` throws
 */
export async function* decode(pieces: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const decoder = createDecoder();
  for await (const piece of headless(pieces)) {
    const bytes = piece.length < SHORT ? Buffer.allocUnsafe(piece.length + GROUP) : piece;
    let done = 0;
    for (let at = 0; at < piece.length; at += STRING) {
      done += decoder.write(piece.toString('latin1', at, at + STRING), bytes, done);
    }
    if (done) yield bytes.subarray(0, done);
  }
  decoder.end();
}
