/** What lies in a repository under one key: sealed, and compressed where that wins. */
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { Content } from '../files/object-store.ts';
import { below, type Repository } from '../files/repository.ts';
import type { BackupKey } from './sealed.ts';

const compressed = promisify(gzip);
const expanded = promisify(gunzip);
const FOLDER = /^key-([0-9a-f]{12})\//;

/** The part of a repository that one key opens. */
export interface Vault {
  readonly key: BackupKey;
  readonly place: string;
  put(name: string, content: Content): Promise<void>;
  /** @returns null where there is nothing of that name @throws Damaged, or Error of the medium */
  open(name: string): Promise<Content | null>;
  putBytes(name: string, bytes: Uint8Array): Promise<void>;
  getBytes(name: string): Promise<Buffer | null>;
  putJson(name: string, value: unknown): Promise<void>;
  getJson<T>(name: string): Promise<T | null>;
  list(prefix: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
}

const gathered = async (content: Content): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** Opens the part of a key; nothing is read or written yet. */
export const openVault = (whole: Repository, key: BackupKey): Vault => {
  const repository = below(whole, `key-${key.id}/`);
  const vault: Vault = {
    key,
    place: whole.place,
    put: (name, content) => repository.put(name, key.seal(name, content)),
    open: async (name) => {
      const sealed = await repository.get(name);
      return sealed && key.open(name, sealed);
    },
    putBytes: async (name, bytes) => {
      const small = await compressed(bytes, { level: constants.Z_BEST_SPEED });
      await repository.put(name, key.seal(name, content(small)));
    },
    getBytes: async (name) => {
      const found = await vault.open(name);
      return found && expanded(await gathered(found));
    },
    putJson: (name, value) => vault.putBytes(name, Buffer.from(JSON.stringify(value))),
    getJson: async <T>(name: string) => {
      const bytes = await vault.getBytes(name);
      return bytes && (JSON.parse(bytes.toString()) as T);
    },
    list: (prefix) => repository.list(prefix),
    remove: (name) => repository.remove(name),
  };
  return vault;
};

async function* content(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Ids of the keys that anything in a repository is sealed with. */
export const keysUsed = async (repository: Repository): Promise<string[]> => {
  const ids = new Set<string>();
  for await (const name of repository.list('')) {
    const [, id] = FOLDER.exec(name) ?? [];
    if (id) ids.add(id);
  }
  return [...ids];
};
