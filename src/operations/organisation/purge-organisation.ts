/** Purges the data of an organisation in batches (docs/decisions/0043). */

import { countRows } from '../../db/count-rows.ts';
import { type Database, NO_WAIT } from '../../db/database.ts';
import type { TenantTable } from '../../db/tenant/tenant-tables.ts';
import type { FileStores } from '../../files/object-store.ts';
import { join, raw, type Sql, sql } from '../../sql/sql.ts';

/** Rows of one transaction. */
const PIECE = 2000;

/** Progress of a purge. */
export interface PurgeProgress {
  /** Rows of a table, or `files`, that were removed so far; `done` when none is left. @param all how many there were, of rows */
  removed(what: string, n: number, done: boolean, all?: number): void;
}

/** Conditions that split the rows of an organisation, in the order of their key. */
async function* piecesOf(db: Database, orgId: number, { name, key }: TenantTable): AsyncGenerator<Sql> {
  if (!key.length) {
    yield raw('');
    return;
  }
  const columns = raw(key.map((column) => column.name).join(', '));
  const texts = raw(key.map((column, i) => `${column.name}::text as k${i}`).join(', '));
  const at = (place: readonly string[]): Sql => {
    const values = place.map((value, i) => sql`${value}::${raw(key[i]?.type ?? 'text')}`);
    return sql`(${join(values, ', ')})`;
  };
  let from = raw('');
  for (;;) {
    const [next] = await db.queryLong<Record<string, string>>(sql`select ${texts}
      from ${raw(name)}
      where org_id = ${orgId}${from}
      order by ${columns}
      offset ${PIECE}::int
      limit 1`);
    if (!next) break;
    const place = at(key.map((_, i) => next[`k${i}`] ?? ''));
    yield sql`${from} and (${columns}) < ${place}`;
    from = sql` and (${columns}) >= ${place}`;
  }
  yield from;
}

/** Deletes the data. Each batch is a transaction that need not wait for the disk: a lost one is deleted again. */
export class Purge {
  readonly rows = new Map<string, number>();
  files = 0;
  bytes = 0;

  constructor(
    readonly db: Database,
    readonly orgId: number,
    readonly stores: FileStores,
    /** Settings at the start of each batch. */
    readonly settings: readonly Sql[],
    readonly report: PurgeProgress,
  ) {}

  /** All that is there by now. @returns whether there was something */
  async all(tables: readonly TenantTable[]): Promise<boolean> {
    let found = 0;
    for (const table of tables) found += await this.#table(table);
    return (await this.#contents()) + found > 0;
  }

  async #piece(statement: Sql): Promise<number> {
    const rows = await this.db.transaction((tx) => tx.finish([NO_WAIT, ...this.settings, statement]));
    return rows.at(-1)?.length ?? 0;
  }

  async #table(table: TenantTable): Promise<number> {
    const { db, orgId } = this;
    const name = raw(table.name);
    // Rows that name others of their table keep those from going first.
    for (const column of table.own.map(raw))
      for await (const piece of piecesOf(db, orgId, table))
        await this.#piece(
          sql`update ${name} set ${column} = null where org_id = ${orgId}${piece} and ${column} is not null`,
        );
    let removed = 0;
    let all: number | undefined;
    for await (const piece of piecesOf(db, orgId, table)) {
      removed += await this.#piece(sql`delete from ${name} where org_id = ${orgId}${piece} returning 1 as one`);
      if (!removed) continue;
      all ??= removed + (await countRows(db, sql`from ${name} where org_id = ${orgId}`));
      this.report.removed(table.name, removed, false, all);
    }
    if (!removed) return 0;
    this.count(table.name, removed);
    return removed;
  }

  /** Counts deleted rows. */
  count(table: string, rows: number): void {
    this.report.removed(table, rows, true);
    this.rows.set(table, (this.rows.get(table) ?? 0) + rows);
  }

  /** No row names them any more. */
  async #contents(): Promise<number> {
    const before = this.files;
    for (const store of this.stores.all)
      await store.removeAll(this.orgId, (files, bytes) => {
        this.files += files;
        this.bytes += bytes;
        this.report.removed('files', this.files, false);
      });
    if (this.files > before) this.report.removed('files', this.files, true);
    return this.files - before;
  }
}
