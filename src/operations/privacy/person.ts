/** Finds a customer with all its records, deleted ones included, for the privacy operations. */
import type { Database } from '../../db/database.ts';
import { pages } from '../../db/pages.ts';
import { type PersonKind, type PersonRows, personKinds, recordsPage } from '../../derive/privacy/person-records.ts';
import { fail } from '../../errors/api-error.ts';
import { type Sql, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';

/** Records of one page. */
const PAGE = 500;

/** A customer and the customers that were merged into it. */
export interface Person extends PersonRows {
  readonly kid: number;
  /** `del` of its row: 0 live, 1 deleted, 2 deleted with another, 3 erased or restricted. */
  readonly del: number;
  readonly name: string | null;
  readonly vorname: string | null;
}

/** `del` of rows that an erasure hides; they cannot be restored. */
export const RESTRICTED = 3;

/**
 * Customers that were merged into these, from the audit log: their own rows only show that they are deleted. A merge that
 * was undone does not count.
 */
const mergedInto = async (db: Database, orgId: number, kids: readonly number[]): Promise<readonly number[]> => {
  const rows = await db.queryLong<{
    kid: number;
  }>(sql`select distinct (a.changes::jsonb -> 'slave_kid' ->> 1)::int as kid
    from audit_entry a
    where a.org_id = ${orgId} and a.section = 'customers' and a.record_id = any(${kids}::int[]) and a.action = 'merge'
      and a.changes::jsonb -> 'slave_kid' ->> 1 is not null and not exists (
        select 1
        from audit_entry u
        where u.org_id = ${orgId} and u.section = 'customers' and u.record_id = a.record_id and u.action = 'unmerge' and u.id > a.id
          and u.changes::jsonb -> 'slave_kid' ->> 1 = a.changes::jsonb -> 'slave_kid' ->> 1)`);
  return rows.map(({ kid }) => kid);
};

const withMerged = async (db: Database, orgId: number, kid: number): Promise<readonly number[]> => {
  const all = new Set([kid]);
  let last: readonly number[] = [kid];
  while (last.length) {
    last = (await mergedInto(db, orgId, last)).filter((one) => !all.has(one));
    for (const one of last) all.add(one);
  }
  return [...all];
};

/**
 * The customer, deleted or not.
 * @throws 404 `customer_not_found`
 */
export const findPerson = async (
  { db, actor: { orgId } }: Pick<Context, 'db' | 'actor'>,
  kid: number,
): Promise<Person> => {
  const [row] = await db.read<Pick<Person, 'del' | 'name' | 'vorname'>>(sql`select c.del, c.name, c.vorname
    from contact c
    where c.org_id = ${orgId} and c.id = ${kid}::int and c.section = 'customers'`);
  if (!row) throw fail('customer_not_found');
  return { orgId, kid, kids: await withMerged(db, orgId, kid), ...row };
};

/** A record of a person, with the selected columns. */
export type PersonRecord<Columns = unknown> = { readonly id: number; readonly del: number } & Columns;

/**
 * The records of a kind that belong to a person, deleted ones included, in pages by id.
 * @param shown further columns of rows `t`
 */
export async function* recordsOf<Columns>(
  db: Database,
  kind: PersonKind,
  rows: PersonRows,
  shown: readonly Sql[] = [],
): AsyncGenerator<readonly PersonRecord<Columns>[]> {
  yield* pages<PersonRecord<Columns>>(PAGE, (last) =>
    db.queryLong(recordsPage(kind, rows, shown, { after: last?.id ?? 0, limit: PAGE })),
  );
}

/** The numbers of a person's records by kind, deleted ones included. */
export type PersonIds = ReadonlyMap<PersonKind, readonly number[]>;

/** Reads the numbers of all records of a person. */
export const idsOf = async ({ db, model }: Pick<Context, 'db' | 'model'>, person: Person): Promise<PersonIds> => {
  const found = new Map<PersonKind, readonly number[]>();
  for (const kind of personKinds(model.registry)) {
    const ids: number[] = [];
    for await (const rows of recordsOf(db, kind, person)) ids.push(...rows.map(({ id }) => id));
    found.set(kind, ids);
  }
  return found;
};
