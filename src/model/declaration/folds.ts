/**
 * Folds: normal forms of texts for filters and sorting (rules 4.9, 4.10). The SQL is immutable and independent of the
 * server's locale, so that indexes can use it; the order is that of code points.
 */

import { lookupTable } from '../../shared/lookup-table.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';

/** Without regard to case; letters and digits alone, without regard to case; the key of `src/shared/email.ts`. */
export type Fold = 'case' | 'alphanumeric' | 'address';

const LOWER = 'collate "und-x-icu")';

/** The SQL before and behind a text. */
const FOLDS: Readonly<Record<Fold, readonly [before: string, behind: string]>> = lookupTable({
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
