/** The fields of the form of a new record: its usual values first, also those of its parts. */
import { ApiError } from '../../api/client.ts';
import { type Row, sendV3 } from '../../api/v3.ts';
import { type Group, groupsOf } from '../schema/groups.ts';
import { type Field, partOfColumn, type Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { readValue, type Values } from './field-values.ts';
import type { Step } from './use-record-form.ts';

/** A field of a row that is created with the record. In a form its name has a colon: a point would be a path. */
export interface PartField {
  readonly field: Field;
  /** Its name in the row. */
  readonly name: string;
  readonly path: string;
  /** The value of `art` of its row; null where the row has none. */
  readonly sort: string | number | null;
}

/** Fields of parts among the usual values of a new record. */
export const partFieldsOf = ({ layout, parts }: Section, schema: Schema): readonly PartField[] =>
  layout.form.flatMap((column) => {
    const found = column.includes('.') ? partOfColumn(schema, column) : null;
    const part = parts.find(({ embed }) => embed === found?.embed);
    if (!found || !part) return [];
    const format = found.field.format ?? found.field.format_by?.formats[found.sort ?? ''] ?? null;
    const field = { ...found.field, format, name: column.replace('.', ':'), required: false };
    return [{ field, name: found.field.name, path: part.path, sort: found.sort }];
  });

const isWritable = ({ readOnly }: Field): boolean => !readOnly;
/** Groups of their own below the usual values. */
const APART = ['own', 'stamps'];

/**
 * The groups of the form: usual values by the group or part that they belong to, then all others as details.
 * @param further groups that stand above the details
 */
export const newGroups = (
  section: Section,
  schema: Schema,
  parts: readonly PartField[],
  further: readonly Group[],
): readonly Group[] => {
  const all = groupsOf(section, schema).map(({ name, fields }) => ({ name, fields: fields.filter(isWritable) }));
  const { form } = section.layout;
  if (!form.length) return [...all.filter(({ fields }) => fields.length > 0), ...further];
  const usual = new Map<string, Field[]>();
  const add = (name: string, field: Field) => usual.set(name, [...(usual.get(name) ?? []), field]);
  for (const column of form) {
    const part = parts.find(({ field }) => field.name === column.replace('.', ':'));
    if (part) add(part.path, part.field);
    const group = all.find(({ fields }) => fields.some(({ name }) => name === column));
    for (const field of group?.fields ?? []) if (field.name === column) add(group?.name ?? '', field);
  }
  const others = all.map(({ name, fields }) => {
    const left = fields.filter((field) => !form.includes(field.name));
    for (const field of left) if (field.required) add(name, field);
    return { name, fields: left.filter(({ required }) => !required) };
  });
  return [
    ...[...usual].map(([name, fields]) => ({ name, fields })),
    ...further,
    { name: 'details', fields: others.filter(({ name }) => !APART.includes(name)).flatMap(({ fields }) => fields) },
    ...others.filter(({ name }) => APART.includes(name)),
  ].filter(({ fields }) => fields.length > 0);
};

/** An error of a row with the names that its fields have in the form. */
const renamed = (error: unknown, fields: readonly PartField[]): unknown => {
  if (!(error instanceof ApiError)) return error;
  const nameOf = (step: string | number) => fields.find(({ name }) => name === step)?.field.name ?? step;
  const issues = error.issues.map((one) => ({ ...one, path: one.path.map(nameOf) }));
  return new ApiError(error.status, { error: error.error, message: error.message, issues });
};

/** The rows of a new record that are filled in. @param path the record behind `/v3` */
export const rowsOfParts = (parts: readonly PartField[], path: string, values: Values, language: string): Step[] => {
  const rows = new Map<string, PartField[]>();
  for (const one of parts) {
    const row = `${one.path} ${one.sort ?? ''}`;
    rows.set(row, [...(rows.get(row) ?? []), one]);
  }
  return [...rows.values()].flatMap((fields) => {
    const filled = fields.flatMap(({ field, name }): (readonly [string, unknown])[] => {
      const value = readValue(field, values[field.name], language);
      return value === null || value === undefined ? [] : [[name, value]];
    });
    const [first] = fields;
    if (!first || !filled.length) return [];
    const body: Row = { ...(first.sort === null ? {} : { art: first.sort }), ...Object.fromEntries(filled) };
    const run = async () => {
      try {
        await sendV3('POST', `${path}/${first.path}`, body);
      } catch (error) {
        throw renamed(error, fields);
      }
    };
    return [{ key: `${first.path} ${JSON.stringify(body)}`, run }];
  });
};
