/** Background work that is not done yet: `broker-crm jobs`. */
import type { Database } from '../../db/database.ts';
import { type BackgroundWork, backgroundWork } from '../../shared/background-work.ts';
import { instant, raw, type Sql, sql } from '../../sql/sql.ts';
import { findUnsettled } from '../org-settings/settings-jobs.ts';

/** A job that waits or runs. */
export interface OpenJob {
  readonly org_id: number;
  /** Null for a marker in the settings. */
  readonly id: number | null;
  readonly state: string;
  /** Since when it waits (ISO 8601). */
  readonly since: string | null;
  /** Until when a worker has it, without a sign of life. */
  readonly leased_until: string | null;
  readonly tries: number | null;
}

/** One kind of background work with its open jobs, the oldest first. */
export interface OpenWork {
  readonly name: BackgroundWork;
  readonly every_ms: number | null;
  readonly open: readonly OpenJob[];
}

/** Jobs of each kind that are shown. */
const SHOWN = 100;

/** Table `j`, condition of open jobs, time since when they wait, their tries, and their state. */
const TABLES: Readonly<
  Partial<Record<BackgroundWork, readonly [table: string, open: string, since: string, tries: string, state?: string]>>
> = {
  deliveries: ['webhook_delivery', "j.state = 'pending'", 'j.event_at', 'j.tries'],
  imports: ['import_job', "j.state in ('staging', 'applying', 'undoing')", 'j.queued_at', 'null::int'],
  letters: ['letter_job', "j.state = 'running'", 'j.created_at', 'j.tries'],
  'document-texts': ['document_text_job', 'true', 'j.created_at', 'j.tries', "'waiting'"],
  exports: ['export_job', "j.state = 'running'", 'j.created_at', 'j.tries'],
  erasures: ['erasure', "j.state <> 'done'", 'j.created_at', 'null::int'],
};

const openJobs = (
  orgId: number | null,
  [table, open, since, tries, state = 'j.state']: readonly [string, string, string, string, string?],
): Sql => {
  const own = orgId === null ? raw('') : sql` and j.org_id = ${orgId}`;
  return sql`select j.org_id, j.id::float8 as id, ${raw(state)} as state, ${instant(since)} as since,
      ${instant('j.leased_until')} as leased_until, ${raw(tries)} as tries
    from ${raw(table)} j
    where ${raw(open)}${own}
    order by ${raw(since)}, j.id
    limit ${raw(String(SHOWN))}`;
};

const openMarkers = async (db: Database, orgId: number | null): Promise<readonly OpenJob[]> =>
  (await findUnsettled(db))
    .filter((job) => orgId === null || job.orgId === orgId)
    .map(({ orgId: org_id, key: state }) => ({ org_id, id: null, state, since: null, leased_until: null, tries: null }))
    .slice(0, SHOWN);

/**
 * All background work with at most 100 open jobs of each kind.
 * @param orgId only jobs of this organisation; null for all
 */
export const openWork = async (db: Database, orgId: number | null): Promise<readonly OpenWork[]> => {
  const reader = orgId === null ? db : db.forOrg(orgId);
  const all: OpenWork[] = [];
  for (const name of Object.keys(backgroundWork) as BackgroundWork[]) {
    const table = TABLES[name];
    const jobs = table ? await reader.queryLong<OpenJob>(openJobs(orgId, table)) : [];
    const open = name === 'settings-jobs' ? await openMarkers(db, orgId) : jobs;
    all.push({ name, every_ms: backgroundWork[name].everyMs, open });
  }
  return all;
};
