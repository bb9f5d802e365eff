/**
 * Codewords of QR codes (ISO/IEC 18004): a text as byte segment with error correction level M, in the smallest version
 * from 1 to 20 that holds it (up to 666 bytes).
 */

/** Error correction codewords of a block, and blocks, per version at level M (ISO/IEC 18004, table 9). */
const PER_BLOCK = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const VERSIONS = PER_BLOCK.length;

/** Codewords of a version, data and correction together. */
const codewords = (version: number): number => {
  const align = Math.floor(version / 7) + 2;
  const alignment = version === 1 ? 0 : (25 * align - 10) * align - 55;
  const modules = (16 * version + 128) * version + 64 - alignment - (version >= 7 ? 36 : 0);
  return Math.floor(modules / 8);
};

const at = (list: readonly number[], index: number): number => list[index] ?? 0;

const dataCodewords = (version: number): number =>
  codewords(version) - at(PER_BLOCK, version - 1) * at(BLOCKS, version - 1);

/** Product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
const times = (a: number, b: number): number => {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    if ((b >>> bit) & 1) product ^= a;
  }
  return product;
};

const generator = (degree: number): number[] => {
  const factors = Array<number>(degree).fill(0);
  factors[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1) factors[j] = times(at(factors, j), root) ^ at(factors, j + 1);
    root = times(root, 2);
  }
  return factors;
};

const correction = (data: readonly number[], degree: number): number[] => {
  const divisor = generator(degree);
  let rest = Array<number>(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ at(rest, 0);
    rest = [...rest.slice(1), 0].map((value, i) => value ^ times(at(divisor, i), factor));
  }
  return rest;
};

/** The text as codewords: mode, length, bytes, terminator, padding. */
const encode = (bytes: Uint8Array, version: number): number[] => {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1);
  };
  const capacity = dataCodewords(version) * 8;
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, capacity - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));
};

/** Splits data into blocks, adds their correction and interleaves all. */
const interleave = (data: readonly number[], version: number): number[] => {
  const blocks = at(BLOCKS, version - 1);
  const degree = at(PER_BLOCK, version - 1);
  const total = codewords(version);
  const short = Math.floor(total / blocks) - degree;
  const shortBlocks = blocks - (total % blocks);
  let start = 0;
  const parts = Array.from({ length: blocks }, (_, i) => {
    const end = start + short + (i < shortBlocks ? 0 : 1);
    const part = data.slice(start, end);
    start = end;
    return part;
  });
  const rounds = Array.from({ length: short + 1 }, (_, i) => parts.flatMap((part) => part.slice(i, i + 1)));
  const corrections = parts.map((part) => correction(part, degree));
  return [...rounds.flat(), ...Array.from({ length: degree }, (_, i) => corrections.map((part) => at(part, i))).flat()];
};

/**
 * The codewords of a text with the version that they need.
 * @throws RangeError when the text is too long
 */
export const qrCodewords = (text: string): { version: number; codewords: readonly number[] } => {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= VERSIONS; version += 1) {
    const header = version < 10 ? 12 : 20;
    if (bytes.length * 8 + header > dataCodewords(version) * 8) continue;
    return { version, codewords: interleave(encode(bytes, version), version) };
  }
  throw new RangeError('The text is too long for a QR code.');
};
