/**
 * The same picture in fewer bytes: a byte for each pixel, with the 256 most frequent colours. A browser predicts each
 * pixel from its neighbours, which suits photographs; pages have large areas of one colour, which compress best as they are.
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

const COLOURS = 256;
const channels = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

const distance = (one, other) => {
  const [r, g, b] = channels(other);
  return (one[0] - r) ** 2 + (one[1] - g) ** 2 + (one[2] - b) ** 2;
};

/** The number of the palette's colour for each colour: its own, or that of the nearest one. */
const indexesOf = (counts, palette) =>
  new Map(
    [...counts.keys()].map((colour) => {
      const one = channels(colour);
      const far = palette.map((other) => distance(one, other));
      return [colour, far.indexOf(Math.min(...far))];
    }),
  );

/** @param png a picture of 8 bits a colour, as browsers make them */
export const smallPng = (png) => {
  const chunks = chunksOf(png);
  const [{ data: head }] = chunks;
  const depth = head[9] === 6 ? 4 : 3;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const length = width * depth + 1;
  const pixels = unfiltered(
    inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))),
    length,
    depth,
  );
  const colourAt = (x, y) => pixels.readUIntBE(y * length + 1 + x * depth, 3);
  const counts = new Map();
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) counts.set(colourAt(x, y), (counts.get(colourAt(x, y)) ?? 0) + 1);
  const palette = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one)).slice(0, COLOURS);
  const indexes = indexesOf(counts, palette);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexes.get(colourAt(x, y));
  const indexed = Buffer.from(head);
  indexed[9] = 3;
  const kept = [
    { type: 'IHDR', data: indexed },
    { type: 'PLTE', data: Buffer.from(palette.flatMap(channels)) },
    { type: 'IDAT', data: deflateSync(rows, { level: 9, memLevel: 9 }) },
    { type: 'IEND', data: Buffer.alloc(0) },
  ];
  return Buffer.concat([png.subarray(0, SIGNATURE), ...kept.map(written)]);
};
