/**
 * What a change of settings leaves to be done at an organisation's records stands as a mark in its settings. The service does it
 * behind the change, and once more when no writer can be left that began with the settings before; then the mark goes. Whatever is
 * interrupted, the service goes on with it.
 */
import type { Database } from '../../db/database.ts';
import { shapeSettings } from '../../derive/settings-shape.ts';
import { isUnknownOrganisation } from '../../errors.ts';
import { Rounds, type Stoppable } from '../../rounds.ts';
import { sql } from '../../sql.ts';
import { removalsIn } from './remove-field.ts';
import { renamesIn } from './renew-renamed.ts';
import { changeSettings } from './settings-document.ts';
import type { Unsettled } from './unsettled.ts';

/**
 * Milliseconds between two looks for marks, for each range that is asked, and for how long a writer may work with the
 * settings as they were when it began: a body arrives within two minutes, a statement takes one at most, and items of a
 * batch come one after the other.
 */
const TIMES = { rest: 60_000, late: 600_000 };

const findUnsettled = async (db: Database): Promise<readonly Unsettled[]> => {
  const rows = await db.readLong<{ org_id: number; settings: string }>(
    sql`select org_id, settings::text as settings
    from organisation
    where deletion_began_at is null and (settings ? 'leaving' or settings ? 'renamed')
    order by org_id`,
  );
  return rows.flatMap(({ org_id: orgId, settings: stored }) => {
    const { settings } = shapeSettings(JSON.parse(stored));
    return [...removalsIn(orgId, settings), ...renamesIn(orgId, settings)];
  });
};

/**
 * Starts to do what marks ask for, until it is stopped. Several processes may do so at once. How long ago a mark was made is
 * counted from when this process saw it, so that no clock decides; a restart counts anew.
 * @param failed is called with what failed; it is tried again
 */
export const keepSettling = (db: Database, failed: (error: Error) => void, { rest, late } = TIMES): Stoppable => {
  const rounds = new Rounds();
  /** When marks were first seen whose work has been done since. */
  const done = new Map<string, number>();

  const goOn = async ({ orgId, key, work, settled }: Unsettled, seen: number): Promise<void> => {
    const own = db.of(orgId);
    const first = done.get(key);
    if (first !== undefined && seen - first < late) return;
    await work(own);
    if (first === undefined) done.set(key, seen);
    else await changeSettings(own, orgId, settled);
  };

  rounds.run(async () => {
    try {
      const seen = performance.now();
      const marks = await findUnsettled(db);
      const keys = new Set(marks.map(({ key }) => key));
      for (const key of done.keys()) if (!keys.has(key)) done.delete(key);
      for (const mark of marks) {
        if (rounds.stopping) return;
        await goOn(mark, seen).catch((error: Error) => {
          // Nothing is left to be done for one that was deleted meanwhile.
          if (!isUnknownOrganisation(error)) failed(error);
        });
      }
    } catch (error) {
      failed(error as Error);
    }
    await rounds.rest(rest * db.ranges());
  });
  return rounds;
};
