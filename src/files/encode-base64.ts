/** Bytes to base64, piece by piece, so that a large file neither blocks other requests nor becomes one long text. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes that stand in one group of characters. */
const GROUP = 3;
/** Bytes that are encoded at once: 64 Ki characters. */
const PIECE = 48 * 1024;
/** Bytes that are encoded in one turn: some 0.3 ms. */
const TURN = 4 * PIECE;

/** Cuts chunks of any length into pieces of whole groups; only the last one may be shorter. */
async function* pieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % GROUP);
    for (let at = 0; at < whole; at += PIECE) yield bytes.subarray(at, Math.min(at + PIECE, whole));
    rest = bytes.subarray(whole);
  }
  if (rest.length) yield rest;
}

/**
 * Encodes a file as one text, padded, without line breaks.
 * @returns its characters as bytes, in order
 * @throws whatever `chunks` throws
 */
export const encode = async (chunks: AsyncIterable<Buffer>): Promise<Buffer[]> => {
  const encoded: Buffer[] = [];
  let since = 0;
  for await (const piece of pieces(chunks)) {
    encoded.push(Buffer.from(piece.toString('base64'), 'latin1'));
    since += piece.length;
    if (since < TURN) continue;
    await nextTurn();
    since = 0;
  }
  return encoded;
};
