/** What is sealed for a backup opens as it was, or not at all. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { backupKey, Damaged } from '../../src/backup/sealed.ts';
import { newKey } from '../../src/db/key-ring.ts';

const HEAD = 26;
const PIECE = 65_536 + 16;
const key = backupKey(newKey());

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const gathered = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of content) all.push(piece);
  return Buffer.concat(all);
};
const sealed = (bytes: Buffer, name = 'a') => gathered(key.seal(name, pieces(bytes, 10_000)));
const opened = (bytes: Buffer, name = 'a', by = key) => gathered(by.open(name, pieces(bytes, 7_777)));

test.each([
  0, 1, 65_535, 65_536, 65_537, 131_072, 300_000,
])('%i bytes come back, however they are cut', async (length) => {
  const bytes = randomBytes(length);
  const text = await sealed(bytes);
  expect(await opened(text)).toEqual(bytes);
  expect(text.length).toBeGreaterThan(length);
  if (length > 1000) expect(text.includes(bytes.subarray(0, 32))).toBe(false);
});

test('equal bytes are sealed otherwise each time, and names of equal things are equal', async () => {
  const bytes = randomBytes(100);
  expect(await sealed(bytes)).not.toEqual(await sealed(bytes));
  expect(key.nameOf(bytes)).toBe(key.nameOf(bytes));
  expect(key.nameOf(bytes)).not.toBe(backupKey(newKey()).nameOf(bytes));
});

const text = await sealed(randomBytes(200_000));
const [first, second] = [text.subarray(HEAD, HEAD + PIECE), text.subarray(HEAD + PIECE, HEAD + 2 * PIECE)];
const head = text.subarray(0, HEAD);
const rest = text.subarray(HEAD + 2 * PIECE);
const flipped = (at: number): Buffer => {
  const copy = Buffer.from(text);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

test.each<readonly [string, Buffer, string]>([
  ['a changed byte', flipped(HEAD + 5), 'a'],
  ['a changed salt', flipped(HEAD - 1), 'a'],
  ['a changed last byte', flipped(text.length - 1), 'a'],
  ['a missing byte', text.subarray(0, -1), 'a'],
  ['pieces cut off', text.subarray(0, HEAD + 2 * PIECE), 'a'],
  ['everything cut off', head, 'a'],
  ['a head cut off', text.subarray(0, 10), 'a'],
  ['pieces in another order', Buffer.concat([head, second, first, rest]), 'a'],
  ['a piece left out', Buffer.concat([head, second, rest]), 'a'],
  ['a piece twice', Buffer.concat([head, first, first, second, rest]), 'a'],
  ['something behind the end', Buffer.concat([text, first]), 'a'],
  ['another name', text, 'b'],
])('%s is seen', async (_, bytes, name) => {
  await expect(opened(bytes, name)).rejects.toThrow(Damaged);
});

test('another key is named', async () => {
  const other = backupKey(newKey());
  await expect(opened(text, 'a', other)).rejects.toThrow(other.id);
});

test.each<readonly [string, Buffer]>([
  ['what is damaged', flipped(HEAD + 5)],
  ['what another key sealed', flipped(HEAD - 20)],
])('%s is closed, and no file stays open', async (_, bytes) => {
  let closed = false;
  const source = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield bytes.subarray(0, HEAD + PIECE + 1);
      yield bytes.subarray(HEAD + PIECE + 1);
    } finally {
      closed = true;
    }
  };
  await expect(gathered(key.open('a', source()))).rejects.toBeInstanceOf(Damaged);
  expect(closed).toBe(true);
});
