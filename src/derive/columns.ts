/** Which columns a record kind is stored in, and how a row prints as JSON. */
import type { Field } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import type { Rule } from '../model/rule.ts';
import { literal, rare, raw, type Sql, shared, sql } from '../sql.ts';

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

/** The same in a statement. */
export const column = (name: string): Sql => raw(quoted(name));

/** Longest text that an index holds as it is: an entry has no more than 2,704 bytes, a character up to four. */
const INDEXABLE = 600;
const EXTRA = 'extra::jsonb';

const isLong = ({ kind, max = 0 }: Field): boolean => kind.column === 'text' && max > INDEXABLE;

/** What the index of a filter holds in place of a column: for long texts, their digest. */
export const indexedAs = (field: Field, column: string): string =>
  isLong(field) ? `hashtextextended(${column}, 0)` : column;

/** The index by which fields are found that organisations added, as SQL after `using gin`. */
export const CUSTOM_INDEX = `(org_id, (${EXTRA}) jsonb_path_ops) where del = 0 and extra is not null`;

/** Stands for a value in text that has a place for one. */
const HOLE = '\0';

/** Condition on a row `t` that a field is equal to a value, as the indexes of filters know it. */
export const equals = (name: string, field: Field, wanted: unknown): Sql => {
  const value = shared(wanted);
  if (field.custom) {
    const typed = sql`${value}::${raw(field.kind.json)}`;
    return rare(sql`${typed} is not null and t.${raw(EXTRA)} @> jsonb_build_object(${literal(name)}, ${typed})`);
  }
  const stored = `t.${quoted(name)}`;
  const typed = sql`${value}::${raw(field.kind.column)}`;
  const same = sql`${raw(stored)} = ${typed}`;
  const indexed = indexedAs(field, stored);
  if (indexed === stored) return same;
  const [before = '', after = ''] = indexedAs(field, HOLE).split(HOLE);
  return sql`${raw(indexed)} = ${raw(before)}${typed}${raw(after)} and ${same}`;
};

/** The flag of a kind's records that stay out of lists unless they are asked for, where it has one. */
export const hiding = ({ rules }: Resource): Rule['hides'] => rules.find(({ hides }) => hides)?.hides;

/** Condition that such records stay out. */
export const unhidden = (resource: Resource): Sql[] => {
  const hides = hiding(resource);
  return hides ? [sql`t.${column(hides.field)} = 0`] : [];
};

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
