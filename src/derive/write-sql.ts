/** Statements that write one row: a pure function of the declaration, one prepared statement per record kind. */
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import type { Query } from '../sql.ts';
import { type Column, quoted, storedColumns, visible } from './columns.ts';
import { perDeclaration } from './per-declaration.ts';
import { printedText } from './printed-text.ts';

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
  const names = [...columns.map(({ name }) => quoted(name)), ...(extra ? ['extra'] : []), 'printed'];
  const section = resource.rows.section ? `, '${resource.rows.section}'` : '';
  const numbered = names.map((name, i) => ({ name, parameter: `$${i + 2}` }));
  const insert = `insert into ${resource.table} (org_id${section && ', section'}, ${names.join(', ')}) values ($1${section}, ${numbered.map(({ parameter }) => parameter).join(', ')})`;
  const changing = numbered
    .filter(({ name }) => name !== '"id"')
    .map(({ name, parameter }) => `${name} = ${parameter}`);
  const id = numbered.find(({ name }) => name === '"id"')?.parameter;
  const update = `update ${resource.table} set ${changing.join(', ')} where org_id = $1 and id = ${id}`;
  const secrets = columns.filter(({ field }) => field.kind.secret).map(({ name }) => `, t.${quoted(name)}`);
  const lock = `select t.printed${extra ? ', t.extra' : ''}${secrets.join('')} from ${resource.table} t where t.org_id = $1 and t.id = $2${visible(resource, 't')}`;
  return { columns, insert, update, lock, name: resource.path };
};

const shapeOf = perDeclaration(buildShape);

/** A row that is written, with the text that reads show of it. */
export interface Written {
  readonly row: Query;
  readonly printed: string;
}

const written = (resource: Resource, orgId: number, row: Row, verb: 'insert' | 'update'): Written => {
  const shape = shapeOf(resource);
  const extra = row.extra && Object.keys(row.extra).length ? JSON.stringify(row.extra) : null;
  const printed = printedText(resource, row.values, extra);
  const values: unknown[] = [orgId];
  for (const { name } of shape.columns) values.push(row.values[name] ?? null);
  if (resource.settings.configurable) values.push(extra);
  values.push(printed);
  return { row: { name: `${verb} ${shape.name}`, text: shape[verb], values }, printed };
};

/** INSERT of a row. */
export const insertRow = (resource: Resource, orgId: number, row: Row): Written =>
  written(resource, orgId, row, 'insert');

/** UPDATE of all columns of a row. The caller holds the row's lock. */
export const updateRow = (resource: Resource, orgId: number, row: Row): Written =>
  written(resource, orgId, row, 'update');

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
