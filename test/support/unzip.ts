/** Reads a ZIP by its central directory. */
import { inflateRawSync } from 'node:zlib';

/** @returns bytes of each file by its name */
export const unzipBytes = (zip: Buffer): Map<string, Buffer> => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const size = zip.readUInt32LE(at + 20);
    const start = zip.readUInt32LE(at + 42);
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const stored = zip.subarray(data, data + size);
    const isPacked = zip.readUInt16LE(at + 10) !== 0;
    files.set(zip.toString('utf8', at + 46, at + 46 + name), isPacked ? inflateRawSync(stored) : stored);
    at += 46 + name + extra + comment;
  }
  return files;
};

/** @returns text of each file by its name */
export const unzip = (zip: Buffer): Map<string, string> =>
  new Map([...unzipBytes(zip)].map(([name, bytes]) => [name, bytes.toString('utf8')]));
