/** Text encodings of files: guessed from the bytes, and decoded as a stream. */
import type { Encoding } from '../../model/records/import-values.ts';
import { type OpenFile, UnreadableFile } from '../format.ts';
import type { FaultCode } from '../remarks.ts';

/** Characters of the bytes 128 to 255 in code page 850. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

/** Bytes of German letters: äöüÄÖÜß. */
const TYPICAL = {
  'windows-1252': new Set([0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf]),
  cp850: new Set([0x84, 0x94, 0x81, 0x8e, 0x99, 0x9a, 0xe1]),
};

/** Bytes above 127 that are enough to decide. */
const ENOUGH = 2000;

/** UTF-8 if all bytes are valid as such; otherwise the code page with more German letters. */
class Guess {
  #utf8 = new TextDecoder('utf-8', { fatal: true });
  #isUtf8 = true;
  #high = 0;
  #counts = { 'windows-1252': 0, cp850: 0 };

  /** @returns whether further bytes can change the guess */
  add(bytes: Buffer): boolean {
    if (this.#isUtf8) {
      try {
        this.#utf8.decode(bytes, { stream: true });
      } catch {
        this.#isUtf8 = false;
      }
    }
    for (const byte of bytes) {
      if (byte < 128) continue;
      this.#high += 1;
      if (TYPICAL['windows-1252'].has(byte)) this.#counts['windows-1252'] += 1;
      if (TYPICAL.cp850.has(byte)) this.#counts.cp850 += 1;
    }
    return this.#high < ENOUGH;
  }

  get encoding(): Encoding {
    if (this.#isUtf8) return 'utf-8';
    return this.#counts.cp850 > this.#counts['windows-1252'] ? 'cp850' : 'windows-1252';
  }
}

/** First bytes of files that are no text. */
const BINARY: readonly (readonly [string, FaultCode])[] = [
  ['%PDF', 'pdf'],
  ['PK\u0003\u0004', 'zip'],
  ['\u001f\u008b', 'gzip'],
  ['\u00d0\u00cf\u0011\u00e0', 'old_office'],
];

/**
 * Guesses the encoding; reads as many bytes as necessary.
 * @throws UnreadableFile if the file is empty or not text
 */
export const guessEncoding = async (open: OpenFile): Promise<Encoding> => {
  const guess = new Guess();
  let first = true;
  for await (const bytes of await open()) {
    if (first) {
      const head = bytes.subarray(0, 4).toString('latin1');
      const binary = BINARY.find(([magic]) => head.startsWith(magic));
      if (binary) throw new UnreadableFile(binary[1], 1);
      // UTF-16 has a byte order mark.
      if (/^(\u00ff\u00fe|\u00fe\u00ff)/.test(head)) throw new UnreadableFile('utf16', 1);
      first = false;
    }
    if (!guess.add(bytes)) break;
  }
  if (first) throw new UnreadableFile('empty');
  return guess.encoding;
};

/** Decodes chunk by chunk; a byte order mark is left out. */
export async function* decode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  if (encoding === 'cp850') {
    for await (const chunk of chunks)
      yield chunk.toString('latin1').replace(/[\u0080-\u00ff]/g, (sign) => CP850[sign.charCodeAt(0) - 128] ?? sign);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
