/** Key file of the embedded database's secrets: stored next to it, readable for the operator's account only. */
import { readFileSync, statSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../filesystem/sync-folder.ts';
import { tempPath } from '../../filesystem/temp-file.ts';
import { isKey, newKey, type ReadKeys } from './key-ring.ts';

/** Milliseconds within which a process notices that the file has changed. */
export const NOTICED_MS = 500;
const ABOUT =
  '# Keys of the secrets in the database, the first one encrypts. Keep a copy apart from backups: without it they are lost.\n';

/** Its name in a DATA_DIR. */
export const KEY_FILE = 'secrets.key';
/** Its path. */
export const keyFileOf = (dataDir: string): string => join(dataDir, KEY_FILE);

const lineOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));

/** The keys of a file; none where it does not exist. @throws Error where it holds something else, or others may read it */
export const readKeyFile = (path: string): readonly string[] => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new Error(`${path} may be read by others than its owner: chmod 600 ${path}`);
  const keys = lineOf(readFileSync(path, 'utf8'));
  if (!keys.length || !keys.every(isKey))
    throw new Error(`${path} holds something else than keys of 32 bytes as base64`);
  return keys;
};

/** Reads the keys of a file, and looks again whether it has changed. */
export const keysInFile = (path: string): ReadKeys => {
  let keys: readonly string[] = [];
  let version = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  return (fresh = false) => {
    const now = performance.now();
    if (!fresh && keys.length && now - lookedAt < NOTICED_MS) return keys;
    lookedAt = now;
    const found = statSync(path, { throwIfNoEntry: false });
    // A temporarily missing file does not affect a running process.
    if (!found) return keys;
    const seen = `${found.ino} ${found.mtimeMs} ${found.size}`;
    if (seen !== version) keys = readKeyFile(path);
    version = seen;
    return keys;
  };
};

const written = async (
  path: string,
  keys: readonly string[],
  place: (part: string) => Promise<void>,
): Promise<void> => {
  const part = tempPath(path);
  try {
    const file = await open(part, 'w', 0o600);
    try {
      await file.writeFile(`${ABOUT}${keys.join('\n')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(part);
  } finally {
    await rm(part, { force: true });
  }
  await syncFolder(dirname(path));
};

/** Writes the file, whole or not at all. */
export const writeKeyFile = (path: string, keys: readonly string[]): Promise<void> =>
  written(path, keys, (part) => rename(part, path));

/**
 * Puts keys before those that a file has: the first of them encrypts from now on, and none is lost.
 * @throws as `readKeyFile`
 */
export const activateKeys = async (path: string, keys: readonly string[]): Promise<void> => {
  if (keys.length) await writeKeyFile(path, [...new Set([...keys, ...readKeyFile(path)])]);
};

/** Creates the file with a new key if it is missing; of several concurrent processes one does. */
export const makeKeyFile = (path: string): Promise<void> =>
  written(path, [newKey()], (part) =>
    link(part, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    }),
  );
