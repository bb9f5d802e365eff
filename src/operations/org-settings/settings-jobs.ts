/**
 * Jobs after a change of settings, requested by a marker in the settings. The service runs a job after the change,
 * and again when no writer with the old settings can be running; then it removes the marker. It continues after an
 * interruption.
 */

import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import type { Database } from '../../db/database.ts';
import { shapeSettings } from '../../derive/org-settings/settings-schema.ts';
import { isUnknownOrganisation } from '../../errors/api-error.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { SEARCH_TEXT_VERSION } from '../../shared/search-text-version.ts';
import { sql } from '../../sql/sql.ts';
import { oldTextsOf } from './reindex-old-texts.ts';
import { renamedValuesIn } from './reindex-renamed-values.ts';
import { removalsIn } from './remove-field.ts';
import type { SettingsJob } from './settings-job.ts';

/**
 * Milliseconds: interval of the check for marks, per shard range; and the time for which a writer may still use
 * earlier settings: a body arrives within two minutes, a statement takes one at most, and items of a batch follow
 * each other.
 */
const TIMES = { rest: intervalOf('settings-jobs'), late: 600_000 };

/** Jobs whose marker is in the settings of their organisation. */
export const findUnsettled = async (db: Database): Promise<readonly SettingsJob[]> => {
  const rows = await db.queryLong<{ org_id: number; settings: string; search_text_version: number }>(
    sql`select org_id, settings::text as settings, search_text_version
    from organisation
    where deletion_began_at is null
      and (settings ? 'leaving' or settings ? 'renamed' or search_text_version < ${SEARCH_TEXT_VERSION})
    order by org_id`,
  );
  return rows.flatMap(({ org_id: orgId, settings: stored, search_text_version: version }) => {
    const { settings } = shapeSettings(JSON.parse(stored));
    return [...removalsIn(orgId, settings), ...renamedValuesIn(orgId, settings), ...oldTextsOf(orgId, version)];
  });
};

/**
 * Starts the jobs, until stopped. Several processes may run them. The age of a marker counts from when this process
 * first saw it, so that no clock decides; a restart counts again.
 * @param failed gets errors; the job is retried
 */
export const startSettingsJobs = (db: Database, failed: (error: Error) => void, { rest, late } = TIMES): Stoppable => {
  const rounds = new BackgroundLoop();
  /** When marks were first seen whose work has been done since. */
  const done = new Map<string, number>();

  const goOn = async ({ orgId, key, work, settle }: SettingsJob, seen: number): Promise<void> => {
    const own = db.forOrg(orgId);
    const first = done.get(key);
    if (first !== undefined && seen - first < late) return;
    await work(own, { signal: rounds.signal, isRepeated: first !== undefined });
    if (first === undefined) done.set(key, seen);
    else await settle(own);
  };

  const round = async (): Promise<void> => {
    const seen = performance.now();
    const marks = await findUnsettled(db);
    const keys = new Set(marks.map(({ key }) => key));
    for (const key of done.keys()) if (!keys.has(key)) done.delete(key);
    for (const mark of marks) {
      if (rounds.stopping) return;
      await goOn(mark, seen).catch((error: Error) => {
        // Nothing is left to be done for one that was deleted meanwhile.
        if (error !== rounds.signal.reason && !isUnknownOrganisation(error)) failed(error);
      });
    }
  };
  return rounds.repeat(round, () => intervalOf('settings-jobs', db.ranges(), rest), failed);
};
