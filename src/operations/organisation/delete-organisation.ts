/**
 * Deleting an organisation with all it has (docs/decisions/0043). A mark in its row comes first: from then on it is there for
 * nobody, its tokens, sessions and webhooks are gone. Its rows go piece by piece, then its files, and its row at the very end,
 * when no call that began before the mark can still be writing. Whatever is broken off, the same command goes on with it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Author, entryBy } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import { WITHOUT_BOUNDS } from '../../db/session-settings.ts';
import { type TableOfOrganisations, tablesOfOrganisations } from '../../db/tables-of-organisations.ts';
import { fail, unknownOrganisation } from '../../errors.ts';
import type { FileStores } from '../../files/object-store.ts';
import { untilSeenEverywhere } from '../../seen-everywhere.ts';
import { instant, join, raw, type Sql, sql } from '../../sql.ts';
import { keepersOf } from '../documents/sweep-files.ts';
import { Removal, type RemovalTold } from './removal.ts';

/** Between two looks whether transactions that began before have ended, and how long they are waited for at most. */
const [LOOK_MS, PATIENCE_MS] = [200, 120_000];
/**
 * Milliseconds after the mark in which calls that it came upon may still begin to write: they were admitted before. Where some
 * did, it counts anew.
 */
const LATE_MS = 10_000;

const HOME = 'organisation';
/** Deliveries come from there: nothing more is sent once its rows are gone. */
const WEBHOOKS = 'webhook';

/**
 * No index finds the rows of an organisation that name a row which is about to go, so that each row that goes would have all others
 * looked through. Who names it went before, so a role that may does without that look.
 */
const UNCHECKED = raw("set local session_replication_role = 'replica'");
const NODES_TOLD = raw("set local citus.propagate_set_commands = 'local'");

/** What is told of a deletion while it goes on. */
export interface DeletionTold extends RemovalTold {
  /** It waits for calls that may be under way. */
  waits(ms: number): void;
}

/** What a deletion removed; where it went on with one that was broken off, only since then. */
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
const requireRole = (tables: readonly TableOfOrganisations[]): void => {
  const denied = tables.filter(({ mayDelete }) => !mayDelete).map(({ name }) => name);
  if (denied.length)
    throw refuse(
      'unfit_role',
      `The role of DATABASE_URL may not remove rows of ${denied.join(', ')}; run the command as the role that owns the tables, as migrate.`,
    );
};

/** @throws 400 `files_unreachable` where a keeper of the organisation's files cannot be used */
const requireKeepers = async (db: Database, files: FileStores, orgId: number): Promise<void> => {
  try {
    for (const aws of await keepersOf(db, orgId)) files.of(aws);
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
 * Marks it, and takes away by what people and programs come in and hear of it.
 * @returns its name, when that was done, in milliseconds since 1970, and how many rows of which tables went
 * @throws as `allowed`
 */
const begin = (
  db: Database,
  orgId: number,
  confirmed: string | undefined,
  entrances: readonly TableOfOrganisations[],
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
    const [row] = await db.readLong<{ xid: string }>(
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
const removeRow = (db: Database, orgId: number, tables: readonly TableOfOrganisations[]): Promise<boolean> =>
  db.transaction(async (tx) => {
    // Whoever stores a file or changes its settings holds the row meanwhile.
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
    [may, sql`${may} from organisation where org_id = ${orgId}`].map((one) => db.readLong<{ may: boolean }>(one)),
  );
  return found.every(([row]) => row?.may === true);
};

/** What statements of a piece begin with. A node that a cluster's coordinator asks in its turn is told of it too. */
const settingsOf = async (db: Database, orgId: number): Promise<readonly Sql[]> => [
  NODES_TOLD,
  ...WITHOUT_BOUNDS.map(raw),
  ...((await mayLeaveUnchecked(db, orgId)) ? [UNCHECKED] : []),
];

/**
 * Deletes an organisation whose contract has ended, or goes on with a deletion that was broken off.
 * @param db connected as a role that may remove entries of the audit log: the service's may not
 * @param confirmed its name, as whoever deletes it wrote it
 * @param by who deletes it; the audit log says so until it goes too
 * @param late milliseconds after the mark in which calls may still begin to write
 * @returns what was removed, when all of it is gone and every process knows
 * @throws 404 `unknown_organisation`; 400 `contract_active`, `not_confirmed`, `unfit_role`, `files_unreachable`: then nothing was
 *   removed; Error of a keeper of files, where the same call goes on later
 */
export const deleteOrganisation = async (
  db: Database,
  files: FileStores,
  orgId: number,
  confirmed: string | undefined,
  by: Author,
  told: DeletionTold,
  late = LATE_MS,
): Promise<DeletedOrganisation> => {
  const own = db.of(orgId);
  const [row] = await own.readLong<Row>(rowOf(orgId));
  allowed(orgId, row, confirmed);
  const all = await tablesOfOrganisations(db);
  requireRole(all);
  await requireKeepers(own, files, orgId);
  const tables = all.filter(({ name }) => name !== HOME);
  const entrances = tables.filter(({ name, names }) => names.includes(HOME) || name === WEBHOOKS);
  const { name, began, gone } = await begin(own, orgId, confirmed, entrances, by);
  const removal = new Removal(own, orgId, files, await settingsOf(own, orgId), told);
  for (const [table, n] of gone) removal.count(table, n);
  await untilSeenEverywhere();
  await removal.all(tables);
  // A clock that was put back has nobody wait for longer.
  let rest = Math.min(late, began + late - Date.now());
  for (;;) {
    if (rest > 0) {
      told.waits(rest);
      await delay(rest);
    }
    await waitForEarlierWriters(own, orgId);
    if (!(await removal.all(tables)) && (await removeRow(own, orgId, tables))) break;
    rest = late;
  }
  await untilSeenEverywhere();
  return { name, tables: Object.fromEntries(removal.rows), files: removal.files, bytes: removal.bytes };
};
