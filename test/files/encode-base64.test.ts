/** Files as base64: the same text as in one piece, and others are served meanwhile. */
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode } from '../../src/files/encode-base64.ts';

const MIB = 1024 * 1024;

test('chunks of any length make the text of the whole', async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 10 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(chunks, async (given) => {
      const encoded = Buffer.concat(await encode(Readable.from(given.map((chunk) => Buffer.from(chunk)))));
      expect(encoded.toString()).toBe(Buffer.concat(given).toString('base64'));
    }),
  );
});

test.each([0, 1, 2, 3, 48 * 1024 - 1, 48 * 1024, 48 * 1024 + 1, MIB + 1])('%i bytes in one chunk', async (size) => {
  const bytes = Buffer.alloc(size, 'äb');
  const encoded = Buffer.concat(await encode(Readable.from([bytes])));
  expect(encoded.equals(Buffer.from(bytes.toString('base64')))).toBe(true);
});

test('others have their turns, and no piece is long', async () => {
  let turns = 0;
  let done = false;
  const count = (): void => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  const encoded = await encode(Readable.from([Buffer.alloc(25 * MIB)]));
  done = true;
  expect(turns).toBeGreaterThan(100);
  expect(Math.max(...encoded.map(({ length }) => length))).toBe(64 * 1024);
});

test('what the file throws is thrown', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('x');
      throw new Error('broken');
    })(),
  );
  await expect(encode(broken)).rejects.toThrow('broken');
});
