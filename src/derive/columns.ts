/** Which columns a record kind is stored in, and how a row prints as JSON. */
import type { Field } from '../model/field-shape.ts';
import { foldedBy, foldValue } from '../model/folds.ts';
import type { Resource } from '../model/resource.ts';
import type { Rule } from '../model/rule.ts';
import { join, literal, rare, raw, type Sql, shared, sql } from '../sql.ts';

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

const EXTRA = 'extra::jsonb';

/** The column that a field, or a filter made of one, is stored in. */
export const storedAs = ({ madeOf }: Field, name: string): string => madeOf ?? name;

/** SQL of the value of a column as it is compared. */
const comparedText = ({ kind, folds }: Field, stored: string): string => {
  if (folds) return foldedBy(folds, stored);
  return kind.made?.(stored) ?? (kind.comparedAs ? `${stored}::${kind.comparedAs}` : stored);
};

/** What the index of a filter holds in place of a column: for long texts, their digest; for days, them alone. */
export const indexedAs = (field: Field, name: string): string => {
  const stored = quoted(storedAs(field, name));
  const compared = comparedText(field, stored);
  return compared === stored ? (field.kind.indexed?.(field, column(name))?.query.text ?? stored) : `(${compared})`;
};

/** Type in SQL by which values of a field are compared. */
const comparedType = ({ kind, custom }: Field): string => {
  if (custom) return kind.dataType === 'date' ? 'text collate "C"' : 'numeric';
  return kind.comparedAs ?? kind.column;
};

/**
 * What stands behind a table `t` in a FROM where fields are compared that an organisation added: their document as `own`,
 * parsed once for each row, however many of them are looked at.
 */
export const OWN = raw(`, lateral (select t.${EXTRA} as document offset 0) own`);

/**
 * The value of a row `t` as it is compared, and as indexes of filters know it. What an organisation added is read from its
 * document (`OWN`), in which times are texts of one length.
 */
export const comparable = (name: string, field: Field): Sql => {
  if (field.custom) return raw(`(own.document ->> '${name}')::${comparedType(field)}`);
  return raw(comparedText(field, `t.${quoted(storedAs(field, name))}`));
};

/** A value that a field is compared with. */
export const comparedValue = (field: Field, value: unknown): Sql =>
  field.folds ? foldValue(field.folds, value) : sql`${value}::${raw(comparedType(field))}`;

/** Condition on a row `t` that a field has no value, or an empty text. */
export const isEmpty = (name: string, field: Field): Sql => {
  const value = field.custom ? `(own.document ->> '${name}')` : `t.${quoted(storedAs(field, name))}`;
  return raw(field.kind.column === 'text' ? `(${value} is null or ${value} = '')` : `(${value} is null)`);
};

/** Filters by ranges of texts and days: too many, with flags, for statements that connections keep prepared. */
export const isRanged = ({ folds, filter, kind }: Field): boolean =>
  Boolean(folds || kind.made || (filter && kind.dataType === 'date'));

/** The index by which fields are found that organisations added, as SQL after `using gin`. */
export const CUSTOM_INDEX = `(org_id, (${EXTRA}) jsonb_path_ops) where del = 0 and extra is not null`;

/** Condition on a row `t` that a field is equal to a value, as the indexes of filters know it. */
export const equals = (name: string, field: Field, wanted: unknown): Sql => {
  const value = shared(wanted);
  if (field.custom) {
    const typed = sql`${value}::${raw(field.kind.json)}`;
    return rare(sql`${typed} is not null and t.${raw(EXTRA)} @> jsonb_build_object(${literal(name)}, ${typed})`);
  }
  const same = sql`${comparable(name, field)} = ${comparedValue(field, value)}`;
  if (isRanged(field) || field.kind.column === 'smallint') return rare(same);
  const { indexed } = field.kind;
  const ofColumn = indexed?.(field, sql`t.${column(name)}`);
  return ofColumn ? sql`${ofColumn} = ${indexed?.(field, sql`${value}::${raw(field.kind.column)}`)} and ${same}` : same;
};

/** The flag of a kind's records that stay out of lists unless they are asked for, where it has one. */
export const hiding = ({ rules }: Resource): Rule['hides'] => rules.find(({ hides }) => hides)?.hides;

/** Condition that they stay out. */
export const unhidden = (resource: Resource): Sql[] => {
  const hides = hiding(resource);
  return hides ? [sql`t.${column(hides.field)} = 0`] : [];
};

/** Conditions on a row `t` of a kind for what a user sees of it. @param userKid may be shared */
export const openTo = ({ rules }: Resource, userKid: unknown): Sql[] =>
  rules.flatMap(({ shows }) => (shows ? [shows(userKid)] : []));

/** A field as `row_to_json` prints it. */
const printed = (row: string, name: string, field: Field, instead: Readonly<Record<string, Sql>>): Sql => {
  const stored = field.sameAs ?? name;
  const value = instead[stored] ?? raw(`${row}.${quoted(stored)}`);
  return sql`${field.kind.print(value)} as ${column(name)}`;
};

/** SQL expression that prints some fields of a row `t` as JSON text: of columns, so that the stored text is not read. */
export const printMembers = (resource: Resource, shown: ReadonlySet<string>): Sql => {
  const items = Object.entries(resource.fields)
    .filter(([name]) => shown.has(name))
    .map(([name, field]) =>
      field.custom ? raw(`t.${EXTRA} -> '${name}' as ${quoted(name)}`) : printed('t', name, field, {}),
    );
  return rare(sql`(
  select row_to_json(m)::text
  from (
    select ${join(items, ', ')}) m)`);
};

/**
 * SQL expression that prints a row as JSON text (docs/decisions/0004).
 * @param row alias that has all stored columns (and `extra` where the kind is configurable)
 * @param instead expressions that stand for columns which the same statement changes
 * @param extra expression for the text of the fields that the organisation added
 */
export const printExpression = (
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
