/**
 * Jobs after a change of settings, requested by a marker in the settings. The service runs a job after the change,
 * and again when no writer with the old settings can be running; then it removes the marker. It continues after an
 * interruption.
 */

import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import type { Database } from '../../db/database.ts';
import type { OrganisationSettings, RenamedValues } from '../../derive/org-settings/apply-settings.ts';
import { shapeSettings } from '../../derive/org-settings/settings-schema.ts';
import { column } from '../../derive/storage/columns.ts';
import { isUnknownOrganisation } from '../../errors/api-error.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { SEARCH_TEXT_VERSION } from '../../shared/search-text-version.ts';
import { join, literal, raw, type Sql, sql } from '../../sql/sql.ts';
import { type Checkpoint, renewAllEntries, renewHolders } from '../rebuild/reindex.ts';
import { removalsIn } from './remove-field.ts';
import { changeSettings } from './settings-document.ts';
import type { SettingsJob } from './settings-job.ts';

/**
 * Reindexes records whose list values were renamed by an organisation, since records are found by displayed values;
 * runs after the change of the settings (docs/decisions/0008).
 */

/** Condition that a record `t` holds one of the values in one of the fields. */
const holding =
  (names: readonly string[], values: RenamedValues['values']) =>
  (resource: Resource): Sql => {
    const texts = values?.map(String);
    const conditions = names.flatMap((name): Sql[] => {
      const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
      if (!field) return [];
      const value = field.custom
        ? sql`(t.extra::jsonb ->> ${literal(name)})`
        : sql`t.${column(field.sameAs ?? name)}::text`;
      const there = field.custom ? sql`t.extra is not null and ` : raw('');
      return [texts ? sql`${there}${value} = any(${texts}::text[])` : sql`${there}${value} is not null`];
    });
    return conditions.length ? sql`(${join(conditions, ' or ')})` : raw('false');
  };

const without = (settings: OrganisationSettings, since: string): OrganisationSettings => {
  const { renamed, ...others } = settings;
  return renamed?.since === since ? others : settings;
};

/** Jobs for the values that an organisation renamed. */
const renamedValuesIn = (orgId: number, { renamed }: OrganisationSettings): readonly SettingsJob[] => {
  if (!renamed) return [];
  const kinds = new Map<string, string[]>();
  for (const field of renamed.fields) {
    const dot = field.lastIndexOf('.');
    const path = field.slice(0, dot);
    kinds.set(path, [...(kinds.get(path) ?? []), field.slice(dot + 1)]);
  }
  return [
    {
      orgId,
      key: `${orgId} renamed ${renamed.since}`,
      work: async (db) => {
        for (const [path, names] of kinds) await renewHolders(db, orgId, path, holding(names, renamed.values));
      },
      settle: async (db) => {
        await changeSettings(db, orgId, (settings) => without(settings, renamed.since));
      },
    },
  ];
};

const readCheckpoint = async (db: Database, orgId: number): Promise<Checkpoint | null> => {
  const [row] = await db.read<{ checkpoint: string | null }>(
    sql`select search_checkpoint::text as checkpoint from organisation where org_id = ${orgId}`,
  );
  const { version, ...checkpoint } = JSON.parse(row?.checkpoint ?? '{}') as Checkpoint & { version?: number };
  return version === SEARCH_TEXT_VERSION ? checkpoint : null;
};

const update = async (db: Database, orgId: number, changes: Sql): Promise<void> => {
  await db.transaction((tx) =>
    tx.run(sql`update organisation
      set ${changes}
      where org_id = ${orgId}`),
  );
};

/** The rebuild of an organisation's search entries, where they are of an older version. */
const oldTextsOf = (orgId: number, version: number): readonly SettingsJob[] => {
  if (version >= SEARCH_TEXT_VERSION) return [];
  return [
    {
      orgId,
      key: `${orgId} search texts ${SEARCH_TEXT_VERSION}`,
      work: async (db, { signal, isRepeated }) => {
        await renewAllEntries(db, orgId, {
          // Late writers may have changed any record, so the repetition begins with the first.
          from: isRepeated ? null : await readCheckpoint(db, orgId),
          reached: async (checkpoint) => {
            await update(
              db,
              orgId,
              sql`search_checkpoint = ${JSON.stringify({ version: SEARCH_TEXT_VERSION, ...checkpoint })}::jsonb`,
            );
            signal.throwIfAborted();
          },
        });
        await update(db, orgId, sql`search_checkpoint = null`);
      },
      settle: (db) => update(db, orgId, sql`search_text_version = ${SEARCH_TEXT_VERSION}`),
    },
  ];
};

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
