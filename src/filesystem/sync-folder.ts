import { open } from 'node:fs/promises';
import { sep } from 'node:path';

/** Makes the names in a folder durable; on Windows, which cannot open folders, a rename is durable by itself. */
export const syncFolder = async (path: string): Promise<void> => {
  if (sep === '\\') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
};
