/** Which columns a record kind is stored in, and how a row prints as JSON. */
import type { Field } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { literal, rare, raw, type Sql, shared, sql } from '../sql.ts';
import { table } from '../table.ts';

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

/** Types of JSON besides text that a stored field can have. */
const JSON_TYPES: Readonly<Record<string, string>> = table({ int: 'int', smallint: 'int', boolean: 'boolean' });

/** Condition on a row `t` that a field is equal to a value, as the indexes of filters know it. */
export const equals = (name: string, field: Field, wanted: unknown): Sql => {
  const value = shared(wanted);
  if (field.custom) {
    const typed = sql`${value}::${raw(JSON_TYPES[field.kind.column] ?? 'text')}`;
    return rare(sql`${typed} is not null and t.${raw(EXTRA)} @> jsonb_build_object(${literal(name)}, ${typed})`);
  }
  const same = sql`t.${column(name)} = ${value}::${raw(field.kind.column)}`;
  if (!isLong(field)) return same;
  return sql`hashtextextended(t.${column(name)}, 0) = hashtextextended(${value}::text, 0) and ${same}`;
};

/** The rest of a WHERE that keeps to the kind's own live rows: the discriminator of a shared table and the soft delete. */
export const visible = ({ rows: { section, removal } }: Resource, alias: string): Sql =>
  raw(`${section ? ` and ${alias}.section = '${section}'` : ''}${removal === 'soft' ? ` and ${alias}.del = 0` : ''}`);

/** Condition that records of a kind that are out of lists unless they are asked for stay out. */
export const unhidden = ({ hiddenBy }: Resource): Sql[] => (hiddenBy ? [sql`t.${column(hiddenBy.field)} = 0`] : []);

/** Condition that a row `t` of a kind with private records is open or the caller's own. */
export const openTo = ({ privateTo }: Resource, userKid: unknown): Sql[] =>
  privateTo ? [sql`(t.${column(privateTo.unless)} = 1 or t.${column(privateTo.owner)} = ${userKid}::int)`] : [];

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
