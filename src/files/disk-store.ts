/** Contents as files below a folder: temporary file, fsync, rename, fsync of the folder. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keyOf, type ObjectStore } from './object-store.ts';

const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open folders; there the rename itself is durable.
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
};

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

export const createDiskStore = (root: string): ObjectStore => {
  const write = async (path: string, bytes: Buffer): Promise<void> => {
    const part = join(root, 'part', randomUUID());
    await mkdir(dirname(part), { recursive: true });
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(part, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, path);
    await syncFolder(dirname(path));
    await syncFolder(dirname(dirname(path)));
  };
  async function* list(folder = root): AsyncGenerator<{ key: string; storedAt: number }> {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* list(path);
      else yield { key: path.slice(root.length + 1), storedAt: (await stat(path)).mtimeMs };
    }
  }
  return {
    aws: 0,
    put: async (orgId, bytes) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const key = keyOf(orgId, sha256);
      const path = join(root, key);
      if (!(await exists(path))) await write(path, bytes);
      return { key, sha256, size: bytes.length };
    },
    open: async (key, range) => {
      const handle = await open(join(root, key), 'r');
      return createReadStream('', { fd: handle, ...range });
    },
    list,
    remove: (key) => rm(join(root, key), { force: true }),
  };
};
