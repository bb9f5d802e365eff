/** ZIP archives, and the Office files that are made of them, as small as they can be. */
import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive; `says` is how many bytes it claims to have unpacked. */
export interface Part {
  readonly name: string;
  readonly bytes: string | Buffer;
  readonly says?: number;
}

const headed = (signature: number, size: number, values: readonly [at: number, value: number, bytes: 2 | 4][]) => {
  const head = Buffer.alloc(size);
  head.writeUInt32LE(signature, 0);
  for (const [at, value, bytes] of values) head.writeUIntLE(value, at, bytes);
  return head;
};

/** An archive of these parts, each deflated. */
export const zipOf = (parts: readonly Part[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, says } of parts) {
    const plain = Buffer.from(bytes);
    const packed = deflateRawSync(plain);
    const [sum, size] = [crc32(plain), says ?? plain.length];
    const local = headed(0x04034b50, 30, [
      [4, 20, 2],
      [8, 8, 2],
      [14, sum, 4],
      [18, packed.length, 4],
      [22, size, 4],
      [26, name.length, 2],
    ]);
    const central = headed(0x02014b50, 46, [
      [4, 20, 2],
      [6, 20, 2],
      [10, 8, 2],
      [16, sum, 4],
      [20, packed.length, 4],
      [24, size, 4],
      [28, name.length, 2],
      [42, offset, 4],
    ]);
    files.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    offset += local.length + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = headed(0x06054b50, 22, [
    [8, parts.length, 2],
    [10, parts.length, 2],
    [12, list.length, 4],
    [16, offset, 4],
  ]);
  return Buffer.concat([...files, list, end]);
};

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A Word document with this body. */
export const docxOf = (body: string, says?: number): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', bytes: `${XML}<Types/>` },
    {
      name: 'word/document.xml',
      bytes: `${XML}<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
      ...(says === undefined ? {} : { says }),
    },
  ]);

/** Paragraphs of a Word document. */
export const paragraphs = (...texts: readonly string[]): string =>
  texts.map((text) => `<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
