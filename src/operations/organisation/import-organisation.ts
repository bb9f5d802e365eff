/**
 * Makes a new organisation of an archive (docs/archive.md). Numbers of records stay, so that all that names them is right: the
 * sequences are set ahead of them, and processes have given up earlier numbers before the one transaction with all rows. After an
 * error or an interruption nothing is left but files, which are removed or swept.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Database, mayHaveCommitted, type Tx } from '../../db/database.ts';
import { STOCK_MS } from '../../db/id-allocator.ts';
import { NO_TIMEOUTS } from '../../db/migrations/session-settings.ts';
import { listTenantTables } from '../../db/tenant/tenant-tables.ts';
import { jsonExpression, storedColumns } from '../../derive/storage/columns.ts';
import type { FileStores } from '../../files/object-store.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { registry } from '../../model/registry.ts';
import { SEARCH_TEXT_VERSION } from '../../shared/search-text-version.ts';
import { join, raw, type Sql, sql, tenantParam } from '../../sql/sql.ts';
import { blockOf, countAll, counterOf, isCounted } from '../commit/counters.ts';
import { RENUMBERED, readSequences } from '../exports/archive-manifest.ts';
import { type ArchivedRows, archivedRows } from '../exports/archive-rows.ts';
import { renewAllEntries } from '../rebuild/reindex.ts';
import { type ArchiveSource, damaged, linesOf } from './archive-source.ts';
import { RowCarrier } from './carry-row.ts';
import { verifyArchive } from './verify-archive.ts';

/** Parameters of an import. */
export interface OrganisationImport {
  readonly source: ArchiveSource;
  /** Instead of the name in the archive. */
  readonly name?: string | undefined;
  /** A number for an organisation. */
  readonly nextNumber: () => Promise<number>;
  /** Inserts the row of an organisation and the entry of the audit log. */
  readonly create: (
    tx: Tx,
    orgId: number,
    organisation: { readonly name: string; readonly timeZone: string; readonly plan: Record<string, unknown> },
  ) => Promise<void>;
  /** @param step for a person */
  readonly progress: (step: string) => void;
}

/** The new organisation. */
export interface ImportedOrganisation {
  readonly org_id: number;
  readonly name: string;
  /** Rows of documents whose file is not in the archive. */
  readonly missing: number;
}

const HOME = 'organisation';
const FILES = 'files/';
/** Beyond the last number, for those that are taken meanwhile. */
const AHEAD = 1000;

/** Sets the sequences ahead of the numbers of an archive. @returns whether one was behind */
const advanceSequences = async (db: Database, wanted: Readonly<Record<string, number>>): Promise<boolean> => {
  const there = await readSequences(db);
  const behind = Object.entries(wanted).filter(([name, last]) => (there[name] ?? 0) < last);
  for (const [name, last] of behind)
    await db.coordinator.transaction((tx) =>
      tx.run(sql`select setval(c.oid, ${last + AHEAD}::bigint)
        from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' and c.relname = ${name}`),
    );
  return behind.length > 0;
};

/** Stores the files. @returns their SHA-256 */
const storeFiles = async (files: FileStores, orgId: number, { source, progress }: OrganisationImport) => {
  const contents = new Set<string>();
  for (const file of source.files.keys()) {
    if (!file.startsWith(FILES)) continue;
    const stream = await source.open(file);
    contents.add((await files.current.put(orgId, stream)).sha256);
    progress(`files: ${contents.size}`);
  }
  return contents;
};

/** Rows `t` of JSON texts. */
const recordset = (lines: readonly string[], columns: ArchivedRows['columns']): Sql =>
  sql`json_to_recordset(${`[${lines.join(',')}]`}::json) t(${raw(columns.map(({ name, type }) => `${name} ${type}`).join(', '))})`;

/** Secrets are not in an archive: such fields are empty. */
const withoutSecrets = (resource: Resource): Readonly<Record<string, Sql>> =>
  Object.fromEntries(
    storedColumns(resource).flatMap(({ name, field }) => (field.kind.secret ? [[name, raw('null::text')]] : [])),
  );

const SECRET = { name: 'secret', type: 'text' };

/** INSERT of rows; `nameOwn` sets columns that name others of their kind. */
const insertRows = (orgId: number, rows: ArchivedRows, lines: readonly string[]): Sql => {
  const { table, resource, own } = rows;
  const columns = table.name === 'webhook' ? [...rows.columns, SECRET] : rows.columns;
  const names = columns.filter(({ name }) => !own.includes(name)).map(({ name }) => raw(name));
  const printed = resource ? sql`, ${jsonExpression(resource, 't', withoutSecrets(resource))}` : raw('');
  return sql`insert into ${raw(table.name)} (org_id, ${join(names, ', ')}${raw(resource ? ', printed' : '')})
    select ${tenantParam(orgId)}, ${join(
      names.map((name) => sql`t.${name}`),
      ', ',
    )}${printed}
    from ${recordset(lines, columns)}`;
};

/** UPDATE of the columns by which rows name others of their kind. */
const nameOwn = (
  orgId: number,
  { table, columns, own }: ArchivedRows,
  lines: readonly string[],
): Sql => sql`update ${raw(table.name)} s
    set ${join(
      own.map((name) => raw(`${name} = t.${name}`)),
      ', ',
    )}
    from ${recordset(lines, columns)}
    where s.org_id = ${orgId} and s.id = t.id and (${join(
      own.map((name) => raw(`t.${name} is not null`)),
      ' or ',
    )})`;

/** Adds live records to the totals of their lists. */
const countRows = (orgId: number, { resource }: ArchivedRows, lines: readonly string[]): readonly Sql[] => {
  if (!resource || !isCounted(resource)) return [];
  const counted = lines.flatMap((line) => {
    const row = JSON.parse(line) as Values;
    return row.del ? [] : [{ name: counterOf(resource, row), block: blockOf(Number(row.id)), by: 1 }];
  });
  return countAll(orgId, counted);
};

const writeRows = async (tx: Tx, carrier: RowCarrier, rows: ArchivedRows, { source, progress }: OrganisationImport) => {
  const { orgId } = carrier.to;
  let written = 0;
  for await (const lines of linesOf(source, rows.file)) {
    const carried = await carrier.lines(rows, lines);
    const counts = countRows(orgId, rows, carried);
    await Promise.all([insertRows(orgId, rows, carried), ...counts].map((statement) => tx.run(statement)));
    written += lines.length;
    progress(`${rows.file}: ${written} rows`);
  }
  if (rows.own.length) for await (const lines of linesOf(source, rows.file)) await tx.run(nameOwn(orgId, rows, lines));
};

/** Name, time zone, plan, and the other values of the organisation. */
const writeOrganisation = async (
  tx: Tx,
  orgId: number,
  { file, columns }: ArchivedRows,
  { source, name, create }: OrganisationImport,
): Promise<string> => {
  const all: string[] = [];
  for await (const lines of linesOf(source, file)) all.push(...lines);
  if (all.length !== 1) throw damaged(`${file} has not one line.`);
  const row = JSON.parse(all[0] ?? '') as { name: string; time_zone: string; plan: Record<string, unknown> };
  const made = name ?? row.name;
  await create(tx, orgId, { name: made, timeZone: row.time_zone, plan: row.plan });
  // Search entries are made afterwards (`makeSearchable`), by the service where the command is killed.
  await tx.run(sql`update organisation o
    set search_text_version = 0, ${join(
      columns.map((one) => raw(`${one.name} = t.${one.name}`)),
      ', ',
    )}
    from ${recordset([JSON.stringify({ ...row, name: made })], columns)}
    where o.org_id = ${orgId}`);
  return made;
};

/** Other rows name those with other numbers. */
const renumberedFirst = (all: readonly ArchivedRows[]): readonly ArchivedRows[] => {
  const isFirst = ({ table }: ArchivedRows) => RENUMBERED.includes(table.name);
  return [...all.filter(isFirst), ...all.filter((rows) => !isFirst(rows))];
};

const makeSearchable = async (db: Database, orgId: number): Promise<void> => {
  await renewAllEntries(db, orgId);
  await db.transaction((tx) =>
    tx.run(sql`update organisation set search_text_version = ${SEARCH_TEXT_VERSION} where org_id = ${orgId}`),
  );
};

/** A value that a table refuses is damage: a row that another one names is missing, or a number is too large. */
const asDamaged = (error: unknown): unknown => {
  const isRefused = error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
  return isRefused ? damaged(`a row does not fit (${error.message}).`, error) : error;
};

/**
 * Makes a new organisation of an archive.
 * @param db connected as the role that owns the tables
 * @throws 400 `archive_damaged`, `archive_too_new` before anything is written; errors of the database and of the store, after
 *   which nothing is left
 */
export const importOrganisation = async (
  db: Database,
  files: FileStores,
  asked: OrganisationImport,
): Promise<ImportedOrganisation> => {
  const { source, progress } = asked;
  const known = renumberedFirst(archivedRows(await listTenantTables(db), registry));
  const manifest = await verifyArchive(source, known, (file) => progress(`checked: ${file}`));
  const home = known.find(({ table }) => table.name === HOME);
  if (!home) throw new Error('No table of organisations');
  const orgId = await asked.nextNumber();
  const own = db.forOrg(orgId);
  const moved = await advanceSequences(db, manifest.sequences);
  const movedAt = performance.now();
  const write = async (tx: Tx, contents: ReadonlySet<string>): Promise<ImportedOrganisation> => {
    for (const setting of NO_TIMEOUTS) await tx.run(raw(setting));
    const name = await writeOrganisation(tx, orgId, home, asked);
    const carrier = new RowCarrier(tx, { orgId, aws: files.current.aws, contents });
    for (const rows of known)
      if (rows !== home && source.files.has(rows.file)) await writeRows(tx, carrier, rows, asked);
    return { org_id: orgId, name, missing: carrier.missing };
  };
  try {
    const contents = await storeFiles(files, orgId, asked);
    if (moved) await delay(Math.max(0, movedAt + STOCK_MS - performance.now()));
    const made = await own.transaction((tx) => write(tx, contents));
    // After an interruption here the service completes them.
    await makeSearchable(own, orgId).catch(() => undefined);
    return made;
  } catch (error) {
    if (!mayHaveCommitted(error)) await files.current.removeAll(orgId, () => undefined);
    throw asDamaged(error);
  }
};
