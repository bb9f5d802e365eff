/** Makers of fields: one line of a declaration says everything that is derived from it. */
import type { Field, Kind, Reference } from './field-shape.ts';
import { kinds, MONTH_DAY } from './value-kinds.ts';

type Traits = Omit<Partial<Field>, 'kind' | 'label'>;
const field =
  (kind: Kind, fixed: Traits = {}) =>
  (label: string, traits: Traits = {}): Field =>
    Object.freeze({ kind, label, ...fixed, ...traits });

export const int = field(kinds.int);
export const text = field(kinds.text);
/** Comments, notes, descriptions: up to 65,535 characters (rules 3.4). */
export const longText = field(kinds.text, { max: 65_535 });
export const label = field(kinds.label);
export const yearDay = field(kinds.yearDay);
export const money = field(kinds.money);
export const rate = field(kinds.rate);
export const date = field(kinds.date);
export const datetime = field(kinds.datetime);
/** A filter by the day of the year of a date. */
export const monthDay = field(MONTH_DAY);
export const instant = field(kinds.instant);
export const flag = field(kinds.flag);
export const boolean = field(kinds.boolean);
export const email = field(kinds.email, { format: 'email' });
export const secret = field(kinds.secret);

/** Row id, from a sequence. */
export const rowId = (): Field => int('ID', { server: true, always: true });

/** A reference to another record. */
export const reference = (
  label: string,
  to: string | readonly string[],
  traits: Traits & Omit<Reference, 'to'> = {},
) => {
  const { shares, active, key, missing, ...rest } = traits;
  const reference: Reference = { to: typeof to === 'string' ? [to] : to, shares, active, key, missing };
  return int(label, { min: 1, reference, ...rest });
};

/** The two stamps every record has. `day` where only the date is answered. */
export const stamps = (kind: Kind = kinds.datetime) => ({
  insert_datum: field(kind)('Angelegt am', { server: true, always: true, stamp: 'made' }),
  edit_datum: field(kind)('Geändert am', { server: true, stamp: 'changed' }),
});
