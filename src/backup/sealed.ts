/**
 * How backups are encrypted: what lies in a repository is readable with its key alone, and nothing of it can be changed,
 * cut off, put in another order or under another name without that being seen (docs/decisions/0020).
 *
 * A sealed content is a head (format, id of the key, salt) and pieces of 64 KiB, each sealed by AES-256-GCM under a key that
 * follows from BACKUP_KEY, the salt and the name. The nonce of a piece is its number and whether it is the last one.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { keyIdOf } from '../db/key-ring.ts';
import type { Content } from '../files/object-store.ts';

const FORMAT = 'BCB1';
const ID_BYTES = 6;
const SALT_BYTES = 16;
const HEAD_BYTES = FORMAT.length + ID_BYTES + SALT_BYTES;
const PIECE = 65_536;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const NAME_DIGITS = 32;
const CIPHER = 'aes-256-gcm';

/** What was read is not what was written under its name. */
export class Damaged extends Error {}

/** What BACKUP_KEY does. */
export interface BackupKey {
  /** Shows which key it is; nothing leads back from it. */
  readonly id: string;
  /** A name that says nothing of what it stands for to those who lack the key. */
  nameOf(bytes: string | Uint8Array): string;
  /** Encrypts content for one name. */
  seal(name: string, content: Content): AsyncGenerator<Uint8Array>;
  /** Decrypts what was sealed for a name; no byte is handed over that is not as it was. @throws Damaged */
  open(name: string, sealed: Content): AsyncGenerator<Uint8Array>;
}

/** Content in pieces of one size, the last of which says so; there is always a last one. */
async function* inPieces(content: Content, size: number): AsyncGenerator<readonly [piece: Buffer, last: boolean]> {
  let held: Buffer = Buffer.alloc(0);
  for await (const bytes of content) {
    held = held.length ? Buffer.concat([held, bytes]) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 0;
    for (; held.length - at > size; at += size) yield [held.subarray(at, at + size), false];
    held = held.subarray(at);
  }
  yield [held, true];
}

const nonceOf = (index: number, last: boolean): Buffer => {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(index, NONCE_BYTES - 7, 6);
  nonce[NONCE_BYTES - 1] = last ? 1 : 0;
  return nonce;
};

/** The head of sealed content, and the rest. */
const split = async (source: AsyncIterator<Uint8Array>): Promise<readonly [head: Buffer, rest: Content]> => {
  let held: Buffer = Buffer.alloc(0);
  while (held.length < HEAD_BYTES) {
    const { done, value } = await source.next();
    if (done) break;
    held = Buffer.concat([held, value]);
  }
  const rest = async function* (): AsyncGenerator<Uint8Array> {
    yield held.subarray(HEAD_BYTES);
    yield* { [Symbol.asyncIterator]: () => source };
  };
  return [held.subarray(0, HEAD_BYTES), rest()];
};

/** @param text 32 bytes as base64 */
export const backupKey = (text: string): BackupKey => {
  const secret = Buffer.from(text, 'base64');
  const id = keyIdOf(text);
  const derived = (salt: Uint8Array | string, use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, `broker-crm backup ${use}`, 32));
  const naming = derived('', 'names');
  /** What was sealed for a name, piece by piece. */
  async function* openedBy(source: AsyncIterator<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
    const [head, rest] = await split(source);
    const magic = head.toString('latin1', 0, FORMAT.length);
    const sealedBy = head.toString('hex', FORMAT.length, FORMAT.length + ID_BYTES);
    if (magic !== FORMAT || sealedBy !== id) throw new Damaged(`${name} was not encrypted with key ${id}`);
    const key = derived(head.subarray(FORMAT.length + ID_BYTES), name);
    let index = 0;
    for await (const [piece, last] of inPieces(rest, PIECE + TAG_BYTES)) {
      if (piece.length < TAG_BYTES) throw new Damaged(`${name} is cut off`);
      const end = piece.length - TAG_BYTES;
      const decipher = createDecipheriv(CIPHER, key, nonceOf(index, last), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(piece.subarray(end));
      try {
        yield Buffer.concat([decipher.update(piece.subarray(0, end)), decipher.final()]);
      } catch (cause) {
        throw new Damaged(`${name} is damaged or cut off`, { cause });
      }
      index += 1;
    }
  }
  return {
    id,
    nameOf: (bytes) =>
      createHmac('sha256', naming)
        .update(createHash('sha256').update(bytes).digest())
        .digest('hex')
        .slice(0, NAME_DIGITS),
    seal: async function* (name, content) {
      const salt = randomBytes(SALT_BYTES);
      const key = derived(salt, name);
      yield Buffer.concat([Buffer.from(FORMAT), Buffer.from(id, 'hex'), salt]);
      let index = 0;
      for await (const [piece, last] of inPieces(content, PIECE)) {
        const cipher = createCipheriv(CIPHER, key, nonceOf(index, last), { authTagLength: TAG_BYTES });
        yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
        index += 1;
      }
    },
    open: async function* (name, sealed) {
      const source = sealed[Symbol.asyncIterator]();
      try {
        yield* openedBy(source, name);
      } finally {
        // A file stays open else: what is not read to its end is not closed by itself.
        await source.return?.();
      }
    },
  };
};
