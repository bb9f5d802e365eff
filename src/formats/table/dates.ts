/** Dates as people write them: `31.12.26`, `1. Februar 1980`, `Feb 1, 1980`, `2026-12-31T00:00:00Z`. */
import type { Field } from '../../model/declaration/field-shape.ts';
import { kinds } from '../../model/declaration/value-kinds.ts';
import { isCalendarDate } from '../../model/declaration/value-schemas.ts';
import { foldName } from './fold-name.ts';

const NUMBERS = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?: (\d{1,2}:\d{2})(:\d{2})?(?: Uhr)?)?$/;
const GERMAN = /^(?:\p{L}+, ?)?(\d{1,2})[. -]+(\p{L}{3,})[. -]+(\d{4}|\d{2})$/u;
const ENGLISH = /^(?:\p{L}+, ?)?(\p{L}{3,})\.? (\d{1,2}),? (\d{4})$/u;

/** Folded names of the months, by number from 0. */
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  ['de', 'de-AT', 'en'].map((language) =>
    foldName(new Date(Date.UTC(2000, month)).toLocaleString(language, { month: 'long', timeZone: 'UTC' })),
  ),
);

/** The number of a month by its name or the beginning of it, 0 for another word; German Excel writes `Mrz`. */
const monthOf = (name: string): number => {
  const folded = foldName(name).replace(/^mrz$/, 'marz');
  return MONTHS.findIndex((names) => names.some((month) => month.startsWith(folded))) + 1;
};

/** Day, month, year, and time; null where the text has another form. */
const partsOf = (text: string): readonly (string | undefined)[] | null => {
  const numbers = NUMBERS.exec(text);
  if (numbers) return numbers.slice(1);
  const [, day, word, year] = GERMAN.exec(text) ?? [];
  const [, name = word, number = day, full = year] = ENGLISH.exec(text) ?? [];
  const month = name === undefined ? 0 : monthOf(name);
  return month ? [number, String(month), full] : null;
};

/**
 * A date with its century: an end is not before its beginning, a day of the past not after today; others are at most 20 years
 * ahead.
 */
const fullDate = (year: string, day: string, { past }: Field, begin: string | undefined): string => {
  if (year.length === 4) return `${year}-${day}`;
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const century = Number(today.slice(0, 2));
  const [last, own, next] = [century - 1, century, century + 1].map((first) => `${first}${year}-${day}`) as [
    string,
    string,
    string,
  ];
  if (begin) return [last, own, next].find((date) => date >= begin) ?? own;
  const latest = past ? today : `${Number(today.slice(0, 4)) + 20}-12-31`;
  return own > latest ? last : own;
};

const DAYS = new Set<unknown>([kinds.date, kinds.day]);
const MIDNIGHT = /[ T]00:00(:00(\.0+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * A date or a time in the form of the API; other texts, also of days that do not exist, stay as they are.
 * @param begin the value of the field that `begins` names
 */
export const dateOf = (text: string, field: Field, begin?: unknown): string => {
  const isDay = DAYS.has(field.kind);
  const [day = '', month = '', year = '', time = '00:00', seconds = ':00'] = partsOf(text) ?? [];
  if (!day) return isDay ? text.replace(MIDNIGHT, '') : text;
  const [first] = /^\d{4}-\d{2}-\d{2}/.exec(String(begin)) ?? [];
  const date = fullDate(year, `${month.padStart(2, '0')}-${day.padStart(2, '0')}`, field, first);
  if (!isCalendarDate(date)) return text;
  return isDay ? date : `${date} ${time.padStart(5, '0')}${seconds}`;
};
