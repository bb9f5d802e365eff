/** How secrets are sealed: which text, for which place, under which key. */
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyFileOf, keysInFile, makeKeyFile, NOTICED_MS, readKeyFile, writeKeyFile } from '../../src/db/key-file.ts';
import { createKeyRing, isKey, keyIdIn, keyIdOf, newKey, noKeys, type Place } from '../../src/db/key-ring.ts';
import type { ApiError } from '../../src/errors.ts';
import { makeFolder } from '../support/folder.ts';

const ringOf = (...keys: string[]) => createKeyRing(() => keys);
const place: Place = { org: 2, table: 'portal', column: 'pass', row: 7 };
const [first, second] = [newKey(), newKey()];
const cause = (work: () => unknown): string => {
  try {
    work();
    return '';
  } catch (error) {
    expect((error as ApiError).code).toBe('service_unavailable');
    return ((error as ApiError).cause as Error).message;
  }
};

describe('a fingerprint', () => {
  const content = Buffer.from('POST /v3/portals with a password');

  test('is the same for the same content, and needs the key', () => {
    const stored = ringOf(first).fingerprint(content);
    expect(stored).toMatch(/^hmac\.v1\.[0-9a-f]{12}\.[\w-]{43}$/);
    expect(ringOf(first).fingerprint(content)).toBe(stored);
    expect(ringOf(second).fingerprint(content)).not.toBe(stored);
    expect(ringOf(first).isFingerprintOf(stored, content)).toBe(true);
    expect(ringOf(first).isFingerprintOf(stored, Buffer.from('another'))).toBe(false);
  });

  test('holds after a rotation as long as its key stays on the ring', () => {
    const stored = ringOf(first).fingerprint(content);
    expect(ringOf(second, first).isFingerprintOf(stored, content)).toBe(true);
    expect(ringOf(second).isFingerprintOf(stored, content)).toBe(false);
    expect(ringOf(second).isFingerprintOf(content.toString('base64'), content)).toBe(false);
  });
});

describe('a sealed text', () => {
  const ring = ringOf(first);
  test.each(['geheim', '', 'ä€😀\n', 'x'.repeat(70_000)])('opens where it was sealed (%#)', (clear) => {
    const sealed = ring.seal(place, clear);
    expect(sealed).toMatch(/^sealed\.v1\.[0-9a-f]{12}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/);
    expect(keyIdIn(sealed)).toBe(keyIdOf(first));
    expect(ring.open(place, sealed)).toBe(clear);
  });

  test('is another each time, and holds neither the value nor the key', () => {
    const texts = Array.from({ length: 50 }, () => ring.seal(place, 'geheim'));
    expect(new Set(texts).size).toBe(50);
    for (const text of texts) {
      expect(Buffer.from(text.split('.')[4] ?? '', 'base64url').toString()).not.toContain('geheim');
      expect(text).not.toContain(Buffer.from(first, 'base64').toString('base64url').slice(0, 8));
    }
  });

  test.each([
    ['organisation', { ...place, org: 3 }],
    ['table', { ...place, table: 'webhook' }],
    ['column', { ...place, column: 'user' }],
    ['row', { ...place, row: 8 }],
    ['row and organisation together', { ...place, org: 27, row: '' }],
  ])('does not open for another %s', (_, other) => {
    expect(cause(() => ring.open(other, ring.seal(place, 'geheim')))).toMatch(/was changed or moved/);
  });

  test('that was changed anywhere does not open', () => {
    const sealed = ring.seal(place, 'geheim');
    const start = sealed.indexOf('.', 'sealed.v1.'.length) + 1;
    for (let at = start; at < sealed.length; at += 1) {
      const letter = sealed[at];
      if (letter === '.') continue;
      const changed = `${sealed.slice(0, at)}${letter === 'A' ? 'Q' : 'A'}${sealed.slice(at + 1)}`;
      // The last letter of a part has bits that stand for nothing.
      if (Buffer.from(changed.slice(start), 'base64url').equals(Buffer.from(sealed.slice(start), 'base64url')))
        continue;
      if (
        changed
          .split('.')
          .every((part, i) =>
            Buffer.from(part, 'base64url').equals(Buffer.from(sealed.split('.')[i] ?? '', 'base64url')),
          )
      )
        continue;
      expect(
        cause(() => ring.open(place, changed)),
        String(at),
      ).not.toBe('');
    }
  });

  test('of a missing key, and a text in clear, are told apart in the log', () => {
    expect(cause(() => ringOf(second).open(place, ring.seal(place, 'x')))).toContain(
      `key ${keyIdOf(first)}, which is missing`,
    );
    expect(cause(() => ring.open(place, 'geheim'))).toContain('is not encrypted');
    expect(() => noKeys.seal(place, 'x')).toThrow('no key');
  });
});

test('the first of several keys seals, all open', () => {
  const old = ringOf(first).seal(place, 'geheim');
  const both = ringOf(second, first);
  expect(both.open(place, old)).toBe('geheim');
  expect(keyIdIn(both.seal(place, 'geheim'))).toBe(keyIdOf(second));
  expect(both.ids).toEqual([keyIdOf(second), keyIdOf(first)]);
});

test.each([
  [newKey(), true],
  [Buffer.alloc(32, 1).toString('base64url'), true],
  [Buffer.alloc(31).toString('base64'), false],
  ['a password that people like to set..........', false],
  ['', false],
])('%s is a key: %s', (text, expected) => expect(isKey(text)).toBe(expected));

describe('the file of keys', () => {
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await makeFolder('keys');
    path = keyFileOf(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is made once, however many make it, and only its owner may read it', async () => {
    await Promise.all(Array.from({ length: 5 }, () => makeKeyFile(path)));
    const keys = readKeyFile(path);
    expect(keys).toHaveLength(1);
    await makeKeyFile(path);
    expect(readKeyFile(path)).toEqual(keys);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toMatch(/^# .+\n\S{44}\n$/);
    await chmod(path, 0o640);
    expect(() => readKeyFile(path)).toThrow(`chmod 600 ${path}`);
    await chmod(path, 0o600);
  });

  test('that changes is noticed by a process that runs, at once where a key is missing', async () => {
    const [known = ''] = readKeyFile(path);
    const ring = createKeyRing(keysInFile(path));
    expect(ring.ids).toEqual([keyIdOf(known)]);
    await writeKeyFile(path, [second, known]);
    expect(ring.open(place, ringOf(second).seal(place, 'geheim'))).toBe('geheim');
    const other = createKeyRing(keysInFile(path));
    expect(other.ids).toEqual([keyIdOf(second), keyIdOf(known)]);
    await writeKeyFile(path, [first, second]);
    await new Promise((done) => setTimeout(done, NOTICED_MS + 50));
    expect(keyIdIn(other.seal(place, 'x'))).toBe(keyIdOf(first));
    await rm(path);
    expect(other.ids).toEqual([keyIdOf(first), keyIdOf(second)]);
  });

  test('with something else in it is no file of keys', async () => {
    await writeFile(join(folder, 'else'), 'geheim\n', { mode: 0o600 });
    expect(() => readKeyFile(join(folder, 'else'))).toThrow('something else than keys');
    expect(readKeyFile(join(folder, 'nothing'))).toEqual([]);
  });
});
