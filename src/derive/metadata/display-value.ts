/** Values of fields as people read them: labels of lists, names of records, German dates and amounts. */
import type { Field } from '../../model/declaration/field-shape.ts';
import { kinds } from '../../model/declaration/value-kinds.ts';
import { labelIn, truthIn } from '../../model/seed/labels.ts';
import type { Language } from '../../shared/disclosure.ts';
import type { Names } from '../csv-record.ts';
import { referencedKinds } from './describe-fields.ts';

const TRUTHS = new Set<unknown>([kinds.flag, kinds.boolean]);

/**
 * How people read the values of a field, where programs read others: labels, names, truths; null elsewhere.
 * @param organisation its name, which some values of lists stand for
 */
export const displayOf = (
  field: Field,
  organisation: string,
  language: Language | undefined,
): ((value: unknown, names: Names) => unknown) | null => {
  const { options, retired = [], kind } = field;
  if (options) {
    const texts = new Map(
      [...retired, ...options].map(({ value, display, isOrganisation }) => [
        String(value),
        isOrganisation ? organisation : labelIn(language, display),
      ]),
    );
    return (value) => texts.get(String(value)) ?? String(value);
  }
  const sections = referencedKinds(field);
  if (sections.length)
    return (value, names) => sections.map((section) => names[section]?.[String(value)]).find(Boolean) ?? String(value);
  return TRUTHS.has(kind) ? (value) => truthIn(language, Boolean(Number(value))) : null;
};

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}:\d{2}):\d{2})?$/;

/** `2026-12-31` as `31.12.2026`, a time without its seconds; another text stays. */
export const germanDate = (value: string): string => {
  const match = DATE.exec(value);
  if (!match) return value;
  const [, year, month, day, time] = match;
  return `${day}.${month}.${year}${time ? ` ${time}` : ''}`;
};

/** A decimal text as `1.234,56`. @param digits behind the comma at least */
const germanDecimal = (value: string, digits: number): string =>
  Number(value).toLocaleString('de-DE', { minimumFractionDigits: digits, maximumFractionDigits: 5 });

/** A value in a letter. @param value as a read shows it */
export const letterValue = (
  field: Field,
  value: unknown,
  { organisation, language, names }: { organisation: string; language: Language; names: Names },
): string => {
  if (value === null || value === undefined || value === '') return '';
  const display = displayOf(field, organisation, language);
  if (display) return String(display(value, names));
  const text = String(value);
  if (field.kind === kinds.money) return `${germanDecimal(text, 2)} €`;
  if (field.kind === kinds.rate) return germanDecimal(text, 0);
  if (field.kind === kinds.yearDay) return `${text.slice(3)}.${text.slice(0, 2)}.`;
  return field.kind.dataType === 'date' ? germanDate(text) : text;
};
