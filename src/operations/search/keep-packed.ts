/** Keeps the search entries of large kinds packed while the service runs. Several processes may do so at once. */
import type { Database } from '../../db/database.ts';
import { createMetrics, type Metrics } from '../../metrics.ts';
import { Rounds, type Stoppable } from '../../rounds.ts';
import { findPackable, type Packable, packOne, SIZES } from './pack-search.ts';

/**
 * Pause between two looks for work, in milliseconds for each range that is asked, and in multiples of the time that a look
 * takes, so that looking costs next to nothing.
 */
const REST = { least: 10_000, ofLook: 100 };

/** Is called with what failed; it is tried again. */
type Failed = (error: Error) => void;

/**
 * Starts to keep a database's entries packed, until it is stopped; the block that is under way is finished then.
 * @param sizes what is worth packing
 */
export const keepPacked = (
  db: Database,
  failed: Failed,
  sizes = SIZES,
  { least, ofLook } = REST,
  { packing }: Pick<Metrics, 'packing'> = createMetrics(),
): Stoppable => {
  const rounds = new Rounds();
  let waiting = 0;
  packing.show(() => [[[], waiting]]);

  /** Half of the time is left to others. */
  const packAll = async (kind: Packable): Promise<void> => {
    for (let more = true; more && !rounds.stopping; ) {
      const begun = performance.now();
      more = await packOne(db.of(kind.org_id), kind, sizes);
      await rounds.rest(performance.now() - begun);
    }
  };

  rounds.run(async () => {
    const begun = performance.now();
    let looked = 0;
    try {
      const kinds = await findPackable(db, sizes);
      looked = performance.now() - begun;
      waiting = kinds.length;
      for (const kind of kinds) {
        await packAll(kind);
        waiting -= 1;
      }
    } catch (error) {
      failed(error as Error);
    }
    await rounds.rest(Math.max(least * db.ranges(), looked * ofLook));
  });
  return rounds;
};
