/** Statements that write one row: a pure function of the declaration, one prepared statement per record kind. */
import { insertMany } from '../insert-many.ts';
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { and, prepared, raw, type Sql, sql, tenant } from '../sql.ts';
import { writtenText } from './author.ts';
import { quoted, storedColumns, visible } from './columns.ts';
import { perDeclaration } from './per-declaration.ts';
import { printedText } from './printed-text.ts';

/** A row as it is written: canonical values by column, and the document of fields that the organisation added. */
export interface Row {
  readonly values: Values;
  readonly extra: Values | null;
}

/** Texts around the values of a row: those of its id and of `columns`, then what belongs to them all. */
interface Shape {
  readonly columns: readonly string[];
  /** Those that an UPDATE writes: when a record was made does not change, and the row knows it better than what is read of it. */
  readonly changed: readonly string[];
  readonly insert: readonly string[];
  /** An INSERT of many rows up to `values`, and the texts around the values of each. */
  readonly head: Sql;
  readonly bracket: readonly string[];
  readonly update: readonly string[];
  readonly locked: Sql;
}

const buildShape = (resource: Resource): Shape => {
  const { table, rows, settings } = resource;
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

const shapeOf = perDeclaration(buildShape);

/** A row that is written, with the text that reads show of it. */
export interface Written {
  readonly row: Sql;
  readonly printed: string;
}

/** The values of a row's columns, and the text that reads show of it, which is the last of them. */
const valuesOf = (resource: Resource, columns: readonly string[], row: Row): { values: unknown[]; printed: string } => {
  const extra = row.extra && Object.keys(row.extra).length ? JSON.stringify(row.extra) : null;
  const printed = printedText(resource, row.values, extra);
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

/** INSERTs of rows of one kind. @param rows the INSERT of each by itself, whose values are the organisation and those of the row */
export const insertTogether = (resource: Resource, orgId: number, rows: readonly Sql[]): Sql[] => {
  const { head, bracket } = shapeOf(resource);
  return insertMany(
    head,
    rows.map(({ values: [, ...values] }) => sql(bracket, tenant(orgId), ...values)),
  );
};

/** UPDATE of all columns of a row but when it was made. The caller holds the row's lock. */
export const updateRow = (resource: Resource, orgId: number, row: Row): Written => {
  const shape = shapeOf(resource);
  const { values, printed } = valuesOf(resource, shape.changed, row);
  return { row: prepared(shape.update, ...values, orgId, row.values.id), printed };
};

/** Soft delete of a row whose lock the caller holds. */
export const softDelete = ({ table }: Resource, orgId: number, id: number, now: string): Sql =>
  prepared`update ${raw(table)}
    set del = 1, deleted_at = ${now}
    where org_id = ${orgId} and id = ${id}`;

/** Hard delete of a row whose lock the caller holds. */
export const hardDelete = ({ table }: Resource, orgId: number, id: number): Sql =>
  prepared`delete from ${raw(table)}
    where org_id = ${orgId} and id = ${id}`;

/** Columns that answer a locked row: its text as reads show it, added fields, secrets. */
const lockedColumns = (resource: Resource, orgId: number): Sql =>
  resource.answers.author ? sql`${writtenText(resource, 't', orgId)} as printed` : shapeOf(resource).locked;

/** The record that a part or an annotation hangs on. */
export interface OwnerRow {
  readonly resource: Resource;
  readonly id: unknown;
}

/**
 * SELECT that locks a row for writing; answers `{printed, extra?, <secrets>}`.
 * @param conditions what the path demands of the row `t`
 * @param owner has to be there and stays until the write commits; locked first, as its delete and a merge do
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
