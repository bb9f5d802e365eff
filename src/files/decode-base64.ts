/** Base64 to bytes, piece by piece, so that a large file neither blocks other requests nor lies in memory twice. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that are decoded at once; a multiple of four. */
const PIECE = 1 << 18;
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

/**
 * Decodes strictly: only the standard alphabet, padded, without line breaks.
 * @throws NotBase64
 */
export async function* decode({ text, size }: Base64): AsyncGenerator<Uint8Array> {
  let done = 0;
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.toString('latin1', at, at + PIECE);
    const bytes = Buffer.from(piece, 'base64');
    done += bytes.length;
    // Node skips what it does not know and takes the URL alphabet too, so what it prints must be what was given.
    if (bytes.toString('base64') !== piece) throw new NotBase64();
    yield bytes;
    if (at + PIECE < text.length) await ourTurn();
  }
  if (done !== size) throw new NotBase64();
}
