/** Days and numbers in the query of deadlines and the agenda. */

import { type Issue, invalid } from '../../errors/api-error.ts';
import { first } from '../../model/calls/paging.ts';
import { date } from '../../model/declaration/field.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { MAX_INT } from '../../shared/int32.ts';

type Query = Readonly<Record<string, unknown>>;

/** A day some days later. @param day `YYYY-MM-DD` */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, day.length);

/** Reads parameters and collects their issues. */
export class PeriodQuery {
  readonly #query: Query;
  readonly #issues: Issue[] = [];

  constructor(query: Query) {
    this.#query = query;
  }

  /** A day; null where the query has none. */
  day(name: string): string | null {
    const text = first(this.#query[name]);
    if (text === undefined) return null;
    const field = date(name, { required: true });
    if (field.kind.accepts(field).safeParse(text).success) return text;
    this.#issues.push({ path: [name], code: 'invalid_format', message: `${name} must be a date, YYYY-MM-DD.` });
    return null;
  }

  /** The number of a record; null where the query has none. @param of for the message, such as `a user` */
  number(name: string, of: string): number | null {
    const text = first(this.#query[name]);
    if (text === undefined) return null;
    const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    if (number > 0 && number <= MAX_INT) return number;
    this.#issues.push({ path: [name], code: 'invalid_type', message: `${name} must be the number of ${of}.` });
    return null;
  }

  /** @throws 400 `validation_failed` with all issues */
  assertValid(): void {
    if (this.#issues.length) throw invalid(this.#issues);
  }
}
