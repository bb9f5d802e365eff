/** Modules of QR codes (ISO/IEC 18004): fixed patterns, codewords, and the mask that reads best. True is dark. */
import { qrCodewords } from './qr-codewords.ts';

type Grid = boolean[][];
type Put = (x: number, y: number, dark: boolean) => void;

const isDark = (grid: readonly (readonly boolean[])[], x: number, y: number): boolean => grid[y]?.[x] === true;

const bit = (value: number, index: number): boolean => ((value >>> index) & 1) === 1;

const alignmentPositions = (version: number): number[] => {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const last = version * 4 + 10;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * step)];
};

/** Remainder of a BCH code: `value` shifted by `length` and divided by `divisor`. */
const bch = (value: number, length: number, divisor: number): number => {
  let rest = value;
  for (let i = 0; i < length; i += 1) rest = (rest << 1) ^ ((rest >>> (length - 1)) * divisor);
  return (value << length) | rest;
};

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const putFinder = (put: Put, centreX: number, centreY: number): void => {
  for (let y = -4; y <= 4; y += 1) {
    for (let x = -4; x <= 4; x += 1) {
      const distance = Math.max(Math.abs(x), Math.abs(y));
      put(centreX + x, centreY + y, distance !== 2 && distance !== 4);
    }
  }
};

const putAlignment = (put: Put, version: number): void => {
  const positions = alignmentPositions(version);
  const last = positions.length - 1;
  positions.forEach((centreX, i) => {
    positions.forEach((centreY, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let y = -2; y <= 2; y += 1) {
        for (let x = -2; x <= 2; x += 1) put(centreX + x, centreY + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
      }
    });
  });
};

/** Level M (0) and the mask, twice. */
const putFormat = (put: Put, size: number, mask: number): void => {
  const bits = bch(mask, 10, 0x537) ^ 0x5412;
  for (let i = 0; i <= 5; i += 1) put(8, i, bit(bits, i));
  put(8, 7, bit(bits, 6));
  put(8, 8, bit(bits, 7));
  put(7, 8, bit(bits, 8));
  for (let i = 9; i <= 14; i += 1) put(14 - i, 8, bit(bits, i));
  for (let i = 0; i <= 7; i += 1) put(size - 1 - i, 8, bit(bits, i));
  for (let i = 8; i <= 14; i += 1) put(8, size - 15 + i, bit(bits, i));
  put(8, size - 8, true);
};

const putVersion = (put: Put, size: number, version: number): void => {
  if (version < 7) return;
  const bits = bch(version, 12, 0x1f25);
  for (let i = 0; i < 18; i += 1) {
    const far = size - 11 + (i % 3);
    const near = Math.floor(i / 3);
    put(far, near, bit(bits, i));
    put(near, far, bit(bits, i));
  }
};

const putPatterns = (put: Put, size: number, version: number): void => {
  for (let i = 0; i < size; i += 1) {
    put(6, i, i % 2 === 0);
    put(i, 6, i % 2 === 0);
  }
  putFinder(put, 3, 3);
  putFinder(put, size - 4, 3);
  putFinder(put, 3, size - 4);
  putAlignment(put, version);
  putFormat(put, size, 0);
  putVersion(put, size, version);
};

/** Free places in the order in which codewords fill them: pairs of columns from the right, up and down in turn. */
const freePlaces = (size: number, fixed: Grid): [number, number][] => {
  const places: [number, number][] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!isDark(fixed, x, y)) places.push([x, y]);
    }
  }
  return places;
};

/** How hard a line is to read: long runs, and what looks like a finder. */
const linePenalty = (line: readonly boolean[]): number => {
  const text = line.map((dark) => (dark ? '1' : '0')).join('');
  const runs = text.match(/0{5,}|1{5,}/g) ?? [];
  const framed = `0000${text}0000`;
  const finders = framed.match(/(?=00001011101|10111010000)/g) ?? [];
  return runs.reduce((sum, run) => sum + run.length - 2, 0) + finders.length * 40;
};

const penalty = (grid: Grid): number => {
  const size = grid.length;
  let sum = 0;
  let dark = 0;
  for (let y = 0; y < size; y += 1) {
    sum += linePenalty(grid[y] ?? []) + linePenalty(grid.map((row) => row[y] === true));
    for (let x = 0; x < size; x += 1) {
      if (isDark(grid, x, y)) dark += 1;
      if (x === size - 1 || y === size - 1) continue;
      const same = [isDark(grid, x + 1, y), isDark(grid, x, y + 1), isDark(grid, x + 1, y + 1)];
      if (same.every((value) => value === isDark(grid, x, y))) sum += 3;
    }
  }
  const total = size * size;
  return sum + Math.max(0, Math.ceil(Math.abs(dark * 20 - total * 10) / total) - 1) * 10;
};

/**
 * The modules of a text, row by row, without the quiet zone.
 * @throws RangeError when the text has more than 666 bytes
 */
export const qrModules = (text: string): readonly (readonly boolean[])[] => {
  const { version, codewords } = qrCodewords(text);
  const size = 17 + version * 4;
  const empty = (): Grid => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const plain = empty();
  const fixed = empty();
  const write =
    (grid: Grid): Put =>
    (x, y, dark) => {
      const row = grid[y];
      if (row && x >= 0 && x < size) row[x] = dark;
    };
  const put = write(plain);
  const keep = write(fixed);
  putPatterns(
    (x, y, dark) => {
      put(x, y, dark);
      keep(x, y, true);
    },
    size,
    version,
  );
  const places = freePlaces(size, fixed);
  const masked = masks.map((mask, number) => {
    const grid = plain.map((row) => [...row]);
    const putMasked = write(grid);
    places.forEach(([x, y], i) => {
      putMasked(x, y, bit(codewords[i >>> 3] ?? 0, 7 - (i & 7)) !== mask(x, y));
    });
    putFormat(putMasked, size, number);
    return grid;
  });
  return masked.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
};
