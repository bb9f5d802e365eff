/** Which columns a record kind is stored in, and how a row prints as JSON. */
import type { Field } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import type { Rule } from '../model/rule.ts';
import type { Sql } from '../sql.ts';

export { visible } from '../model/rule.ts';

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

const EXTRA = 'extra::jsonb';

/** What the index of a filter holds in place of a column. */
export const indexedAs = (field: Field, column: string): string => field.kind.indexed?.(field, column) ?? column;

/** The index by which fields are found that organisations added, as SQL after `using gin`. */
export const CUSTOM_INDEX = `(org_id, (${EXTRA}) jsonb_path_ops) where del = 0 and extra is not null`;

/** Condition on a row `t` that a field is equal to a parameter, as the indexes of filters know it. */
export const equals = (name: string, field: Field, parameter: number): string => {
  if (field.custom) {
    const value = `$${parameter}::${field.kind.json}`;
    return `${value} is not null and t.${EXTRA} @> jsonb_build_object('${name}', ${value})`;
  }
  const column = `t.${quoted(name)}`;
  const value = `$${parameter}::${field.kind.column}`;
  const indexed = indexedAs(field, column);
  return indexed === column
    ? `${column} = ${value}`
    : `${indexed} = ${indexedAs(field, value)} and ${column} = ${value}`;
};

/** The flag of a kind's records that stay out of lists unless they are asked for, where it has one. */
export const hiding = ({ rules }: Resource): Rule['hides'] => rules.find(({ hides }) => hides)?.hides;

/** The text of a fragment whose first value is this parameter. */
export const numbered = ({ parts }: Sql, first: number): string =>
  parts.map((part, i) => (i === 0 ? part : `$${first + i - 1}${part}`)).join('');

/** Conditions on a row `t` of a kind for what a user sees of it. */
export const openTo = ({ rules }: Resource, userKid: number | null): Sql[] =>
  rules.flatMap(({ shows }) => (shows ? [shows(userKid)] : []));

/**
 * SQL expression that prints a row as JSON text (docs/decisions/0004).
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
  if (!resource.settings.configurable) return plain;
  return `(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, ${extra} as extra from (select ${items.join(', ')}) p) j)`;
};
