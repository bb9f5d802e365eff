/** When a record has ended, and until when a rule keeps it. */
import type { Resource } from '../../model/declaration/resource.ts';
import type { RetentionRule } from '../../shared/retention-rules.ts';
import { raw, type Sql } from '../../sql/sql.ts';
import { quoted } from '../storage/columns.ts';
import type { PersonKind } from './person-records.ts';

/** Columns of a record as texts; days begin with `YYYY-MM-DD`. */
export type RetentionValues = Readonly<Record<string, string | null>>;

/** Why a record is retained. */
export interface Verdict {
  /** The rule; null where another retained record needs this one. */
  readonly rule: RetentionRule | null;
  readonly reason: 'not_ended' | 'rule' | 'belongs_to_kept' | 'names_kept';
  /** First day on which nothing keeps it; null where that is not known yet. */
  readonly erasable_from: string | null;
}

/**
 * Columns that `recordsPage` selects of a kind: the values that retention uses, and the records that it refers to.
 */
export const retentionColumns = ({ resource, via }: PersonKind): readonly Sql[] => {
  const names = [...resource.retention.endColumns, ...via.map(({ column }) => column)];
  // As JSON has them: the date style of the session does not matter.
  return names.map((name) => raw(`to_json(t.${quoted(name)}) #>> '{}' as ${quoted(name)}`));
};

const dayOf = (value: string | null | undefined): string | null => value?.slice(0, 'YYYY-MM-DD'.length) ?? null;

/**
 * The day on which a record ended; null while it has not.
 * @param today local day of the organisation
 */
const endOf = ({ retention: { endColumns, end } }: Resource, values: RetentionValues, today: string): string | null =>
  end ? end(values, today) : dayOf(endColumns.map((name) => values[name]).find((value) => value));

const shiftYears = (day: string, { years, from }: RetentionRule): string => {
  const year = Number(day.slice(0, 4)) + years;
  if (from === 'end_of_year') return `${String(year + 1).padStart(4, '0')}-01-01`;
  const shifted = new Date(Date.UTC(year, Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)) + 1));
  return shifted.toISOString().slice(0, 'YYYY-MM-DD'.length);
};

/** The verdict of a rule on a record; null where it does not keep it. */
export const verdictOf = (
  resource: Resource,
  rule: RetentionRule,
  values: RetentionValues,
  today: string,
): Verdict | null => {
  const end = endOf(resource, values, today);
  if (end === null) return { rule, reason: 'not_ended', erasable_from: null };
  const from = shiftYears(end, rule);
  if (from <= today) return null;
  return { rule, reason: end > today ? 'not_ended' : 'rule', erasable_from: from };
};

/** The verdict that keeps longest; an unknown end is longer than all days. */
export const longest = (verdicts: readonly Verdict[]): Verdict | null =>
  verdicts.reduce<Verdict | null>((best, one) => {
    if (best === null) return one;
    if (best.erasable_from === null) return best;
    return one.erasable_from === null || one.erasable_from > best.erasable_from ? one : best;
  }, null);
