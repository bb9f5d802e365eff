/** Base64 of files. Long texts are processed in slices, one per turn of the event loop, so that other requests do not wait. */
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that are decoded at once, and bytes that are encoded at once: less than a millisecond of work. */
const [DECODED, ENCODED] = [1 << 18, 3 << 16];
/** Characters that stand for three bytes. */
const GROUP = 4;
const DATA_URL = /^data:[^,]{0,200};base64,/i;
/** Blanks and line ends, as MIME puts them between the lines of base64. */
const BLANKS = /[ \t\r\n]+/g;

/** The text is not base64. */
export class InvalidBase64 extends Error {}

/** Node.js skips unknown characters and reads the URL alphabet too, so that the bytes are encoded again and compared. */
const decodeGroups = (groups: string): Buffer => {
  const bytes = Buffer.from(groups, 'base64');
  if (bytes.toString('base64') !== groups) throw new InvalidBase64();
  return bytes;
};

/**
 * Decodes a short text strictly: the standard alphabet, padded. Skips the head of a data URL, blanks and line ends.
 * @throws InvalidBase64
 */
export const decodeShort = (text: string): Buffer => decodeGroups(text.replace(DATA_URL, '').replace(BLANKS, ''));

/** Decodes a text of any length like `decodeShort`. @throws InvalidBase64 */
export async function* decode(text: string): AsyncGenerator<Buffer> {
  const start = DATA_URL.exec(text)?.[0].length ?? 0;
  let rest = '';
  let isPadded = false;
  for (let at = start; at < text.length; at += DECODED) {
    if (at > start) await nextTurn();
    const characters = rest + text.slice(at, at + DECODED).replace(BLANKS, '');
    // Only the last group may be padded.
    if (isPadded && characters) throw new InvalidBase64();
    const whole = characters.length - (characters.length % GROUP);
    rest = characters.slice(whole);
    isPadded = characters[whole - 1] === '=';
    yield decodeGroups(characters.slice(0, whole));
  }
  if (rest) throw new InvalidBase64();
}

/**
 * Encodes a file as one text, padded, without line breaks.
 * @returns its characters as bytes, in order
 * @throws errors of `chunks`
 */
export const encode = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer[]> => {
  const bytes = await buffer(chunks as AsyncIterable<Buffer>);
  const encoded: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += ENCODED) {
    if (at) await nextTurn();
    encoded.push(Buffer.from(bytes.toString('base64', at, at + ENCODED), 'latin1'));
  }
  return encoded;
};
