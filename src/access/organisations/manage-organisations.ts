/** Organisations: created and changed by operators; administrators change the name. */
import { setTimeout as pause } from 'node:timers/promises';
import { waitForCacheExpiry } from '../../concurrency/cache-propagation.ts';
import { type Author, type Changes, differences, entryBy, SERVICE } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import { hasCitus } from '../../db/pool/has-citus.ts';
import { requireOrganisation } from '../../db/tenant/require-organisation.ts';
import { fail, isUnknownOrganisation, unknownOrganisation } from '../../errors/api-error.ts';
import { SEARCH_TEXT_VERSION } from '../../shared/search-text-version.ts';
import { instant, type Sql, sql } from '../../sql/sql.ts';

/** The values of a new organisation. */
export interface NewOrganisation {
  readonly name: string;
  readonly timeZone: string;
  /** Raw plan values; invalid ones are stored and make calls 503 (rules 6.3). */
  readonly plan: Readonly<Record<string, unknown>>;
}

/** @throws 400 `validation_failed` for a time zone that does not exist */
export const checkTimeZone = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone && timeZone;
  } catch (cause) {
    throw fail('validation_failed', {
      cause,
      message: `"${timeZone}" is no time zone; write one such as Europe/Berlin.`,
    });
  }
};

/** Numbers are tried for so long: on a cluster a number decides which node has the rows, and one may be down. */
const TRIED_MS = 20_000;
/** Ids that are tried without a pause, enough to find the one node of many that is up; then all nodes may be down. */
const TRIED_AT_ONCE = 32;
const PAUSE_MS = 500;

/** A number for an organisation whose rows can be written now. @throws 503 where none can */
export const nextOrganisation = async (db: Database): Promise<number> => {
  for (let tries = 1, until = Date.now() + TRIED_MS; ; tries += 1) {
    const orgId = await db.nextId('organisation_id_seq');
    try {
      await db.read(sql`select 1 from organisation where org_id = ${orgId}`);
      return orgId;
    } catch (error) {
      if (Date.now() > until || !(await hasCitus(db))) throw error;
      if (tries >= TRIED_AT_ONCE) await pause(PAUSE_MS);
    }
  }
};

/** Makes an organisation's row. @param orgId of `nextOrganisation` @param by who makes it, for the audit log */
export const createOrganisation = async (
  tx: Tx,
  orgId: number,
  { name, timeZone, plan }: NewOrganisation,
  by: Author = SERVICE,
): Promise<void> => {
  checkTimeZone(timeZone);
  await tx.run(sql`insert into organisation (org_id, name, time_zone, plan, search_text_version)
    values (${orgId}, ${name}, ${timeZone}, ${JSON.stringify(plan)}, ${SEARCH_TEXT_VERSION})`);
  const made = differences({}, { name, time_zone: timeZone, ...noted(plan, 'active', null) });
  await tx.run(entryOf(by, orgId, made));
};

/** The changeable values of an organisation; an absent value stays unchanged. */
export interface OrganisationChange {
  readonly name?: string;
  readonly timeZone?: string;
  readonly plan?: Readonly<Record<string, unknown>>;
  readonly contract?: 'active' | 'inactive';
  /** null: no trial. */
  readonly trialEnds?: Date | null;
}

/** @throws 404 for an unknown organisation, and for one that is being deleted */
export const checkOrganisation = (db: Database, orgId: number): Promise<void> =>
  requireOrganisation((statement) => db.read(statement), orgId);

/**
 * Does work for one organisation, or for all one after the other; of all, those that are being deleted, or go meanwhile, are
 * passed over.
 * @param orgId null for all
 * @throws 404 where the one that is named is unknown; what `work` throws
 */
export const forEachOrganisation = async (
  db: Database,
  orgId: number | null,
  work: (orgId: number) => Promise<void>,
): Promise<void> => {
  if (orgId !== null) {
    await checkOrganisation(db, orgId);
    return work(orgId);
  }
  for (const { org_id: each, deletion_began_at: leaving } of await listOrganisations(db)) {
    if (leaving) continue;
    await work(each).catch((error: unknown) => {
      if (!isUnknownOrganisation(error)) throw error;
    });
  }
};

interface Row {
  readonly name: string;
  readonly time_zone: string;
  readonly plan: string;
  readonly contract: string;
  readonly trial_ends: string | null;
}

/** The state of an organisation for the audit log: each plan value by its name. */
const noted = (plan: object, contract: string, trialEnds: string | null) => ({
  ...Object.fromEntries(Object.entries(plan).map(([name, value]) => [`plan.${name}`, value as unknown])),
  contract,
  trial_ends: trialEnds,
});

/** The audit entry of a change; it is marked as relevant for security. */
const entryOf = (by: Author, orgId: number, changes: Changes): Sql =>
  entryBy(by, orgId, { section: 'settings', recordId: 0, action: 'organisation', changes, security: true });

/**
 * Changes an organisation; every process uses the new values once this resolves. Equal values change nothing, not
 * even the version.
 * @param by the author, for the audit log
 * @throws 404 for an unknown organisation, 400 for an unknown time zone
 */
export const changeOrganisation = async (
  db: Database,
  orgId: number,
  change: OrganisationChange,
  by: Author = SERVICE,
): Promise<void> => {
  if (change.timeZone !== undefined) checkTimeZone(change.timeZone);
  const changed = await db.transaction(async (tx) => {
    const [row] = await tx.run<Row>(
      sql`select name, time_zone, plan::text as plan, contract, to_char(trial_ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as trial_ends
        from organisation where org_id = ${orgId} and deletion_began_at is null for update`,
    );
    if (!row) throw unknownOrganisation(orgId);
    const before = JSON.parse(row.plan) as object;
    const { name: nameBefore, time_zone: zoneBefore } = row;
    const { name = nameBefore, timeZone = zoneBefore } = change;
    const plan = { ...before, ...change.plan };
    const contract = change.contract ?? row.contract;
    const trialEnds = change.trialEnds === undefined ? row.trial_ends : (change.trialEnds?.toISOString() ?? null);
    const state = differences(
      { name: nameBefore, time_zone: zoneBefore, ...noted(before, row.contract, row.trial_ends) },
      { name, time_zone: timeZone, ...noted(plan, contract, trialEnds) },
    );
    // The values are unchanged: no process has to read them again.
    if (!Object.keys(state).length) return false;
    await tx.finish([
      sql`update organisation set name = ${name}, time_zone = ${timeZone}, plan = ${JSON.stringify(plan)}, contract = ${contract},
        trial_ends = ${trialEnds}, settings_version = settings_version + 1 where org_id = ${orgId}`,
      entryOf(by, orgId, state),
    ]);
    return true;
  });
  if (changed) await waitForCacheExpiry();
};

/** An organisation in a list. */
export interface ListedOrganisation {
  readonly org_id: number;
  readonly name: string;
  readonly time_zone: string;
  readonly contract: string;
  readonly trial_ends: string | null;
  readonly plan: unknown;
  readonly billing_companies: readonly string[];
  /** When its deletion began (`org delete`); null where it stays. */
  readonly deletion_began_at: string | null;
}

const LISTED = sql`select json_build_object('org_id', org_id, 'name', name,
    'time_zone', time_zone, 'contract', contract, 'trial_ends', ${instant('trial_ends')}, 'plan', plan,
    'billing_companies', coalesce(settings->'billing_companies', '[]'),
    'deletion_began_at', ${instant('deletion_began_at')})::text as doc from organisation`;

const listed = ({ doc }: { doc: string }): ListedOrganisation => JSON.parse(doc) as ListedOrganisation;

/** All organisations, by their ids. */
export const listOrganisations = async (db: Database): Promise<ListedOrganisation[]> =>
  (await db.queryLong<{ doc: string }>(sql`${LISTED} order by org_id`)).map(listed);

/** One organisation as the list has it; undefined where it is unknown. */
export const listedOrganisation = async (db: Database, orgId: number): Promise<ListedOrganisation | undefined> =>
  (await db.queryLong<{ doc: string }>(sql`${LISTED} where org_id = ${orgId}`)).map(listed)[0];
