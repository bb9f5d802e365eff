/** Statements that write one row: a pure function of the declaration, one prepared statement per record kind. */
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import type { Query } from '../sql.ts';
import { type Column, printExpression, quoted, storedColumns, visible } from './columns.ts';
import { perDeclaration } from './per-declaration.ts';

/** A row as it is written: canonical values by column, and the document of fields that the organisation added. */
export interface Row {
  readonly values: Values;
  readonly extra: Values | null;
}

interface Shape {
  readonly columns: readonly Column[];
  readonly insert: string;
  readonly update: string;
  readonly lock: string;
  readonly name: string;
}

const buildShape = (resource: Resource): Shape => {
  const columns = storedColumns(resource);
  const extra = resource.settings.configurable;
  const typed = columns.map(({ name, field }, i) => `$${i + 2}::${field.kind.column} as ${quoted(name)}`);
  if (extra) typed.push(`$${columns.length + 2}::text as extra`);
  const names = [...columns.map(({ name }) => quoted(name)), ...(extra ? ['extra'] : [])];
  const source = `(select ${typed.join(', ')}) v`;
  const section = resource.rows.section ? [`'${resource.rows.section}'`] : [];
  const insert = `insert into ${resource.table} (org_id, ${section.length ? 'section, ' : ''}${names.join(', ')}, printed) select $1::int, ${[...section, ...names.map((name) => `v.${name}`)].join(', ')}, ${printExpression(resource, 'v')} from ${source} returning printed`;
  const changing = names.filter((name) => name !== '"id"');
  const update = `update ${resource.table} t set ${changing.map((name) => `${name} = v.${name}`).join(', ')}, printed = ${printExpression(resource, 'v')} from ${source} where t.org_id = $1 and t.id = v.id returning t.printed`;
  const secrets = columns.filter(({ field }) => field.kind.secret).map(({ name }) => `, t.${quoted(name)}`);
  const lock = `select t.printed${extra ? ', t.extra' : ''}${secrets.join('')} from ${resource.table} t where t.org_id = $1 and t.id = $2${visible(resource, 't')}`;
  return { columns, insert, update, lock, name: resource.path };
};

const shapeOf = perDeclaration(buildShape);

const parameters = (resource: Resource, shape: Shape, orgId: number, row: Row): unknown[] => {
  const values: unknown[] = [orgId];
  for (const { name } of shape.columns) values.push(row.values[name] ?? null);
  if (resource.settings.configurable)
    values.push(row.extra && Object.keys(row.extra).length ? JSON.stringify(row.extra) : null);
  return values;
};

/** INSERT of a row; answers `{printed}`. */
export const insertRow = (resource: Resource, orgId: number, row: Row): Query => {
  const shape = shapeOf(resource);
  return { name: `insert ${shape.name}`, text: shape.insert, values: parameters(resource, shape, orgId, row) };
};

/** UPDATE of all columns of a row; answers `{printed}`. The caller holds the row's lock. */
export const updateRow = (resource: Resource, orgId: number, row: Row): Query => {
  const shape = shapeOf(resource);
  return { name: `update ${shape.name}`, text: shape.update, values: parameters(resource, shape, orgId, row) };
};

/** Soft delete of a row whose lock the caller holds. */
export const softDelete = (resource: Resource, orgId: number, id: number, now: string): Query => ({
  name: `delete ${resource.path}`,
  text: `update ${resource.table} set del = 1, deleted_at = $3 where org_id = $1 and id = $2`,
  values: [orgId, id, now],
});

/** Hard delete of a row whose lock the caller holds. */
export const hardDelete = (resource: Resource, orgId: number, id: number): Query => ({
  name: `erase ${resource.path}`,
  text: `delete from ${resource.table} where org_id = $1 and id = $2`,
  values: [orgId, id],
});

/** SELECT that locks a row for writing; answers `{printed, extra?, <secrets>}`. `where` adds what the path fixes. */
export const lockRow = (
  resource: Resource,
  orgId: number,
  id: number,
  where: { readonly text: string; readonly values: readonly unknown[]; readonly key: string },
  strength: 'no key update' | 'update',
): Query => {
  const shape = shapeOf(resource);
  return {
    name: `lock ${shape.name} ${where.key} ${strength}`,
    text: `${shape.lock}${where.text} for ${strength} of t`,
    values: [orgId, id, ...where.values],
  };
};
