/** Rebuilds search entries whose texts were folded by an older version of the service (docs/decisions/0008). */
import type { Database } from '../../db/database.ts';
import { SEARCH_TEXT_VERSION } from '../../shared/search-text-version.ts';
import { type Sql, sql } from '../../sql/sql.ts';
import { type Checkpoint, renewAllEntries } from '../rebuild/reindex.ts';
import type { SettingsJob } from './settings-job.ts';

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
export const oldTextsOf = (orgId: number, version: number): readonly SettingsJob[] => {
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
