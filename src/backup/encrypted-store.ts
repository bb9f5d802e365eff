/** The part of a repository that one key opens: encrypted, and compressed where that is worth it. */
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { Content } from '../files/object-store.ts';
import { type BackupKey, IntegrityError } from './backup-encryption.ts';
import { below, type Repository } from './backup-repository.ts';

const FOLDER = /^age-([0-9a-f]{12})\//;

/** Compresses fast. */
export const compress = (bytes: Uint8Array): Promise<Buffer> =>
  promisify(gzip)(bytes, { level: constants.Z_BEST_SPEED });

/** The part of a repository that one key opens. */
export interface EncryptedStore {
  readonly key: BackupKey;
  readonly place: string;
  put(name: string, content: Content): Promise<void>;
  has(name: string): Promise<boolean>;
  /** @returns null where nothing has that name @throws IntegrityError, or Error of the medium */
  open(name: string): Promise<Content | null>;
  /** @param compressed the bytes as `compress` returns them */
  putCompressed(name: string, compressed: Uint8Array): Promise<void>;
  putBytes(name: string, bytes: Uint8Array): Promise<void>;
  getBytes(name: string): Promise<Buffer | null>;
  putJson(name: string, value: unknown): Promise<void>;
  getJson<T>(name: string): Promise<T | null>;
  list(prefix: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
}

/** Opens the part of a key; nothing is read or written yet. */
export const openEncryptedStore = (whole: Repository, key: BackupKey): EncryptedStore => {
  const repository = below(whole, `age-${key.id}/`);
  const vault: EncryptedStore = {
    key,
    place: whole.place,
    put: (name, content) => repository.put(name, key.encrypt(content)),
    has: (name) => repository.has(name),
    open: async (name) => {
      const encrypted = await repository.get(name);
      return encrypted && key.decrypt(name, encrypted);
    },
    putCompressed: (name, compressed) => vault.put(name, once(compressed)),
    putBytes: async (name, bytes) => vault.putCompressed(name, await compress(bytes)),
    getBytes: async (name) => {
      const content = await vault.open(name);
      return content && promisify(gunzip)(await buffer(content));
    },
    putJson: (name, value) => vault.putBytes(name, Buffer.from(JSON.stringify({ name, value }))),
    getJson: async <T>(name: string) => {
      const bytes = await vault.getBytes(name);
      if (!bytes) return null;
      const found = JSON.parse(bytes.toString()) as { name: string; value: T };
      if (found.name !== name) throw new IntegrityError(`${name} has the content of ${found.name}`);
      return found.value;
    },
    list: (prefix) => repository.list(prefix),
    remove: (name) => repository.remove(name),
  };
  return vault;
};

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Ids of the keys that files of a repository are encrypted with. */
export const keysUsed = async (repository: Repository): Promise<string[]> => {
  const ids = new Set<string>();
  for await (const name of repository.list('')) {
    const [, id] = FOLDER.exec(name) ?? [];
    if (id) ids.add(id);
  }
  return [...ids];
};
