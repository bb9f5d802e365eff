/** Strict base64, decoded and encoded in slices (rules 5.6, 16.5). */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { decode, decodeShort, encode, InvalidBase64 } from '../../../src/files/base64.ts';

const decoded = async (text: string): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of decode(text)) pieces.push(piece);
  return Buffer.concat(pieces);
};

describe('base64', () => {
  test.each([
    1, 2, 3, 196_607, 196_608, 196_609, 3_000_000,
  ])('%i bytes are encoded and decoded unchanged', async (size) => {
    const bytes = randomBytes(size);
    const text = bytes.toString('base64');
    const lines = text.replaceAll(/.{76}/g, '$&\r\n');
    for (const given of [text, lines, `data:image/png;base64,${text}`]) {
      expect((await decoded(given)).equals(bytes)).toBe(true);
      expect(decodeShort(given).equals(bytes)).toBe(true);
    }
    expect(Buffer.concat(await encode(Readable.from([bytes.subarray(0, 1), bytes.subarray(1)]))).toString()).toBe(text);
  });

  test('an empty file is an empty text', async () => {
    expect((await decoded('data:text/plain;base64,')).length).toBe(0);
    expect(await encode(Readable.from([]))).toEqual([]);
  });

  test.each([
    'a',
    'ab',
    'abc',
    'eA=',
    '****',
    'ab-_',
    '====',
    'a===',
    'eR==',
    'äöüä',
    `${'A'.repeat(1 << 20)}!AAA`,
    `${'A'.repeat(1 << 20)}eR==`,
    `-${'A'.repeat(1 << 20)}AAA`,
    `AA==${'A'.repeat(1 << 20)}`,
    `${'A'.repeat((1 << 18) - 2)}==AAAA`,
    `${'A'.repeat((1 << 18) - 2)}==\n${'A'.repeat(4)}`,
    'eA==eA==',
  ])('refuses text that is no base64 (%#)', async (text) => {
    await expect(decoded(text)).rejects.toThrow(InvalidBase64);
    expect(() => decodeShort(text)).toThrow(InvalidBase64);
  });

  test('errors of the file are passed on', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('x');
        throw new Error('broken');
      })(),
    );
    await expect(encode(broken)).rejects.toThrow('broken');
  });
});
