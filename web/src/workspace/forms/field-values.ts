/** Values of fields as a form holds them: texts as they are typed, and ticks. */
import type { Row } from '../../api/v3.ts';
import { cleanText, ibanInGroups } from '../../components/text/value-form.ts';
import type { Field } from '../schema/schema.ts';
import { parseAmount, parseDate, parseDateTime, parseWhole } from './parse.ts';

export type Values = Record<string, string | boolean>;

/** Conversion of a field between its value and its input. */
interface Written {
  /** The text of a stored value. */
  readonly write: (value: unknown, language: string, field: Field) => string;
  /** The value of a text; undefined where it is none. */
  readonly read: (text: string, language: string, field: Field) => unknown;
}

/** A day of this device as the API writes it. */
export const writtenDay = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const plain = (value: unknown): string => String(value ?? '');

/** `1984-08-12` as it is typed: with points where that is usual. */
export const writtenDate = (value: unknown, language: string): string => {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d:\d\d))?/.exec(plain(value)) ?? [];
  if (!year) return '';
  const date = language.startsWith('de') ? `${day}.${month}.${year}` : `${year}-${month}-${day}`;
  return time ? `${date} ${time}` : date;
};

const scaleOf = (field: Field): number => (field.kind === 'money' ? 2 : 5);

const amount: Written = {
  write: (value, language, field) => {
    if (value === null || value === undefined || value === '') return '';
    const scale = field.kind === 'money' ? 2 : 0;
    return Number(value).toLocaleString(language, {
      minimumFractionDigits: scale,
      maximumFractionDigits: scaleOf(field),
    });
  },
  read: (text, language, field) => parseAmount(text, language, scaleOf(field)),
};

const text: Written = {
  write: (value, _language, { format }) => (format === 'iban' ? ibanInGroups(plain(value)) : plain(value)),
  read: (written) => written || null,
};

const writtenAs: Readonly<Record<string, Written>> = {
  date: { write: writtenDate, read: (written) => parseDate(written) },
  datetime: { write: writtenDate, read: (written) => parseDateTime(written) },
  money: amount,
  rate: amount,
  int: { write: plain, read: parseWhole },
  reference: { write: plain, read: (written) => (written ? Number(written) : null) },
  select: {
    write: plain,
    read: (written, _language, { options }) =>
      written ? (options?.find(({ value }) => String(value) === written)?.value ?? written) : null,
  },
  secret: { write: () => '', read: (written) => written || undefined },
};

/** Kinds whose texts are chosen, or stay as they are typed. */
const UNCHANGED = new Set(['select', 'reference', 'secret']);

const formOf = ({ kind }: Field): Written => writtenAs[kind] ?? text;

export const isTick = ({ kind }: Field): boolean => kind === 'flag' || kind === 'boolean';

/** Initial values of a form of these fields. */
export const valuesOf = (fields: readonly Field[], row: Row, language: string): Values =>
  Object.fromEntries(
    fields.map((field) => {
      const value = row[field.name];
      if (isTick(field)) return [field.name, value === true || value === 1];
      return [field.name, formOf(field).write(value, language, field)];
    }),
  );

/** The input as a value of the API; undefined if it is invalid. */
export const readValue = (field: Field, value: string | boolean | undefined, language: string): unknown => {
  if (isTick(field)) return field.kind === 'flag' ? Number(value === true) : value === true;
  const { kind, format } = field;
  const typed = String(value ?? '');
  const written = UNCHANGED.has(kind) ? typed : cleanText(typed, { format, isLong: kind === 'longText' });
  return formOf(field).read(written, language, field);
};

/** The body of a call. @param filled only fields that are filled in, for a record that is made */
export const bodyOf = (fields: readonly Field[], values: Values, language: string, filled: boolean): Row =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = readValue(field, values[field.name], language);
      const leave = value === undefined || (filled && (value === null || value === field.default));
      return leave ? [] : [[field.name, value]];
    }),
  );
