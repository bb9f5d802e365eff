/**
 * A repository of backups: named objects in a folder or a bucket. The writer defines the names and encrypts the
 * bytes; the repository does not interpret them.
 */
import type { Content } from '../files/object-store.ts';

/** Where backups lie. */
export interface Repository {
  /** Its location, for operators. */
  readonly place: string;
  /** Writes whole or not at all; it is safe on its medium then. @throws Error of the medium */
  put(name: string, content: Content): Promise<void>;
  has(name: string): Promise<boolean>;
  /** The bytes; null where there is nothing of that name. @throws Error of the medium */
  get(name: string): Promise<Content | null>;
  /** Names that begin with a path, which ends with a slash, in no order. */
  list(prefix: string): AsyncIterable<string>;
  /** Removes; no error where there is nothing. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** A repository that begins below a path of another one. */
export const below = (repository: Repository, path: string): Repository => ({
  place: repository.place,
  put: (name, content) => repository.put(path + name, content),
  has: (name) => repository.has(path + name),
  get: (name) => repository.get(path + name),
  list: async function* (prefix) {
    for await (const name of repository.list(path + prefix)) yield name.slice(path.length);
  },
  remove: (name) => repository.remove(path + name),
  close: () => repository.close(),
});
