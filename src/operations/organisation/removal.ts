/** Removes what an organisation has, piece by piece (docs/decisions/0043). */
import { type Database, NO_WAIT } from '../../db/database.ts';
import type { TableOfOrganisations } from '../../db/tables-of-organisations.ts';
import type { FileStores } from '../../files/object-store.ts';
import { join, raw, type Sql, sql } from '../../sql.ts';
import { countRows } from '../count-rows.ts';

/** Rows of one transaction. */
const PIECE = 2000;

/** What is told of a removal while it goes on. */
export interface RemovalTold {
  /** Rows of a table, or `files`, that were removed so far; `done` when none is left. @param all how many there were, of rows */
  removed(what: string, n: number, done: boolean, all?: number): void;
}

/** Conditions that split the rows of an organisation, in the order of their key. */
async function* piecesOf(db: Database, orgId: number, { name, key }: TableOfOrganisations): AsyncGenerator<Sql> {
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
    const [next] = await db.readLong<Record<string, string>>(sql`select ${texts}
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

/** Removes what a deletion removes. Each piece is a transaction, which need not wait for the disk: what is lost is removed again. */
export class Removal {
  readonly rows = new Map<string, number>();
  files = 0;
  bytes = 0;

  constructor(
    readonly db: Database,
    readonly orgId: number,
    readonly stores: FileStores,
    /** What statements of a piece begin with. */
    readonly settings: readonly Sql[],
    readonly told: RemovalTold,
  ) {}

  /** All that is there by now. @returns whether there was something */
  async all(tables: readonly TableOfOrganisations[]): Promise<boolean> {
    let found = 0;
    for (const table of tables) found += await this.#table(table);
    return (await this.#contents()) + found > 0;
  }

  async #piece(statement: Sql): Promise<number> {
    const rows = await this.db.transaction((tx) => tx.finish([NO_WAIT, ...this.settings, statement]));
    return rows.at(-1)?.length ?? 0;
  }

  async #table(table: TableOfOrganisations): Promise<number> {
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
      this.told.removed(table.name, removed, false, all);
    }
    if (!removed) return 0;
    this.count(table.name, removed);
    return removed;
  }

  /** Counts rows that went. */
  count(table: string, rows: number): void {
    this.told.removed(table, rows, true);
    this.rows.set(table, (this.rows.get(table) ?? 0) + rows);
  }

  /** No row names them any more. */
  async #contents(): Promise<number> {
    const before = this.files;
    for (const store of this.stores.all)
      await store.removeAll(this.orgId, (files, bytes) => {
        this.files += files;
        this.bytes += bytes;
        this.told.removed('files', this.files, false);
      });
    if (this.files > before) this.told.removed('files', this.files, true);
    return this.files - before;
  }
}
