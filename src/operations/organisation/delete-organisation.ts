/**
 * Deletes an organisation with all its data (docs/decisions/0043). First a mark in its row: from then on it does not
 * exist for callers, and its tokens, sessions and webhooks are deleted. Its rows are deleted in batches, then its
 * files, and its own row at the end, when no call from before the mark can be writing. After an interruption the same
 * command continues.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { waitForCacheExpiry } from '../../concurrency/cache-propagation.ts';
import { type Author, entryBy } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import { NO_TIMEOUTS } from '../../db/migrations/session-settings.ts';
import { listTenantTables, type TenantTable } from '../../db/tenant/tenant-tables.ts';
import { fail, unknownOrganisation } from '../../errors/api-error.ts';
import type { FileStores } from '../../files/object-store.ts';
import { instant, join, raw, type Sql, sql } from '../../sql/sql.ts';
import { storesOf } from '../documents/gc-files.ts';
import { Purge, type PurgeProgress } from './purge-organisation.ts';

/** Between two looks whether transactions that began before have ended, and how long they are waited for at most. */
const [LOOK_MS, PATIENCE_MS] = [200, 120_000];
/**
 * Milliseconds after the mark in which already admitted calls may start to write. Where some did, it counts again.
 */
const LATE_MS = 10_000;

const HOME = 'organisation';
/** Source of deliveries: nothing is sent after its rows are deleted. */
const WEBHOOKS = 'webhook';

/**
 * Foreign key checks have no index by the referenced row, so each deleted row would cause a scan. Referencing rows
 * are deleted first, so a role with the permission skips the checks.
 */
const UNCHECKED = raw("set local session_replication_role = 'replica'");
const NODES_TOLD = raw("set local citus.propagate_set_commands = 'local'");

/** Progress of a deletion. */
export interface DeletionProgress extends PurgeProgress {
  /** It waits for calls that may be running. */
  waits(ms: number): void;
}

/** The result of a deletion; after an interruption, since it continued. */
export interface DeletedOrganisation {
  readonly name: string;
  /** Rows by table, of tables that had some. */
  readonly tables: Readonly<Record<string, number>>;
  readonly files: number;
  readonly bytes: number;
}

const refuse = (as: string, message: string) => fail('validation_failed', { as, message });

/** As a shell takes it. */
const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

interface Row {
  readonly name: string;
  readonly contract: string;
  /** When its deletion began. */
  readonly began: string | null;
}

const rowOf = (orgId: number): Sql => sql`select name, contract, ${instant('deletion_began_at')} as began
  from organisation
  where org_id = ${orgId}`;

/** @throws 404 `unknown_organisation`; 400 `contract_active`, `not_confirmed` */
const allowed = (orgId: number, row: Row | undefined, confirmed: string | undefined): Row => {
  if (!row) throw unknownOrganisation(orgId);
  const { name, contract, began } = row;
  if (began === null && contract === 'active')
    throw refuse(
      'contract_active',
      `The contract of organisation ${orgId} (${name}) is active, and its people may be at work; end it first: broker-crm org set ${orgId} --contract inactive`,
    );
  if (confirmed !== name)
    throw refuse(
      'not_confirmed',
      `Organisation ${orgId} is ${name}. Deleting it removes all its records, users, files and its audit log, and cannot be undone; to do so, add: --confirm ${inQuotes(name)}`,
    );
  return row;
};

/** @throws 400 `unfit_role` where the role of the connection may not remove everything */
const requireRole = (tables: readonly TenantTable[]): void => {
  const denied = tables.filter(({ mayDelete }) => !mayDelete).map(({ name }) => name);
  if (denied.length)
    throw refuse(
      'unfit_role',
      `The role of DATABASE_URL may not remove rows of ${denied.join(', ')}; run the command as the role that owns the tables, as migrate.`,
    );
};

/** @throws 400 `files_unreachable` if a store of the organisation's files cannot be used */
const requireKeepers = async (db: Database, files: FileStores, orgId: number): Promise<void> => {
  try {
    for (const aws of await storesOf(db, orgId)) files.of(aws);
    for (const store of files.all) await store.check();
  } catch (cause) {
    throw fail('validation_failed', {
      as: 'files_unreachable',
      cause,
      message: `Its files cannot be removed: ${(cause as Error).message}. Nothing was deleted.`,
    });
  }
};

/**
 * Marks the organisation and deletes its access: tokens, sessions and webhooks.
 * @returns its name, the time of the mark in milliseconds since 1970, and deleted rows by table
 * @throws as `allowed`
 */
const begin = (
  db: Database,
  orgId: number,
  confirmed: string | undefined,
  entrances: readonly TenantTable[],
  by: Author,
): Promise<{ name: string; began: number; gone: ReadonlyMap<string, number> }> =>
  db.transaction(async (tx) => {
    const [row] = await tx.run<Row>(sql`${rowOf(orgId)} for update`);
    const { name, began } = allowed(orgId, row, confirmed);
    if (began !== null) return { name, began: Date.parse(began), gone: new Map() };
    const at = new Date().toISOString();
    const changes = { deletion_began_at: [null, at] };
    const [, , ...rows] = await tx.finish([
      sql`update organisation set deletion_began_at = ${at} where org_id = ${orgId}`,
      entryBy(by, orgId, { section: 'settings', recordId: 0, action: 'organisation', changes, security: true }),
      ...entrances.map(({ name }) => sql`delete from ${raw(name)} where org_id = ${orgId} returning 1 as one`),
    ]);
    const gone = entrances.map((table, i) => [table.name, rows[i]?.length ?? 0] as const);
    return { name, began: Date.parse(at), gone: new Map(gone.filter(([, n]) => n)) };
  });

/** Waits for the end of all transactions that have written by now. One that takes longer than any call may is left to itself. */
const waitForEarlierWriters = async (db: Database, orgId: number): Promise<void> => {
  // Asked of the node that has the organisation.
  const ask = async (what: Sql): Promise<bigint> => {
    const [row] = await db.queryLong<{ xid: string }>(
      sql`select ${what}::text as xid from organisation where org_id = ${orgId}`,
    );
    return BigInt(row?.xid ?? 0);
  };
  const next = await ask(raw('pg_current_xact_id()'));
  const until = performance.now() + PATIENCE_MS;
  while ((await ask(raw('pg_snapshot_xmin(pg_current_snapshot())'))) < next && performance.now() < until)
    await delay(LOOK_MS);
};

/** Removes its row where nothing else is left. @returns whether that was so */
const removeRow = (db: Database, orgId: number, tables: readonly TenantTable[]): Promise<boolean> =>
  db.transaction(async (tx) => {
    // A writer of a file or of its settings holds a lock on the row.
    await tx.run(sql`select 1 from organisation where org_id = ${orgId} for update`);
    const any = tables.map(({ name }) => sql`exists (select 1 from ${raw(name)} where org_id = ${orgId})`);
    const [left] = await tx.run<{ some: boolean }>(sql`select ${join(any, '\n  or ')} as some`);
    if (left?.some !== false) return false;
    await tx.finish([sql`delete from organisation where org_id = ${orgId}`]);
    return true;
  });

/** Whether the role may, on the node of a cluster that has the organisation too: such a right is granted on each server. */
const mayLeaveUnchecked = async (db: Database, orgId: number): Promise<boolean> => {
  const may = raw("select has_parameter_privilege('session_replication_role', 'set') as may");
  const found = await Promise.all(
    [may, sql`${may} from organisation where org_id = ${orgId}`].map((one) => db.queryLong<{ may: boolean }>(one)),
  );
  return found.every(([row]) => row?.may === true);
};

/** Settings at the start of each batch, propagated to the nodes of a cluster. */
const settingsOf = async (db: Database, orgId: number): Promise<readonly Sql[]> => [
  NODES_TOLD,
  ...NO_TIMEOUTS.map(raw),
  ...((await mayLeaveUnchecked(db, orgId)) ? [UNCHECKED] : []),
];

/**
 * Deletes an organisation whose contract has ended, or continues an interrupted deletion.
 * @param db connected as a role that may delete audit entries, which the service's role may not
 * @param confirmed its name, as typed by the operator
 * @param by the author in the audit log, until the log is deleted too
 * @param late milliseconds after the mark in which calls may still start to write
 * @returns the deleted rows and files, when all of it is deleted and every process knows
 * @throws 404 `unknown_organisation`; 400 `contract_active`, `not_confirmed`, `unfit_role`, `files_unreachable`:
 * nothing was
 *   deleted; Error of a file store, after which the same call continues
 */
export const deleteOrganisation = async (
  db: Database,
  files: FileStores,
  orgId: number,
  confirmed: string | undefined,
  by: Author,
  report: DeletionProgress,
  late = LATE_MS,
): Promise<DeletedOrganisation> => {
  const own = db.forOrg(orgId);
  const [row] = await own.queryLong<Row>(rowOf(orgId));
  allowed(orgId, row, confirmed);
  const all = await listTenantTables(db);
  requireRole(all);
  await requireKeepers(own, files, orgId);
  const tables = all.filter(({ name }) => name !== HOME);
  const entrances = tables.filter(({ name, names }) => names.includes(HOME) || name === WEBHOOKS);
  const { name, began, gone } = await begin(own, orgId, confirmed, entrances, by);
  const removal = new Purge(own, orgId, files, await settingsOf(own, orgId), report);
  for (const [table, n] of gone) removal.count(table, n);
  await waitForCacheExpiry();
  await removal.all(tables);
  // A clock that was set back must not prolong the wait.
  let rest = Math.min(late, began + late - Date.now());
  for (;;) {
    if (rest > 0) {
      report.waits(rest);
      await delay(rest);
    }
    await waitForEarlierWriters(own, orgId);
    if (!(await removal.all(tables)) && (await removeRow(own, orgId, tables))) break;
    rest = late;
  }
  await waitForCacheExpiry();
  return { name, tables: Object.fromEntries(removal.rows), files: removal.files, bytes: removal.bytes };
};
