/** Base64 to bytes, piece by piece, so that a large file neither blocks other requests nor lies in memory twice. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that are decoded in one turn, and those of one string: longer ones cost five times as much. */
const PIECE = 1 << 18;
const STRING = 1 << 16;
const DATA_URL = /^data:[^,]{0,200};base64,/i;

/** Base64 text, checked as far as its length tells. */
export interface Base64 {
  readonly text: Buffer;
  /** Bytes it stands for. */
  readonly size: number;
}

/** Base64 text without the head of a data URL; null for what has no content or cannot be base64. */
export const base64Of = (given: string | Uint8Array): Base64 | null => {
  const all =
    typeof given === 'string' ? Buffer.from(given) : Buffer.from(given.buffer, given.byteOffset, given.length);
  const head = DATA_URL.exec(all.toString('latin1', 0, 256))?.[0].length ?? 0;
  const text = all.subarray(head);
  if (!text.length || text.length % 4 !== 0) return null;
  const padding = text.toString('latin1', text.length - 2).replace(/[^=]/g, '').length;
  return { text, size: (text.length / 4) * 3 - padding };
};

let latest: Promise<unknown> = Promise.resolve();

/** Waits until it is our turn: of all files that are decoded at once, one piece a round of the event loop. */
const ourTurn = (): Promise<unknown> => {
  latest = latest.then(() => nextTurn());
  return latest;
};

/** The text is not base64. */
export class NotBase64 extends Error {}

/** Whether the last four characters are what their bytes are written as: other ones would stand for the same bytes. */
const isCanonical = (text: Buffer): boolean => {
  const last = text.toString('latin1', text.length - 4);
  return Buffer.from(last, 'base64').toString('base64') === last;
};

/**
 * Decodes strictly: only the standard alphabet, padded, without line breaks. The text is used up: its bytes are written
 * over it, since fresh memory for each file keeps the garbage collector busier than all that is done with the file.
 * @throws NotBase64
 */
export async function* decode({ text, size }: Base64): AsyncGenerator<Uint8Array> {
  if (!isCanonical(text)) throw new NotBase64();
  let done = 0;
  for (let start = 0; start < text.length; start += PIECE) {
    const end = Math.min(start + PIECE, text.length);
    // Node takes the URL alphabet too; whatever else it does not know it passes over, so that bytes are missing.
    const piece = text.subarray(start, end);
    if (piece.includes('-') || piece.includes('_')) throw new NotBase64();
    const before = done;
    for (let at = start; at < end; at += STRING) {
      done += text.write(text.toString('latin1', at, Math.min(at + STRING, end)), done, 'base64');
    }
    yield text.subarray(before, done);
    if (end < text.length) await ourTurn();
  }
  if (done !== size) throw new NotBase64();
}
