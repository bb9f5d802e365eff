/** The premium of a contract for a year (rules 16.23). */
import type { Resource } from '../../model/declaration/resource.ts';
import { YEARLY_PAYMENTS } from '../../model/seed/yearly-payments.ts';
import { and, join, literal, raw, type Sql, sql } from '../../sql/sql.ts';
import { notArchived } from '../storage/columns.ts';
import { NOT_FINAL, withDeadline } from './deadline-of-record.ts';

const TIMES = join(
  Object.entries(YEARLY_PAYMENTS).map(([interval, times]) => sql`when ${literal(interval)} then ${raw(String(times))}`),
  ' ',
);

/** Payments of a contract `t` in a year; null for an unknown interval. */
export const PAYMENTS = sql`case lower(regexp_replace(t.intervall, '[[:space:]]', '', 'g') collate "und-x-icu") ${TIMES} end`;

/** The premium of a contract `t` for a year; null where it has ended, and without a known interval. */
export const perYear = (contracts: Resource): Sql =>
  sql`case when ${NOT_FINAL}${and(notArchived(contracts))} then (t.beitrag * ${PAYMENTS})::numeric(15, 2) end`;

/** The JSON text of records `t` with their member `jahresbeitrag`. @param asked without it, the text */
const withPremium = (text: Sql, contracts: Resource, asked: boolean | undefined): Sql =>
  asked
    ? sql`(left(${text}, -1) || ',"jahresbeitrag":' || coalesce('"' || (${perYear(contracts)})::text || '"', 'null') || '}')`
    : text;

/** Computed members that a read adds to its records. */
export interface ComputedMembers {
  /** Adds the first deadline from this day on (`YYYY-MM-DD`). */
  readonly deadlinesFrom?: string | null;
  /** Adds the premium for a year. */
  readonly premiums?: boolean;
}

export const isComputed = ({ deadlinesFrom, premiums }: ComputedMembers): boolean => Boolean(deadlinesFrom || premiums);

/** The JSON text of records `t` with the computed members that are asked for. */
export const withComputed = (text: Sql, resource: Resource, { deadlinesFrom, premiums }: ComputedMembers): Sql =>
  withPremium(withDeadline(text, resource, deadlinesFrom), resource, premiums);
