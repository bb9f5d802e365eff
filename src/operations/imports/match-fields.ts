/** Fields by which the rows of a file find stored records, and their values in a row. */
import { createHash } from 'node:crypto';
import { bodyShape } from '../../derive/validation/body-schema.ts';
import type { SourceRecord } from '../../formats/source-record.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { VU_NUMBER_KIND } from '../../model/seed/option-lists.ts';
import { isId } from '../../shared/int32.ts';
import { comparedVu } from '../matching/stored-insurers.ts';

/** The column of a record's own id, which the service sets. */
const ID = 'id';

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Whether insurers are matched by their VU-Nummer, a row of a part. */
export const isVuMatch = (resource: Resource, name: string): boolean =>
  resource.imports.insurers && /^numbers\.VU-Nummer/i.test(name);

/** Fields that rows can be matched by: those with a column, and the VU-Nummer. */
export const isMatchField = (resource: Resource, name: string): boolean => {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return field ? !field.custom && !field.kind.secret : isVuMatch(resource, name);
};

/** The field whose second name a name is. */
export const fieldOf = (resource: Resource, name: string): string => resource.fields[name]?.sameAs ?? name;

/** Whether the match fields have the id of the service. */
export const hasOwnId = (resource: Resource, match: readonly string[]): boolean =>
  match.some((name) => fieldOf(resource, name) === ID);

const givenAt = (resource: Resource, values: Values, name: string): unknown =>
  values[name] ?? Object.entries(values).find(([other]) => fieldOf(resource, other) === fieldOf(resource, name))?.[1];

/** The VU-Nummer of a row, in its compared form. */
export const vuIn = (parts: SourceRecord['parts']): string => {
  const found = (parts.numbers ?? []).find(({ art }) => art === VU_NUMBER_KIND);
  return comparedVu(String(found?.wert ?? ''));
};

/** The valid value of a match field; undefined where there is none. */
export const matchValue = (resource: Resource, values: Values, name: string): unknown => {
  const given = givenAt(resource, values, name);
  const own = fieldOf(resource, name);
  if (own === ID) return isId(Number(given)) ? Number(given) : undefined;
  const parsed = bodyShape(resource, 'create', []).schema.shape[own]?.safeParse(given);
  return parsed?.success && isSet(parsed.data) ? parsed.data : undefined;
};

/** A text without regard to case and blanks. */
const plain = (value: unknown): string => String(value).normalize('NFC').toLowerCase().replace(/\s+/g, '');

/** Whether two values of a row are the same text, without regard to case and blanks. */
export const isSameText = (one: unknown, other: unknown): boolean => plain(one) === plain(other);

/** The key that rows of one file with the same values of the match fields share; null where one is missing. */
export const matchKeyOf = (
  resource: Resource,
  match: readonly string[],
  { values, parts }: Pick<SourceRecord, 'values' | 'parts'>,
): string | null => {
  if (!match.length || !match.every((name) => isMatchField(resource, name))) return null;
  const texts = match.map((name) => {
    if (isVuMatch(resource, name)) return vuIn(parts);
    const text = plain(givenAt(resource, values, name) ?? '');
    const { folds } = resource.fields[fieldOf(resource, name)] ?? {};
    return folds === 'alphanumeric' ? text.replace(/[^\p{L}\p{N}]/gu, '') : text;
  });
  if (!texts.every(Boolean)) return null;
  return JSON.stringify([resource.path, '', createHash('sha256').update(JSON.stringify(texts)).digest('hex')]);
};

/** Whether a file is an export of this service: it has the id and the stamps. */
export const isOwnExport = ({ fields }: Resource, names: readonly string[]): boolean =>
  Object.entries(fields).every(([name, { stamp }]) => !(stamp ?? name === ID) || names.includes(name)) &&
  names.includes(ID);

/**
 * The match fields of a file that names none: the ids of an export of this service, a VU-Nummer, or the first alternative of
 * the declaration that the file has.
 * @param mapped targets of the columns
 * @param names headers, or members of the first record
 */
export const defaultMatch = (
  resource: Resource,
  mapped: readonly string[],
  names: readonly string[],
): readonly string[] => {
  if (isOwnExport(resource, names)) return [ID];
  const vu = mapped.find((name) => isVuMatch(resource, name));
  if (vu) return [vu];
  const has = (name: string): boolean => mapped.some((one) => fieldOf(resource, one) === name);
  return resource.imports.match.find((fields) => fields.every(has)) ?? [];
};
