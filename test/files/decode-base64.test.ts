/** Strict base64, decoded in pieces (rules 5.6). */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decode, NotBase64, piecesOf, sizeOfBase64 } from '../../src/files/decode-base64.ts';

const decoded = async (given: string): Promise<Buffer | null> => {
  const text = Buffer.from(given);
  const size = sizeOfBase64(text);
  if (size === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of decode(piecesOf(text))) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes.length).toBe(size);
  return bytes;
};

describe('base64', () => {
  test.each([1, 2, 3, 786_431, 786_432, 786_433, 3_000_000])('%i bytes', async (size) => {
    const bytes = randomBytes(size);
    expect((await decoded(bytes.toString('base64')))?.equals(bytes)).toBe(true);
    expect((await decoded(`data:image/png;base64,${bytes.toString('base64')}`))?.equals(bytes)).toBe(true);
  });

  test.each([
    '',
    'a',
    'ab',
    'abc',
    'data:text/plain;base64,',
    'eA',
    'eA=',
  ])('%j is none by its length', async (text) => {
    expect(await decoded(text)).toBeNull();
  });

  test.each([
    '****',
    'ab-_',
    'ab c',
    'a\nbc',
    '====',
    'a===',
    'eR==',
    'äöüä',
    `${'A'.repeat(1 << 20)}!AAA`,
    `${'A'.repeat(1 << 20)}eR==`,
    `-${'A'.repeat(1 << 20)}AAA`,
    `AA==${'A'.repeat(1 << 20)}`,
    `${'A'.repeat((1 << 18) - 2)}==AAAA`,
    'eA==eA==',
  ])('refuses text that is no base64 (%#)', async (text) => {
    await expect(decoded(text)).rejects.toThrow(NotBase64);
  });
});
