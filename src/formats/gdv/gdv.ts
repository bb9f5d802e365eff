/** The format `gdv` of imports. */
import { GDV_MIB } from '../../shared/limits.ts';
import { type Format, HEAD_BYTES, type OpenFile } from '../format.ts';
import { mergeContracts } from './merge-contracts.ts';
import { readGdv } from './read-gdv.ts';

const MAX_BYTES = GDV_MIB * 1024 * 1024;

/** The whole file: contracts are collected from anywhere in a package. Pages of the buffer that stay unwritten take no memory; a concatenation of chunks took twice the file. */
const readAll = async (open: OpenFile): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(MAX_BYTES);
  let length = 0;
  for await (const chunk of await open()) length += chunk.copy(bytes, length);
  return bytes.subarray(0, length);
};

/** Whether bytes are the beginning of a GDV file: a long record 0001, or another one with a Sparte, without separators. */
const looksLikeGdv = (head: Buffer): boolean =>
  /^(\xef\xbb\xbf)?(0001|0[1-9]\d\d[0-9A-Z ]{6}\d{3})[^;\t|\r\n]{140}/.test(head.toString('latin1', 0, HEAD_BYTES));

export const gdv: Format = {
  name: 'gdv',
  endings: ['gdv', 'zip', 'gz'],
  recognizes: looksLikeGdv,
  merge: mergeContracts,
  sumsHints: true,
  inTurn: true,
  maxBytes: MAX_BYTES,

  inspect: async () => ({ options: {} }),

  async *read(open, _options, _registry, report) {
    yield* readGdv(await readAll(open), report);
  },
};
