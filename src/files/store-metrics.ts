/** Uploads, counted for the metrics of the process. */
import type { Metrics } from '../telemetry/metrics.ts';
import type { FileStores, ObjectStore } from './object-store.ts';

/** Stores that count the uploads of the first of them. */
export const withStoreMetrics = (stores: FileStores, { uploads, uploadBytes }: Metrics): FileStores => {
  const { current } = stores;
  const failing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      uploads.labels('failed').inc();
      throw error;
    }
  };
  const stored = (bytes: number): void => {
    uploads.labels('stored').inc();
    uploadBytes.inc(bytes);
  };
  const counting: ObjectStore = {
    aws: current.aws,
    put: async (orgId, content) => {
      const put = await failing(current.put(orgId, content));
      stored(put.size);
      return put;
    },
    hold: async (orgId, content) => {
      const held = await failing(current.hold(orgId, content));
      let settled = false;
      const settle = async (): Promise<void> => {
        await failing(held.settle());
        if (!settled) stored(held.size);
        settled = true;
      };
      return { ...held, settle };
    },
    size: (key) => current.size(key),
    storedAt: (key) => current.storedAt(key),
    open: (key, range) => current.open(key, range),
    check: () => current.check(),
    list: (since) => current.list(since),
    remove: (key) => current.remove(key),
    removeAll: (orgId, removed) => current.removeAll(orgId, removed),
    clearInterrupted: (before) => current.clearInterrupted(before),
    close: () => current.close(),
  };
  return { ...stores, current: counting };
};
