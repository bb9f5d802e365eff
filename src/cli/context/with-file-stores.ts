/** Commands that work at the contents of files. */
import type { FileStores } from '../../files/object-store.ts';
import { openStores } from '../../files/open-stores.ts';
import type { CommandContext } from './command-context.ts';

/** Runs work with the configured stores, and closes them after it. @throws errors of `work` */
export const withFileStores = async <T>(
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
