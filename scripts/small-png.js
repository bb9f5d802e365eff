/**
 * The same picture in fewer bytes. A browser predicts each pixel from its neighbours, which suits photographs; pages have
 * large areas of one colour, which compress best as they are.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = 8;

const chunksOf = (png) => {
  const chunks = [];
  for (let at = SIGNATURE; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const start = at + 8;
    chunks.push({
      type: png.toString('latin1', at + 4, start),
      data: png.subarray(start, start + png.readUInt32BE(at)),
    });
  }
  return chunks;
};

/** Which of its neighbours a byte is nearest to (PNG, 9.4). */
const paeth = (left, above, corner) => {
  const guess = left + above - corner;
  const [a, b, c] = [left, above, corner].map((one) => Math.abs(guess - one));
  return a <= b && a <= c ? left : b <= c ? above : corner;
};

/** The prediction that each filter adds to a byte (PNG, 9.2). */
const FILTERS = [() => 0, (left) => left, (_left, above) => above, (left, above) => (left + above) >> 1, paeth];

/** Takes the filters off: each row begins with the number of its own. */
const unfiltered = (rows, length, depth) => {
  const plain = Buffer.alloc(rows.length);
  for (let start = 0; start < rows.length; start += length) {
    const predict = FILTERS[rows[start]];
    for (let at = start + 1; at < start + length; at += 1) {
      const inRow = at - start > depth;
      const left = inRow ? plain[at - depth] : 0;
      const above = start ? plain[at - length] : 0;
      plain[at] = (rows[at] + predict(left, above, inRow && start ? plain[at - depth - length] : 0)) & 255;
    }
  }
  return plain;
};

const written = ({ type, data }) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** @param png a picture of 8 bits a colour, as browsers make them */
export const smallPng = (png) => {
  const chunks = chunksOf(png);
  const [{ data: head }] = chunks;
  const depth = head[9] === 6 ? 4 : 3;
  const pixels = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const data = deflateSync(unfiltered(pixels, head.readUInt32BE(0) * depth + 1, depth), { level: 9, memLevel: 9 });
  const kept = [chunks[0], { type: 'IDAT', data }, { type: 'IEND', data: Buffer.alloc(0) }];
  return Buffer.concat([png.subarray(0, SIGNATURE), ...kept.map(written)]);
};
