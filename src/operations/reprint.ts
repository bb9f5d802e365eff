/**
 * Printing records anew (docs/decisions/0004): after a release that prints differently, and when an organisation takes
 * a field away. In short transactions, so that the service works on meanwhile; can be interrupted and repeated.
 */
import type { Database } from '../db/database.ts';
import { printExpression } from '../derive/columns.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';

/** Ids looked at in one statement. */
const BATCH = 2000;

/** Rows whose stored text was not what they print as now. */
export interface Reprinted {
  readonly table: string;
  readonly section: string | null;
  readonly rows: number;
}

const conditionOf = (resource: Resource): string =>
  resource.rows.section ? ` and t.section = '${resource.rows.section}'` : '';

/** Rows of an id range that print differently from what is stored: counted, or printed anew. */
const statement = (resource: Resource, change: boolean): string => {
  const fresh = printExpression(resource, 't');
  const where = `where t.org_id = $1 and t.id > $2 and t.id <= $3${conditionOf(resource)} and t.printed is distinct from ${fresh}`;
  return change
    ? `update ${resource.table} t set printed = ${fresh} ${where} returning t.id`
    : `select t.id from ${resource.table} t ${where}`;
};

const reprintTable = async (db: Database, orgId: number, resource: Resource, change: boolean): Promise<number> => {
  const text = statement(resource, change);
  let after = 0;
  let rows = 0;
  for (;;) {
    const [next] = await db.readLong<{ last: number | null }>({
      text: `select max(k.id) as last from (select t.id from ${resource.table} t where t.org_id = $1 and t.id > $2 order by t.id limit ${BATCH}) k`,
      values: [orgId, after],
    });
    if (!next?.last) return rows;
    const values = [orgId, after, next.last];
    const differing = change
      ? await db.transaction((tx) => tx.run({ text, values }))
      : await db.readLong({ text, values });
    rows += differing.length;
    after = next.last;
  }
};

/**
 * Compares the stored text of an organisation's records, deleted ones included, with what they print as.
 * @param change print anew what differs; else it is only counted
 * @param done called after each record kind
 */
export const reprint = async (
  db: Database,
  registry: Registry,
  orgId: number,
  change: boolean,
  done: (one: Reprinted) => void = () => undefined,
): Promise<readonly Reprinted[]> => {
  const found: Reprinted[] = [];
  for (const resource of registry.resources.filter(({ rows }) => rows.stored)) {
    const rows = await reprintTable(db, orgId, resource, change);
    const one = { table: resource.table, section: resource.rows.section ?? null, rows };
    done(one);
    if (rows) found.push(one);
  }
  return found;
};

/** Removes an added field's values from the records of a kind and from their text. @returns how many records had one */
export const dropValues = async (db: Database, orgId: number, resource: Resource, name: string): Promise<number> => {
  const fresh = `nullif((t.extra::jsonb - $4::text)::text, '{}')`;
  let after = 0;
  let rows = 0;
  for (;;) {
    const changed = await db.transaction((tx) =>
      tx.run<{ id: number }>({
        text: `with k as (select t.id from ${resource.table} t where t.org_id = $1 and t.id > $2${conditionOf(resource)} and t.extra is not null and t.extra::jsonb ? $4::text order by t.id limit $3 for update)
          update ${resource.table} t set extra = ${fresh}, printed = ${printExpression(resource, 't', {}, fresh)} from k where t.org_id = $1 and t.id = k.id returning t.id`,
        values: [orgId, after, BATCH, name],
      }),
    );
    if (!changed.length) return rows;
    rows += changed.length;
    after = Math.max(...changed.map(({ id }) => id));
  }
};
