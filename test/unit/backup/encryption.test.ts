/** Encrypted backup data is decrypted unchanged or refused. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupKey, IntegrityError } from '../../../src/backup/backup-encryption.ts';
import { openEncryptedStore } from '../../../src/backup/encrypted-store.ts';
import { createFolderRepository } from '../../../src/backup/folder-repository.ts';
import { newKey } from '../../../src/db/encryption/key-ring.ts';
import { makeFolder } from '../../support/folder.ts';

const key = backupKey(newKey());

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const encrypted = (bytes: Buffer) => buffer(key.encrypt(chunks(bytes, 10_000)));
const decrypted = (bytes: Buffer, by = key) => buffer(by.decrypt('a', chunks(bytes, 7_777)));

let folder: string;
beforeAll(async () => {
  folder = await makeFolder('encryption');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([0, 1, 65_535, 65_536, 65_537, 600_000])('%i bytes are decrypted, however they are split', async (length) => {
  const bytes = randomBytes(length);
  const text = await encrypted(bytes);
  expect(await decrypted(text)).toEqual(bytes);
  expect(text.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
});

test('names of equal contents are equal under one key', () => {
  const bytes = randomBytes(100);
  expect(key.nameOf(bytes)).toBe(key.nameOf(bytes));
  expect(key.nameOf(bytes)).not.toBe(backupKey(newKey()).nameOf(bytes));
});

test('the identity has the format of the age program', () => {
  // age 1.1.1 opened a file that was encrypted with this key.
  expect(backupKey(Buffer.alloc(32, 7).toString('base64')).identity).toBe(
    'AGE-SECRET-KEY-1QURSWPC8QURSWPC8QURSWPC8QURSWPC8QURSWPC8QURSWPC8QURSKMP32K',
  );
});

const text = await encrypted(randomBytes(200_000));
const flipped = (at: number): Buffer => {
  const copy = Buffer.from(text);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};
const damaged: readonly (readonly [string, Buffer])[] = [
  ['a changed byte', flipped(1000)],
  ['a changed head', flipped(30)],
  ['a missing byte', text.subarray(0, -1)],
  ['nothing but a head', text.subarray(0, 216)],
  ['a cut head', text.subarray(0, 10)],
  ['more at the end', Buffer.concat([text, Buffer.from('x')])],
];

test.each(damaged)('%s is detected', async (_, bytes) => {
  await expect(decrypted(bytes)).rejects.toThrow(IntegrityError);
});

test('another key decrypts nothing', async () => {
  await expect(decrypted(text, backupKey(newKey()))).rejects.toThrow(IntegrityError);
});

test('an unreadable file is not reported as damaged', async () => {
  const source = async function* (): AsyncGenerator<Uint8Array> {
    yield text.subarray(0, 1000);
    throw new Error('the disk is gone');
  };
  await expect(buffer(key.decrypt('a', source()))).rejects.toThrow('the disk is gone');
});

test('a damaged file is closed', async () => {
  let isClosed = false;
  const source = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks(flipped(1000), 70_000);
    } finally {
      isClosed = true;
    }
  };
  await expect(buffer(key.decrypt('a', source()))).rejects.toBeInstanceOf(IntegrityError);
  await expect.poll(() => isClosed).toBe(true);
});

test('JSON under another name is detected', async () => {
  const repository = createFolderRepository(join(folder, 'place'));
  const vault = openEncryptedStore(repository, key);
  await vault.putJson('a', { is: 'a' });
  expect(await vault.getJson('a')).toEqual({ is: 'a' });
  const bytes = await buffer((await repository.get(`age-${key.id}/a`)) ?? chunks(Buffer.alloc(0), 1));
  await repository.put(`age-${key.id}/b`, chunks(bytes, 1000));
  await expect(vault.getJson('b')).rejects.toThrow('b has the content of a');
});
