/** Statements that write one row: a pure function of the declaration, one prepared statement per record kind. */

import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { bulkInsert } from '../../sql/bulk-insert.ts';
import { and, literal, prepared, raw, type Sql, sql, tenantParam } from '../../sql/sql.ts';
import { memoizeByDeclaration } from '../memoize.ts';
import { column, quoted, storedColumns, visible } from '../storage/columns.ts';
import { serializeRecord } from '../storage/serialize-record.ts';
import { writtenText } from './author-sql.ts';

/** A row to write: canonical values by column, and the document of fields that the organisation added. */
export interface Row {
  readonly values: Values;
  readonly extra: Values | null;
}

/** Statement texts of a record kind, split at the values of a row: the id, the `columns`, then the documents. */
interface Shape {
  readonly columns: readonly string[];
  /**
   * The columns that an UPDATE writes, without creation stamps: the stored value is authoritative, not the one in a
   * read.
   */
  readonly changed: readonly string[];
  readonly insert: readonly string[];
  /** A bulk INSERT up to `values`, and the texts around the values of each row. */
  readonly head: Sql;
  readonly bracket: readonly string[];
  readonly update: readonly string[];
  readonly locked: Sql;
}

const buildShape = (resource: Resource): Shape => {
  const { table, storage: rows, settings } = resource;
  const stored = storedColumns(resource);
  const columns = stored.map(({ name }) => name).filter((name) => name !== 'id');
  const document = [...(settings.configurable ? ['extra'] : []), 'printed'];
  const names = [...columns, ...document].map(quoted);
  const into = `insert into ${table} (org_id${rows.section ? ', section' : ''}, id, ${names.join(', ')})`;
  const between = [`${rows.section ? `, '${rows.section}'` : ''}, `, ...names.map(() => ', ')];
  const insert = [`${into}\nvalues (`, ...between, ')'];
  const made = new Set(stored.filter(({ field }) => field.stamp === 'made').map(({ name }) => name));
  const changed = columns.filter((name) => !made.has(name));
  const update = [
    ...[...changed, ...document].map((name, i) => `${i ? ', ' : `update ${table}\nset `}${quoted(name)} = `),
    '\nwhere org_id = ',
    ' and id = ',
    '',
  ];
  const secrets = stored.filter(({ field }) => field.kind.secret).map(({ name }) => `, t.${quoted(name)}`);
  const locked = raw(`t.printed${settings.configurable ? ', t.extra' : ''}${secrets.join('')}`);
  return { columns, changed, insert, head: raw(into), bracket: ['(', ...between, ')'], update, locked };
};

const shapeOf = memoizeByDeclaration(buildShape);

/** The statement of a row, and the JSON text that reads show. */
export interface Written {
  readonly row: Sql;
  readonly printed: string;
}

/** The values of a row's columns; the last is the JSON text that reads show. */
const valuesOf = (resource: Resource, columns: readonly string[], row: Row): { values: unknown[]; printed: string } => {
  const extra = row.extra && Object.keys(row.extra).length ? JSON.stringify(row.extra) : null;
  const printed = serializeRecord(resource, row.values, extra);
  const values: unknown[] = [];
  for (const name of columns) values.push(row.values[name] ?? null);
  if (resource.settings.configurable) values.push(extra);
  values.push(printed);
  return { values, printed };
};

/** INSERT of a row. */
export const insertRow = (resource: Resource, orgId: number, row: Row): Written => {
  const shape = shapeOf(resource);
  const { values, printed } = valuesOf(resource, shape.columns, row);
  return { row: prepared(shape.insert, orgId, row.values.id, ...values), printed };
};

/**
 * Bulk INSERTs of rows of one kind. @param rows single INSERTs, whose values are the organisation and those of the
 * row
 */
export const insertBatch = (resource: Resource, orgId: number, rows: readonly Sql[]): Sql[] => {
  const { head, bracket } = shapeOf(resource);
  return bulkInsert(
    head,
    rows.map(({ values: [, ...values] }) => sql(bracket, tenantParam(orgId), ...values)),
  );
};

/** UPDATE of all columns but the creation stamps. The caller has locked the row. */
export const updateRow = (resource: Resource, orgId: number, row: Row): Written => {
  const shape = shapeOf(resource);
  const { values, printed } = valuesOf(resource, shape.changed, row);
  return { row: prepared(shape.update, ...values, orgId, row.values.id), printed };
};

/**
 * Soft delete of a row that the caller has locked. `del` is 1 for a record that can be restored, 2 for one that is hidden with
 * another: with the record above it, or merged into one.
 */
export const softDelete = ({ table }: Resource, orgId: number, id: number, now: string, del: 1 | 2 = 1): Sql =>
  prepared`update ${raw(table)}
    set del = ${raw(String(del))}, deleted_at = ${now}
    where org_id = ${orgId} and id = ${id}`;

/** Hard delete of a row that the caller has locked. */
export const hardDelete = ({ table }: Resource, orgId: number, id: number): Sql =>
  prepared`delete from ${raw(table)}
    where org_id = ${orgId} and id = ${id}`;

/** Columns returned of a locked row: its JSON text as reads show it, added fields, secrets. */
const lockedColumns = (resource: Resource, orgId: number): Sql =>
  resource.responses.author ? sql`${writtenText(resource, 't', orgId)} as printed` : shapeOf(resource).locked;

/** The parent record of a part or an annotation. */
export interface OwnerRow {
  readonly resource: Resource;
  readonly id: unknown;
}

/**
 * SELECT that locks a row for writing; returns `{printed, extra?, <secrets>}`.
 * @param conditions conditions of the path on the row `t`
 * @param owner must exist until the write commits; locked first, as its delete and a merge do
 */
export const lockRow = (
  resource: Resource,
  orgId: number,
  id: number,
  conditions: readonly Sql[],
  strength: 'no key update' | 'update',
  owner?: OwnerRow,
): Sql => {
  const join = owner
    ? sql`
join ${raw(owner.resource.table)} o on o.org_id = ${orgId} and o.id = ${owner.id}${visible(owner.resource, 'o')}`
    : raw('');
  return prepared`select ${lockedColumns(resource, orgId)}
from ${raw(resource.table)} t${join}
where t.org_id = ${orgId}${visible(resource, 't')} and t.id = ${id}${and(conditions)}${owner ? raw('\nfor key share of o') : raw('')}
for ${raw(strength)} of t`;
};

/**
 * SELECT that locks a row of a kind, deleted or not; returns `{printed, extra?, <secrets>, del, parent, expired}` as texts.
 * @param options `conditions` on the row `t`; `earliest`, a local time: a row deleted before is `expired`
 */
export const lockDeletedRow = (
  resource: Resource,
  orgId: number,
  id: number,
  { conditions, earliest }: { readonly conditions: readonly Sql[]; readonly earliest: string },
): Sql => {
  const { nesting: place, storage } = resource;
  const parent = place.below.length ? sql`t.${column(place.parentColumn)}::text` : raw('null');
  const kind = storage.section ? sql` and t.section = ${literal(storage.section)}` : raw('');
  return prepared`select ${lockedColumns(resource, orgId)}, t.del::text as del, (t.deleted_at < ${earliest}::timestamp)::text as expired, ${parent} as parent
from ${raw(resource.table)} t
where t.org_id = ${orgId}${kind} and t.id = ${id}${and(conditions)}
for update of t`;
};

/** SELECT that locks the live record that a row is below; no row if there is none. @param parent the kind above */
export const lockParentOf = (resource: Resource, parent: Resource, orgId: number, id: number): Sql =>
  prepared`select p.id
from ${raw(parent.table)} p
where p.org_id = ${orgId} and p.del = 0 and p.id = (
    select t.${column(resource.nesting.parentColumn)}
    from ${raw(resource.table)} t
    where t.org_id = ${orgId} and t.id = ${id})
for key share of p`;
