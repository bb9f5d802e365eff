/** Content on the local disk: written to a temporary file, synced, renamed, and the folder is synced too. */
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureDirectory } from '../filesystem/ensure-directory.ts';
import { syncFolder } from '../filesystem/sync-folder.ts';
import { type Content, keyOf, type LockedContent, type ObjectEntry, type ObjectStore } from './object-store.ts';
import { createSpool, isMissing, SpooledContent } from './spool.ts';

const KEY = /^\d+\/[0-9a-f]{2}\/[0-9a-f]{64}$/;
/** Folder of temporary files below a root; no organisation has this name. */
export const uploadFolderOf = (root: string): string => join(root, 'part');

/** Makes a folder and syncs every folder that got a new entry. */
export const makeFolder = async (path: string): Promise<void> => {
  const first = await ensureDirectory(path);
  if (!first) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
};

const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
};

/** Moves a file to where it stays; its folder is made where it is missing: it seldom is. */
export const moveTo = async (place: string, path: string): Promise<void> => {
  try {
    await rename(path, place);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(dirname(place));
    await rename(path, place);
  }
};

/** The names in a folder; none where it is missing. */
export const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/** Whether something was changed since a moment: put in its place (`ctime`) or written. */
const isSince = async (path: string, since: number): Promise<boolean> => {
  if (!since) return true;
  const found = await stat(path).catch(() => null);
  return found !== null && Math.max(found.mtimeMs, found.ctimeMs) >= since;
};

async function* entriesOf(root: string, organisation: string, since: number): AsyncGenerator<ObjectEntry> {
  for (const part of await namesIn(join(root, organisation))) {
    // A new entry changes the modification time of its folder.
    if (!(await isSince(join(root, organisation, part), since))) continue;
    for (const name of await namesIn(join(root, organisation, part))) {
      if (!(await isSince(join(root, organisation, part, name), since))) continue;
      const key = `${organisation}/${part}/${name}`;
      const found = KEY.test(key) ? await stat(join(root, key)).catch(() => null) : null;
      if (found) yield { key, size: found.size, storedAt: found.mtimeMs };
    }
  }
}

async function* entries(root: string, since: number): AsyncGenerator<ObjectEntry> {
  for (const organisation of await namesIn(root))
    if (/^\d+$/.test(organisation)) yield* entriesOf(root, organisation, since);
}

/** Removes a folder if it is empty; a concurrent upload may be using it. */
const removeEmpty = (folder: string): Promise<void> => rmdir(folder).catch(() => undefined);

/** A full disk can still create a file name, but no content. */
async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}

/** The store on disk. @param root absolute path of its folder */
export const createDiskStore = (root: string): ObjectStore => {
  const uploads = uploadFolderOf(root);
  const spool = createSpool(uploads, true);
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error(`Not a key of this store: ${key}`);
    return join(root, key);
  };
  const found = async (key: string) => {
    try {
      return await stat(pathOf(key));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  const sizeOf = async (key: string): Promise<number | null> => (await found(key))?.size ?? null;

  /**
   * The content stays in a temporary file until `settle` renames it: the garbage collection, which is locked out
   * then, never sees it incomplete.
   */
  const hold = async (orgId: number, content: Content): Promise<LockedContent> => {
    const spooled = content instanceof SpooledContent ? content : await spool(content);
    const { path, sha256, size, synced } = spooled;
    const discard = async (): Promise<void> => {
      if (spooled !== content) await spooled.discard();
    };
    const key = keyOf(orgId, sha256);
    const place = pathOf(key);
    try {
      if (!synced) await syncFile(path);
    } catch (error) {
      await discard();
      throw error;
    }
    let moved = false;
    const settle = async (): Promise<void> => {
      if (moved && (await found(key))) return;
      // Existing bytes are replaced by the equal new ones, so that the garbage collection treats them as new.
      await moveTo(place, path);
      moved = true;
      spooled.give();
      await syncFolder(dirname(place));
    };
    return { aws: 0, key, sha256, size, settle, discard };
  };

  return {
    aws: 0,
    put: async (orgId, content) => {
      const { settle, discard, ...stored } = await hold(orgId, content);
      try {
        await settle();
        return stored;
      } finally {
        await discard();
      }
    },
    hold,
    size: sizeOf,
    storedAt: async (key) => (await found(key))?.mtimeMs ?? null,
    open: async (key, range) => {
      const file = await open(pathOf(key), 'r');
      return createReadStream('', { fd: file, start: range?.start, end: range?.end, highWaterMark: 1 << 18 });
    },
    check: async () => {
      const written = await spool(oneByte());
      await written.discard();
    },
    list: (since = 0) => entries(root, since),
    remove: (key) => rm(pathOf(key), { force: true }),
    removeAll: async (orgId, removed) => {
      const folder = join(root, String(orgId));
      for await (const { key, size } of entriesOf(root, String(orgId), 0)) {
        await rm(pathOf(key), { force: true });
        removed(1, size);
      }
      for (const part of await namesIn(folder)) await removeEmpty(join(folder, part));
      await removeEmpty(folder);
    },
    clearInterrupted: async (before) => {
      let removed = 0;
      for (const name of await namesIn(uploads)) {
        const found = await stat(join(uploads, name)).catch(() => null);
        if (!found || found.mtimeMs >= before) continue;
        await rm(join(uploads, name), { force: true });
        removed += 1;
      }
      return removed;
    },
    close: async () => undefined,
  };
};
