/** How secrets are sealed: which text, for which place, under which key. */
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  keyFileOf,
  keysInFile,
  makeKeyFile,
  NOTICED_MS,
  readKeyFile,
  writeKeyFile,
} from '../../../src/db/encryption/key-file.ts';
import {
  createKeylessRing,
  createKeyRing,
  isKey,
  keyIdIn,
  keyIdOfKey,
  newKey,
  type SecretPlace,
} from '../../../src/db/encryption/key-ring.ts';
import type { ApiError } from '../../../src/errors/api-error.ts';
import { makeFolder } from '../../support/folder.ts';

const ringOf = (...keys: string[]) => createKeyRing(() => keys);
const place: SecretPlace = { org: 2, table: 'portal', column: 'pass', row: 7 };
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
    const sealed = ring.encrypt(place, clear);
    expect(sealed).toMatch(/^sealed\.v1\.[0-9a-f]{12}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/);
    expect(keyIdIn(sealed)).toBe(keyIdOfKey(first));
    expect(ring.decrypt(place, sealed)).toBe(clear);
  });

  test('differs each time, and contains neither the value nor the key', () => {
    const texts = Array.from({ length: 50 }, () => ring.encrypt(place, 'geheim'));
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
    expect(cause(() => ring.decrypt(other, ring.encrypt(place, 'geheim')))).toMatch(/was changed or moved/);
  });

  test('that was changed at any byte cannot be decrypted', () => {
    const sealed = ring.encrypt(place, 'geheim');
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
        cause(() => ring.decrypt(place, changed)),
        String(at),
      ).not.toBe('');
    }
  });

  test('of a missing key and a plain text have different errors', () => {
    expect(cause(() => ringOf(second).decrypt(place, ring.encrypt(place, 'x')))).toContain(
      `key ${keyIdOfKey(first)}, which is missing`,
    );
    expect(cause(() => ring.decrypt(place, 'geheim'))).toContain('is not encrypted');
    expect(() => createKeylessRing.encrypt(place, 'x')).toThrow('no key');
  });
});

test('the first of several keys encrypts, all decrypt', () => {
  const old = ringOf(first).encrypt(place, 'geheim');
  const both = ringOf(second, first);
  expect(both.decrypt(place, old)).toBe('geheim');
  expect(keyIdIn(both.encrypt(place, 'geheim'))).toBe(keyIdOfKey(second));
  expect(both.ids).toEqual([keyIdOfKey(second), keyIdOfKey(first)]);
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

  test('is created once by concurrent processes, and only its owner may read it', async () => {
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

  test('a running process notices a changed key file, at once if a key is missing', async () => {
    const [known = ''] = readKeyFile(path);
    const ring = createKeyRing(keysInFile(path));
    expect(ring.ids).toEqual([keyIdOfKey(known)]);
    await writeKeyFile(path, [second, known]);
    expect(ring.decrypt(place, ringOf(second).encrypt(place, 'geheim'))).toBe('geheim');
    const other = createKeyRing(keysInFile(path));
    expect(other.ids).toEqual([keyIdOfKey(second), keyIdOfKey(known)]);
    await writeKeyFile(path, [first, second]);
    const later = performance.now() + NOTICED_MS;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
    expect(keyIdIn(other.encrypt(place, 'x'))).toBe(keyIdOfKey(first));
    clock.mockRestore();
    await rm(path);
    expect(other.ids).toEqual([keyIdOfKey(first), keyIdOfKey(second)]);
  });

  test('with other contents is refused', async () => {
    await writeFile(join(folder, 'else'), 'geheim\n', { mode: 0o600 });
    expect(() => readKeyFile(join(folder, 'else'))).toThrow('something else than keys');
    expect(readKeyFile(join(folder, 'nothing'))).toEqual([]);
  });
});
