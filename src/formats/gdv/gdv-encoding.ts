/** Encodings of GDV files. The format declares none, so it is detected by the bytes of a package. */

export type GdvEncoding = 'ascii' | 'utf-8' | 'iso-8859-1' | 'windows-1252' | 'cp850' | 'macintosh';

/** Characters of code page 850 from byte 128. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const decodeCp850 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : CP850[byte - 128];
  return text;
};

const decoders = {
  'utf-8': new TextDecoder('utf-8', { ignoreBOM: true }),
  'windows-1252': new TextDecoder('windows-1252'),
  macintosh: new TextDecoder('macintosh'),
};

/** Text of bytes. Bytes that the encoding does not have become U+FFFD. */
export const decode = (bytes: Buffer, encoding: GdvEncoding): string => {
  if (encoding === 'cp850') return decodeCp850(bytes);
  return encoding === 'ascii' || encoding === 'iso-8859-1'
    ? bytes.toString('latin1')
    : decoders[encoding].decode(bytes);
};

const GERMAN = /[äöüßÄÖÜ]/;
const LETTER = /\p{L}/u;

/** The likelihood of one non-ASCII character in German names. */
const weight = (character: string): number => (GERMAN.test(character) ? 8 : LETTER.test(character) ? 1 : -4);

/** In the order of preference where two read equally well. */
const SINGLE_BYTE = ['windows-1252', 'cp850', 'macintosh'] as const;

/**
 * The encoding of bytes: UTF-8 if they are valid, else the code page in which most of them are German letters.
 * @param counts how often each byte from 128 occurs, at its value
 * @param valid whether the bytes are valid UTF-8
 */
export const detectEncoding = (counts: readonly number[], valid: boolean): GdvEncoding => {
  const used = counts.flatMap((count, byte) => (byte >= 128 && count ? [{ byte, count }] : []));
  if (!used.length) return 'ascii';
  if (valid) return 'utf-8';
  const scores = SINGLE_BYTE.map((encoding) =>
    used.reduce((sum, { byte, count }) => sum + count * weight(decode(Buffer.of(byte), encoding)), 0),
  );
  const best = SINGLE_BYTE[scores.indexOf(Math.max(...scores))]!;
  return best === 'windows-1252' && used.every(({ byte }) => byte >= 160) ? 'iso-8859-1' : best;
};

/** Counts of the bytes from 128 in a buffer, added to `counts`. */
export const countBytes = (bytes: Buffer, counts: number[]): void => {
  for (const byte of bytes) if (byte >= 128) counts[byte] = (counts[byte] ?? 0) + 1;
};
