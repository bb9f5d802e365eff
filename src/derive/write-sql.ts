/** Statements that write one row: a pure function of the declaration, one prepared statement per record kind. */
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { and, prepared, raw, type Sql } from '../sql.ts';
import { quoted, storedColumns, visible } from './columns.ts';
import { perDeclaration } from './per-declaration.ts';
import { printedText } from './printed-text.ts';

/** A row as it is written: canonical values by column, and the document of fields that the organisation added. */
export interface Row {
  readonly values: Values;
  readonly extra: Values | null;
}

const ID = quoted('id');

/** A column as it is written, and its value in a row. */
interface WrittenColumn {
  readonly name: string;
  readonly of: (row: Row, extra: string | null, printed: string) => unknown;
}

/** Texts around the values of a row. */
interface Shape {
  readonly written: readonly WrittenColumn[];
  readonly insert: readonly string[];
  readonly update: readonly string[];
  readonly locked: Sql;
}

const buildShape = (resource: Resource): Shape => {
  const { table, rows, settings } = resource;
  const columns = storedColumns(resource);
  const written: WrittenColumn[] = columns.map(({ name }) => ({ name, of: ({ values }) => values[name] ?? null }));
  if (settings.configurable) written.push({ name: 'extra', of: (_row, extra) => extra });
  written.push({ name: 'printed', of: (_row, _extra, printed) => printed });
  const names = written.map(({ name }) => quoted(name));
  const insert = [
    `insert into ${table} (org_id${rows.section ? ', section' : ''}, ${names.join(', ')})\nvalues (`,
    `${rows.section ? `, '${rows.section}'` : ''}, `,
    ...names.map((_name, i) => (i < names.length - 1 ? ', ' : ')')),
  ];
  const changed = names.filter((name) => name !== ID);
  const update = [
    ...changed.map((name, i) => `${i === 0 ? `update ${table}\nset ` : ', '}${name} = `),
    '\nwhere org_id = ',
    ' and id = ',
    '',
  ];
  const secrets = columns.filter(({ field }) => field.kind.secret).map(({ name }) => `, t.${quoted(name)}`);
  const locked = raw(`t.printed${settings.configurable ? ', t.extra' : ''}${secrets.join('')}`);
  return { written, insert, update, locked };
};

const shapeOf = perDeclaration(buildShape);

/** A row that is written, with the text that reads show of it. */
export interface Written {
  readonly row: Sql;
  readonly printed: string;
}

const writes = (resource: Resource, row: Row, statement: (shape: Shape, values: unknown[]) => Sql): Written => {
  const shape = shapeOf(resource);
  const extra = row.extra && Object.keys(row.extra).length ? JSON.stringify(row.extra) : null;
  const printed = printedText(resource, row.values, extra);
  const values = shape.written.map((column) => column.of(row, extra, printed));
  return { row: statement(shape, values), printed };
};

/** INSERT of a row. */
export const insertRow = (resource: Resource, orgId: number, row: Row): Written =>
  writes(resource, row, ({ insert }, values) => prepared(insert, orgId, ...values));

/** UPDATE of all columns of a row. The caller holds the row's lock. */
export const updateRow = (resource: Resource, orgId: number, row: Row): Written =>
  writes(resource, row, ({ written, update }, values) => {
    const changed = values.filter((_value, i) => written[i]?.name !== 'id');
    return prepared(update, ...changed, orgId, row.values.id);
  });

/** Soft delete of a row whose lock the caller holds. */
export const softDelete = ({ table }: Resource, orgId: number, id: number, now: string): Sql =>
  prepared`update ${raw(table)}
    set del = 1, deleted_at = ${now}
    where org_id = ${orgId} and id = ${id}`;

/** Hard delete of a row whose lock the caller holds. */
export const hardDelete = ({ table }: Resource, orgId: number, id: number): Sql =>
  prepared`delete from ${raw(table)}
    where org_id = ${orgId} and id = ${id}`;

/**
 * SELECT that locks a row for writing; answers `{printed, extra?, <secrets>}`.
 * @param conditions what the path demands of the row `t`
 */
export const lockRow = (
  resource: Resource,
  orgId: number,
  id: number,
  conditions: readonly Sql[],
  strength: 'no key update' | 'update',
): Sql => prepared`select ${shapeOf(resource).locked}
from ${raw(resource.table)} t
where t.org_id = ${orgId}${visible(resource, 't')} and t.id = ${id}${and(conditions)}
for ${raw(strength)} of t`;
