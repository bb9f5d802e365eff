/** Text encodings of files: guessed from the bytes, and decoded as a stream. */
import type { Encoding } from '../../model/records/import-values.ts';
import { type OpenFile, UnreadableFile } from '../format.ts';
import { type FaultCode, hintOf } from '../remarks.ts';
import type { SourceHint } from '../source-record.ts';

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

/** Bytes that follow the first one of a character in UTF-8; -1 if it begins none. */
const bytesBehind = (byte: number): number => {
  if (byte >= 0xc2 && byte <= 0xdf) return 1;
  if (byte >= 0xe0 && byte <= 0xef) return 2;
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : -1;
};

/**
 * UTF-8 if more characters are valid as such than bytes are not: a code page makes such sequences by chance only. Otherwise
 * the code page with more German letters.
 */
class Guess {
  /** Bytes that the character still needs. */
  #left = 0;
  /** Characters of several bytes, and bytes outside of them. */
  #valid = 0;
  #stray = 0;
  #high = 0;
  #counts = { 'windows-1252': 0, cp850: 0 };

  #addToUtf8(byte: number): void {
    if (this.#left && (byte & 0xc0) === 0x80) {
      this.#left -= 1;
      if (!this.#left) this.#valid += 1;
      return;
    }
    if (this.#left) this.#stray += 1;
    const behind = byte < 128 ? 0 : bytesBehind(byte);
    if (behind < 0) this.#stray += 1;
    this.#left = Math.max(behind, 0);
  }

  /** @returns whether further bytes can change the guess */
  add(bytes: Buffer): boolean {
    for (const byte of bytes) {
      if (byte < 128 && !this.#left) continue;
      this.#addToUtf8(byte);
      if (byte < 128) continue;
      this.#high += 1;
      if (TYPICAL['windows-1252'].has(byte)) this.#counts['windows-1252'] += 1;
      if (TYPICAL.cp850.has(byte)) this.#counts.cp850 += 1;
    }
    return this.#high < ENOUGH;
  }

  get result(): EncodingGuess {
    const [valid, stray] = [this.#valid, this.#stray];
    const codePage = this.#counts.cp850 > this.#counts['windows-1252'] ? 'cp850' : 'windows-1252';
    const encoding = !stray || valid > stray ? 'utf-8' : codePage;
    return { encoding, hints: valid && stray ? [hintOf('mixed_encoding', { valid, stray, encoding })] : [] };
  }
}

/** The encoding of a file. */
interface EncodingGuess {
  readonly encoding: Encoding;
  readonly hints: readonly SourceHint[];
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
export const guessEncoding = async (open: OpenFile): Promise<EncodingGuess> => {
  const guess = new Guess();
  let first = true;
  for await (const bytes of await open()) {
    if (first) {
      const head = bytes.subarray(0, 4).toString('latin1');
      const isOds = bytes.subarray(0, 100).includes('mimetypeapplication/vnd.oasis.opendocument');
      if (isOds) throw new UnreadableFile('open_document', 1);
      const binary = BINARY.find(([magic]) => head.startsWith(magic));
      if (binary) throw new UnreadableFile(binary[1], 1);
      // UTF-16 has a byte order mark.
      if (/^(\u00ff\u00fe|\u00fe\u00ff)/.test(head)) return { encoding: 'utf-16', hints: [] };
      first = false;
    }
    if (!guess.add(bytes)) break;
  }
  if (first) throw new UnreadableFile('empty');
  return guess.result;
};

async function* decodeAll(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  if (encoding === 'cp850') {
    for await (const chunk of chunks)
      yield chunk.toString('latin1').replace(/[\u0080-\u00ff]/g, (sign) => CP850[sign.charCodeAt(0) - 128] ?? sign);
    return;
  }
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encoding === 'utf-16' && chunk[0] === 0xfe ? 'utf-16be' : encoding);
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

/** The sign with which old programs end a text. */
const END = '\u001a';

/** Decodes chunk by chunk; a byte order mark is left out, and the end mark of old programs. @param ended called where there is one */
export async function* decode(
  chunks: AsyncIterable<Buffer>,
  encoding: string,
  ended: () => void = () => undefined,
): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of decodeAll(chunks, encoding)) {
    const text = held + chunk;
    let end = text.length;
    while (text[end - 1] === END) end -= 1;
    held = text.slice(end);
    yield text.slice(0, end);
  }
  if (held) ended();
}
