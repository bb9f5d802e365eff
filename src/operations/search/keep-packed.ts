/** Keeps the search entries of large kinds packed while the service runs. Several processes may do so at once. */
import type { Database } from '../../db/database.ts';
import { findPackable, type Packable, packOne, SIZES } from './pack-search.ts';

/**
 * Pause between two looks for work, in milliseconds and in multiples of the time that a look takes, so that looking
 * costs next to nothing.
 */
const REST = { least: 10_000, ofLook: 100 };

/** Packs until it is stopped. */
export interface Packer {
  /** Finishes the block that is under way. */
  stop(): Promise<void>;
}

/** Is called with what failed; it is tried again. */
type Failed = (error: Error) => void;

/**
 * Starts to keep a database's entries packed.
 * @param sizes what is worth packing
 */
export const keepPacked = (db: Database, failed: Failed, sizes = SIZES, { least, ofLook } = REST): Packer => {
  let stopping = false;
  let wake = (): void => undefined;

  const rest = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, stopping ? 0 : milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Half of the time is left to others. */
  const packAll = async (kind: Packable): Promise<void> => {
    for (let more = true; more && !stopping; ) {
      const begun = performance.now();
      more = await packOne(db, kind, sizes);
      await rest(performance.now() - begun);
    }
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      const begun = performance.now();
      let looked = 0;
      try {
        const kinds = await findPackable(db, sizes);
        looked = performance.now() - begun;
        for (const kind of kinds) await packAll(kind);
      } catch (error) {
        failed(error as Error);
      }
      await rest(Math.max(least, looked * ofLook));
    }
  };

  const over = loop();
  return {
    stop: async () => {
      stopping = true;
      wake();
      await over;
    },
  };
};
