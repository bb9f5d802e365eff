/**
 * Normal forms of texts, in which filters compare them and lists are sorted (rules 4.9, 4.10). The SQL is immutable and the
 * same on every server, whatever its locale, so that indexes can hold it; the order is that of code points.
 */
import { raw, type Sql, sql } from '../sql.ts';
import { table } from '../table.ts';

/** Without regard to case; letters and digits alone, without regard to case; the key of `src/email.ts`. */
export type Fold = 'case' | 'alphanumeric' | 'address';

const LOWER = 'collate "und-x-icu")';

/** The SQL before and behind a text. */
const FOLDS: Readonly<Record<Fold, readonly [before: string, behind: string]>> = table({
  case: ['lower(', ` ${LOWER} collate "C"`],
  alphanumeric: ['regexp_replace(lower(', ` ${LOWER}, '[^[:alnum:]]+', '', 'g') collate "C"`],
  address: ['lower(', ' collate "C")'],
});

/** The normal form of a column, as SQL. */
export const foldedBy = (fold: Fold, column: string): string => FOLDS[fold].join(column);

/** The normal form of a value. */
export const foldValue = (fold: Fold, value: unknown): Sql => {
  const [before, behind] = FOLDS[fold];
  return sql`${raw(before)}${value}::text${raw(behind)}`;
};
