/** Uploads, counted for the metrics of the process. */
import type { Metrics } from '../metrics.ts';
import type { FileStores, ObjectStore } from './object-store.ts';

/** Keepers that count what the first of them is given. */
export const countedStores = (stores: FileStores, { uploads, uploadBytes }: Metrics): FileStores => {
  const { current } = stores;
  const counting: ObjectStore = {
    aws: current.aws,
    put: async (orgId, content) => {
      try {
        const stored = await current.put(orgId, content);
        uploads.add(['stored']);
        uploadBytes.add([], stored.size);
        return stored;
      } catch (error) {
        uploads.add(['failed']);
        throw error;
      }
    },
    size: (key) => current.size(key),
    open: (key, range) => current.open(key, range),
    check: () => current.check(),
    list: (since) => current.list(since),
    remove: (key) => current.remove(key),
    clearInterrupted: (before) => current.clearInterrupted(before),
    close: () => current.close(),
  };
  return { ...stores, current: counting };
};
