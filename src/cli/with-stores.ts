/** Commands that work at the contents of files. */
import type { FileStores } from '../files/object-store.ts';
import { openStores } from '../files/open-stores.ts';
import type { CommandContext } from './context.ts';

/** Opens the keepers that the settings name for some work, and closes them after it. @throws what `work` throws */
export const withStores = async <T>(
  { config }: Pick<CommandContext, 'config'>,
  work: (files: FileStores) => Promise<T>,
): Promise<T> => {
  const files = openStores(config);
  try {
    return await work(files);
  } finally {
    await files.close();
  }
};
