/** Which columns a record kind is stored in, and how a row prints as JSON. */
import type { Field } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';

/** A stored column with its field. */
export interface Column {
  readonly name: string;
  readonly field: Field;
}

/** Columns that hold the record's fields, in the order of the declaration. */
export const storedColumns = (resource: Resource): readonly Column[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => !field.custom && !field.sameAs)
    .map(([name, field]) => ({ name, field }));

/** Quotes a name of a declaration (`user`, `end` are words of SQL). */
export const quoted = (name: string): string => `"${name}"`;

/** The WHERE clause's constant part: the discriminator of a shared table and the soft delete. */
export const visible = (resource: Resource, alias: string): string =>
  [
    ...(resource.section ? [`${alias}.section = '${resource.section}'`] : []),
    ...(resource.removal === 'soft' ? [`${alias}.del = 0`] : []),
  ]
    .map((condition) => ` and ${condition}`)
    .join('');

/**
 * SQL expression that prints a row as JSON text (architecture 4.3).
 * @param row alias that has all stored columns (and `extra` where the kind is configurable)
 * @param instead expressions that stand for columns which the same statement changes
 * @param extra expression for the text of the fields that the organisation added
 */
export const printExpression = (
  resource: Resource,
  row: string,
  instead: Readonly<Record<string, string>> = {},
  extra = `${row}.extra`,
): string => {
  const items = Object.entries(resource.fields)
    .filter(([, field]) => !field.custom)
    .map(([name, field]) => {
      const column = field.sameAs ?? name;
      return `${field.kind.print(instead[column] ?? `${row}.${quoted(column)}`)} as ${quoted(name)}`;
    });
  const plain = `(select row_to_json(p)::text from (select ${items.join(', ')}) p)`;
  if (!resource.configurable) return plain;
  return `(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, ${extra} as extra from (select ${items.join(', ')}) p) j)`;
};
