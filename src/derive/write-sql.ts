/** Statements that write one row: a pure function of the declaration, one prepared statement per record kind. */
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { and, join, prepared, raw, type Sql, sql } from '../sql.ts';
import { type Column, column, printExpression, quoted, storedColumns, visible } from './columns.ts';
import { perDeclaration } from './per-declaration.ts';

/** A row as it is written: canonical values by column, and the document of fields that the organisation added. */
export interface Row {
  readonly values: Values;
  readonly extra: Values | null;
}

/** Texts around the values of a row: the organisation and each column's, in the order of `valuesOf`. */
interface Shape {
  readonly columns: readonly Column[];
  readonly insert: readonly string[];
  readonly update: readonly string[];
  readonly locked: Sql;
}

/** A row `v` of typed values, as the texts around them. @param before what stands before the first of them */
const rowOfValues = (before: string, columns: readonly { name: string; type: string }[], after: string): string[] => [
  `${before}(select `,
  ...columns.map(({ name, type }, i) => `::${type} as ${name}${i < columns.length - 1 ? ', ' : `) v${after}`}`),
];

const buildShape = (resource: Resource): Shape => {
  const { table, section, configurable } = resource;
  const columns = storedColumns(resource);
  const written = [
    ...columns.map(({ name, field }) => ({ name: quoted(name), type: field.kind.column })),
    ...(configurable ? [{ name: 'extra', type: 'text' }] : []),
  ];
  const names = written.map(({ name }) => name);
  const printed = printExpression(resource, 'v');
  const insert = [
    `insert into ${table} (org_id, ${section ? 'section, ' : ''}${names.join(', ')}, printed)\nselect `,
    ...rowOfValues(
      `::int, ${section ? `'${section}', ` : ''}${names.map((name) => `v.${name}`).join(', ')},\n  ${printed}\nfrom `,
      written,
      '\nreturning printed',
    ),
  ];
  const changed = names.filter((name) => name !== '"id"').map((name) => `${name} = v.${name}`);
  const update = [
    ...rowOfValues(
      `update ${table} t\nset ${changed.join(', ')},\n  printed = ${printed}\nfrom `,
      written,
      '\nwhere t.org_id = ',
    ),
    ' and t.id = v.id\nreturning t.printed',
  ];
  const secrets = columns.filter(({ field }) => field.kind.secret).map(({ name }) => column(name));
  const locked = join(
    [raw('printed'), ...(configurable ? [raw('extra')] : []), ...secrets].map((one) => sql`t.${one}`),
    ', ',
  );
  return { columns, insert, update, locked };
};

const shapeOf = perDeclaration(buildShape);

/** The values of a row in the order of its columns. */
const valuesOf = ({ configurable }: Resource, { columns }: Shape, { values, extra }: Row): unknown[] => {
  const found: unknown[] = columns.map(({ name }) => values[name] ?? null);
  if (configurable) found.push(extra && Object.keys(extra).length ? JSON.stringify(extra) : null);
  return found;
};

/** INSERT of a row; answers `{printed}`. */
export const insertRow = (resource: Resource, orgId: number, row: Row): Sql => {
  const shape = shapeOf(resource);
  return prepared(shape.insert, orgId, ...valuesOf(resource, shape, row));
};

/** UPDATE of all columns of a row; answers `{printed}`. The caller holds the row's lock. */
export const updateRow = (resource: Resource, orgId: number, row: Row): Sql => {
  const shape = shapeOf(resource);
  return prepared(shape.update, ...valuesOf(resource, shape, row), orgId);
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
