/** A ZIP file in the browser. */

/** A file of the ZIP; its name is ASCII. */
interface File {
  readonly name: string;
  readonly content: AsyncIterable<string>;
}

/** Deflated, by version 2.0 of the format, on 1 January 1980. */
const [VERSION, DEFLATED, TIME, DATE] = [20, 8, 0, 33];

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

const crcOf = (bytes: Uint8Array): number => {
  let sum = -1;
  for (const byte of bytes) sum = (CRC[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
};

const deflated = async (bytes: Blob): Promise<Blob> =>
  new Response(bytes.stream().pipeThrough(new CompressionStream('deflate-raw'))).blob();

/** Numbers of two bytes, and of four in a list of their own, the lowest byte first. */
const packed = (...numbers: readonly (number | readonly [number])[]): ArrayBuffer => {
  const view = new DataView(new ArrayBuffer(numbers.length * 4));
  let at = 0;
  for (const number of numbers) {
    if (typeof number === 'number') view.setUint16(at, number, true);
    else view.setUint32(at, number[0], true);
    at += typeof number === 'number' ? 2 : 4;
  }
  return view.buffer.slice(0, at);
};

/** The files as a ZIP, each read after the one before it. @throws errors of the files */
export const zipOf = async (files: Iterable<File>): Promise<Blob> => {
  const parts: (ArrayBuffer | Blob | string)[] = [];
  const directory: (ArrayBuffer | string)[] = [];
  let [offset, count] = [0, 0];
  for (const { name, content } of files) {
    const texts: string[] = [];
    for await (const text of content) texts.push(text);
    const whole = new Blob(texts);
    const small = await deflated(whole);
    const crc = crcOf(new Uint8Array(await whole.arrayBuffer()));
    const entry = [VERSION, 0, DEFLATED, TIME, DATE, [crc], [small.size], [whole.size], name.length, 0] as const;
    const head = packed([0x04034b50], ...entry);
    parts.push(head, name, small);
    directory.push(packed([0x02014b50], VERSION, ...entry, 0, 0, 0, [0], [offset]), name);
    offset += head.byteLength + name.length + small.size;
    count += 1;
  }
  const list = new Blob(directory);
  const end = packed([0x06054b50], 0, 0, count, count, [list.size], [offset], 0);
  return new Blob([...parts, list, end], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
};
