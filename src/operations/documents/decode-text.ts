/** Text of an unknown encoding: UTF-8, or Windows-1252 where the bytes are no UTF-8. */
import { isUtf8 } from 'node:buffer';

/** Windows-1252 from 0x80 to 0x9f. Elsewhere it equals Latin-1, as which some releases of Node.js decode all of it. */
const OF_WINDOWS = [...'€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'];

/** Decodes Windows-1252. */
export const decodeWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\x80-\x9f]/g, (sign) => OF_WINDOWS[sign.charCodeAt(0) - 0x80] ?? sign);

/** Decodes UTF-8, or Windows-1252 where the bytes are no UTF-8. */
export const decodeText = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString('utf8') : decodeWindows1252(bytes);
