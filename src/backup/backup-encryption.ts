/**
 * Encryption of backups in the age format (https://age-encryption.org/v1), which the `age` program opens too. Each file is
 * authenticated. A file under another name is found by its content: blocks and documents are compared with the hash in
 * their name, JSON holds its name, and PostgreSQL checks its WAL.
 */
import { createHash, createHmac, hkdfSync, webcrypto } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { bech32 } from '@scure/base';
import { keyIdOfKey } from '../db/encryption/key-ring.ts';
import type { Content } from '../files/object-store.ts';

const NAME_DIGITS = 32;
/** The PKCS #8 prefix of the 32 bytes of an X25519 key. */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');
/** Bytes encrypted in one turn of the event loop: some 4 ms. */
const SLICE = 1 << 18;

/** A file of the backup differs from the written one. */
export class IntegrityError extends Error {}

/** One key of BACKUP_KEY. */
export interface BackupKey {
  /** Names the key without disclosing it. */
  readonly id: string;
  /** The same key as the `age` program takes it: AGE-SECRET-KEY-1... */
  readonly identity: string;
  /** Keyed hash: without the key it cannot be compared with a known content. */
  nameOf(bytes: string | Uint8Array): string;
  encrypt(content: Content): AsyncGenerator<Uint8Array>;
  /** @param name for the message @throws IntegrityError; errors of the source as they are */
  decrypt(name: string, encrypted: Content): AsyncGenerator<Uint8Array>;
}

/** age encrypts in JavaScript, at some 70 MB/s: other work gets its turn between slices. */
async function* inSlices(content: Content): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    for (let at = 0; at < bytes.length; at += SLICE) {
      yield bytes.subarray(at, at + SLICE);
      await setImmediate();
    }
  }
}

/** @param text 32 bytes as base64 */
export const backupKey = (text: string): BackupKey => {
  const secret = Buffer.from(text, 'base64');
  const identity = bech32.encodeFromBytes('age-secret-key-', secret).toUpperCase();
  const naming = Buffer.from(hkdfSync('sha256', secret, '', 'broker-crm backup names', 32));
  // As a key of WebCrypto it opens files three times as fast as in its text form.
  let imported: Promise<webcrypto.CryptoKey> | undefined;
  const cryptoKey = (): Promise<webcrypto.CryptoKey> =>
    (imported ??= webcrypto.subtle.importKey('pkcs8', Buffer.concat([PKCS8, secret]), 'X25519', false, ['deriveBits']));
  let recipient: Promise<string> | undefined;
  return {
    id: keyIdOfKey(text),
    identity,
    nameOf: (bytes) =>
      createHmac('sha256', naming)
        .update(createHash('sha256').update(bytes).digest())
        .digest('hex')
        .slice(0, NAME_DIGITS),
    encrypt: async function* (content) {
      // Loaded on first use: a service without BACKUP_TO does without it.
      const age = await import('age-encryption');
      recipient ??= cryptoKey().then(age.identityToRecipient);
      const encrypter = new age.Encrypter();
      encrypter.addRecipient(await recipient);
      yield* await encrypter.encrypt(ReadableStream.from(inSlices(content)) as ReadableStream<Uint8Array>);
    },
    decrypt: async function* (name, encrypted) {
      const age = await import('age-encryption');
      const decrypter = new age.Decrypter();
      decrypter.addIdentity(await cryptoKey());
      let unread: { readonly error: unknown } | undefined;
      const source = async function* () {
        try {
          yield* inSlices(encrypted);
        } catch (error) {
          unread = { error };
          throw error;
        }
      };
      try {
        yield* await decrypter.decrypt(ReadableStream.from(source()) as ReadableStream<Uint8Array>);
      } catch (cause) {
        throw unread?.error ?? new IntegrityError(`${name} is damaged or cut off`, { cause });
      }
    },
  };
};
