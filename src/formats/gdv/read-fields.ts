/** Values of the fields of a line. */
import { lookupTable } from '../../shared/lookup-table.ts';
import type { FieldLayout, GdvLayout, PartLayout } from './layout.ts';

/** A field of a line with its meaning. */
export interface GdvField {
  readonly nr: number;
  readonly key: string;
  readonly name: string;
  /** 1-based position in the line, inclusive. */
  readonly bytes: readonly [number, number];
  readonly raw: string;
  /** Trimmed text, digits, a decimal such as `411.41`, a date `YYYY-MM-DD`; null if blank, unknown or unreadable. */
  readonly value: string | null;
  /** Meaning of a key. */
  readonly label?: string;
  /** Why a filled field has no value, or deviates from the layout. */
  readonly deviation?: string;
}

const trimmed = (raw: string): string | null => raw.replaceAll('\0', ' ').trim() || null;

interface Read {
  readonly value: string | null;
  readonly deviation?: string;
}

const readNumber = (text: string): Read =>
  /^\d+$/.test(text) ? { value: text } : { value: null, deviation: `"${text}" is not a number` };

/** A decimal without point; blanks may follow (left-aligned) and a sign may stand in front. */
const readDecimal = (text: string, decimals: number): Read => {
  const [, sign = '', digits = ''] = /^([+-]?) *(\d+)$/.exec(text) ?? [];
  if (!digits) return { value: null, deviation: `"${text}" is not an amount` };
  const padded = digits.padStart(decimals + 1, '0');
  const whole = BigInt(padded.slice(0, padded.length - decimals)).toString();
  const value = decimals ? `${whole}.${padded.slice(-decimals)}` : whole;
  return { value: sign === '-' && /[1-9]/.test(digits) ? `-${value}` : value };
};

const isCalendarDate = (iso: string): boolean => {
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
};

/** DDMMYYYY; a day of the year 9999 is none; zeros are unknown parts, and a date with one is unknown. Other lengths (MMYYYY) stay as digits. */
const readDate = (text: string): Read => {
  if (/^0+$/.test(text)) return { value: null };
  const [, day, month, year] = /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? [];
  if (!day)
    return /^\d{4}(\d\d)?$/.test(text) ? { value: text } : { value: null, deviation: `"${text}" is not a date` };
  if (day === '00' || month === '00' || year === '0000') {
    return { value: null, deviation: `"${text}" is a date with unknown parts` };
  }
  if (year === '9999') return { value: null };
  const iso = `${year}-${month}-${day}`;
  return isCalendarDate(iso) ? { value: iso } : { value: null, deviation: `"${text}" is not a date` };
};

const readers: Readonly<Record<FieldLayout['format'], (text: string, field: FieldLayout) => Read>> = lookupTable({
  alphanumeric: (text) => ({ value: text }),
  number: readNumber,
  decimal: (text, { decimals }) => readDecimal(text, decimals),
  date: readDate,
});

const ALIASES: Readonly<Record<string, string>> = lookupTable({
  Personenstatus: 'Vertragsstatus',
  Staatsangehoerigkeit: 'LKZ',
  GeschlechtVp: 'Geschlecht',
  Geschlechtskennzeichen: 'Geschlecht',
  SchadenursacheAlleSparten: 'Schadenursache',
});

/** The meaning of a key by the published key tables; repeated fields (`Kommunikationstyp2`) share a table. */
const labelOf = (layout: GdvLayout, key: string, value: string): string | undefined => {
  const name = key.replace(/\d{1,2}$/, '');
  return layout.values[ALIASES[name] ?? name]?.[value];
};

/** The characters of a field. */
const rawOf = (text: string, { from, to }: FieldLayout): string => text.slice(from - 1, to);

/** One field of a line. @param text the line */
export const readField = (layout: GdvLayout, field: FieldLayout, text: string): GdvField => {
  const raw = rawOf(text, field);
  const filled = trimmed(raw);
  const { value, deviation } = filled === null ? { value: null } : readers[field.format](filled, field);
  const label = value === null ? undefined : labelOf(layout, field.key, value);
  return {
    nr: field.nr,
    key: field.key,
    name: field.name,
    bytes: [field.from, field.to],
    raw,
    value,
    ...(label === undefined ? {} : { label }),
    ...(deviation === undefined ? {} : { deviation }),
  };
};

/** All fields of a line in the order of the layout. */
export const readFields = (layout: GdvLayout, part: PartLayout, text: string): GdvField[] =>
  part.fields.map((field) => readField(layout, field, text));
