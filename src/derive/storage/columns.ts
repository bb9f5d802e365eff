/** The stored columns of a record kind, and SQL that serializes a row as JSON. */
import type { Field } from '../../model/declaration/field-shape.ts';
import { foldedBy, foldValue } from '../../model/declaration/folds.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { RowReader, Rule } from '../../model/declaration/rule.ts';
import { join, literal, raw, type Sql, sharedParam, sql, unprepared } from '../../sql/sql.ts';

export { visible } from '../../model/declaration/rule.ts';

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

/** The quoted name as SQL. */
export const column = (name: string): Sql => raw(quoted(name));

const EXTRA = 'extra::jsonb';

/** The column of a field, or of a filter that is computed from one. */
export const storedAs = ({ madeOf }: Field, name: string): string => madeOf ?? name;

/** SQL of a column's value in comparisons. */
const comparedText = ({ kind, folds }: Field, stored: string): string => {
  if (folds) return foldedBy(folds, stored);
  return kind.made?.(stored) ?? (kind.comparedAs ? `${stored}::${kind.comparedAs}` : stored);
};

/**
 * The indexed expression of a filter: the compared form (fold, date, month and day), the digest of a long text, else
 * the column.
 */
export const indexedAs = (field: Field, name: string): string => {
  const stored = quoted(storedAs(field, name));
  const compared = comparedText(field, stored);
  return compared === stored ? (field.kind.indexed?.(field, column(name))?.query.text ?? stored) : `(${compared})`;
};

/** SQL type in which values of a field are compared. */
const comparedType = ({ kind, custom }: Field): string => {
  if (custom) return kind.dataType === 'date' ? 'text collate "C"' : 'numeric';
  return kind.comparedAs ?? kind.column;
};

/**
 * Follows a table `t` in a FROM if fields are compared that an organisation added: their document as `own`, parsed
 * once per row, however many fields are compared.
 */
export const OWN = raw(`, lateral (select t.${EXTRA} as document offset 0) own`);

/**
 * The value of a row `t` in comparisons, as indexes of filters have it. An own field of an organisation is read from
 * its document (`OWN`), in which times are texts of one length.
 */
export const comparable = (name: string, field: Field): Sql => {
  if (field.custom) return raw(`(own.document ->> '${name}')::${comparedType(field)}`);
  return raw(comparedText(field, `t.${quoted(storedAs(field, name))}`));
};

/** The other operand of a comparison with a field. */
export const comparedValue = (field: Field, value: unknown): Sql =>
  field.folds ? foldValue(field.folds, value) : sql`${value}::${raw(comparedType(field))}`;

/** Condition that a field of a row `t` has no value, or an empty text. */
export const isEmpty = (name: string, field: Field): Sql => {
  const value = field.custom ? `(own.document ->> '${name}')` : `t.${quoted(storedAs(field, name))}`;
  return raw(field.kind.column === 'text' ? `(${value} is null or ${value} = '')` : `(${value} is null)`);
};

/**
 * Whether a field has range filters of texts or days: with archive flags, too many combinations for prepared
 * statements.
 */
const isRanged = ({ folds, filter, kind }: Field): boolean =>
  Boolean(folds || kind.made || (filter && kind.dataType === 'date'));

/** The index on fields that organisations added, as SQL after `using gin`. */
export const CUSTOM_INDEX = `(org_id, (${EXTRA}) jsonb_path_ops) where del = 0 and extra is not null`;

/** Condition that a field of a row `t` equals a value, in the form of the filter indexes. */
export const equals = (name: string, field: Field, wanted: unknown): Sql => {
  const value = sharedParam(wanted);
  if (field.custom) {
    const typed = sql`${value}::${raw(field.kind.json)}`;
    return unprepared(sql`${typed} is not null and t.${raw(EXTRA)} @> jsonb_build_object(${literal(name)}, ${typed})`);
  }
  const same = sql`${comparable(name, field)} = ${comparedValue(field, value)}`;
  if (isRanged(field) || field.kind.column === 'smallint') return unprepared(same);
  const { indexed } = field.kind;
  const ofColumn = indexed?.(field, sql`t.${column(name)}`);
  return ofColumn ? sql`${ofColumn} = ${indexed?.(field, sql`${value}::${raw(field.kind.column)}`)} and ${same}` : same;
};

/** The flag of records that lists hide by default, if the kind has one. */
export const archiveFlag = ({ rules }: Resource): Rule['hides'] => rules.find(({ hides }) => hides)?.hides;

/** Condition that hides them. */
export const notArchived = (resource: Resource): Sql[] => {
  const hides = archiveFlag(resource);
  return hides ? [sql`t.${column(hides.field)} = 0`] : [];
};

/** Conditions on a row `t` for its visibility to a user. @param reader its user may be a shared parameter */
export const visibleTo = ({ rules }: Pick<Resource, 'rules'>, reader: RowReader): Sql[] =>
  rules.flatMap(({ shows }) => (shows ? [shows(reader)] : []));

/** A field as `row_to_json` serializes it. */
const printed = (row: string, name: string, field: Field, instead: Readonly<Record<string, Sql>>): Sql => {
  const stored = field.sameAs ?? name;
  const value = instead[stored] ?? raw(`${row}.${quoted(stored)}`);
  return sql`${field.kind.print(value)} as ${column(name)}`;
};

/** SQL expression that serializes some fields of a row `t` from its columns; the stored text is not read. */
export const jsonMembers = (resource: Resource, shown: ReadonlySet<string>): Sql => {
  const items = Object.entries(resource.fields)
    .filter(([name]) => shown.has(name))
    .map(([name, field]) =>
      field.custom ? raw(`t.${EXTRA} -> '${name}' as ${quoted(name)}`) : printed('t', name, field, {}),
    );
  return unprepared(sql`(
  select row_to_json(m)::text
  from (
    select ${join(items, ', ')}) m)`);
};

/**
 * SQL expression that serializes a row as JSON text (docs/decisions/0004).
 * @param row alias that has all stored columns (and `extra` if the kind is configurable)
 * @param instead expressions that replace columns which the same statement changes
 * @param extra expression for the text of the fields that the organisation added
 */
export const jsonExpression = (
  resource: Resource,
  row: string,
  instead: Readonly<Record<string, Sql>> = {},
  extra = raw(`${row}.extra`),
): Sql => {
  const items = Object.entries(resource.fields)
    .filter(([, field]) => !field.custom)
    .map(([name, field]) => printed(row, name, field, instead));
  const record = sql`select ${join(items, ', ')}`;
  if (!resource.settings.configurable)
    return sql`(
      select row_to_json(p)::text
      from (
        ${record}) p)`;
  return sql`(
    select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
    from (
      select row_to_json(p)::text as doc, ${extra} as extra
      from (
        ${record}) p) j)`;
};
