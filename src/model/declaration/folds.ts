/**
 * Folds: normal forms of texts for filters and sorting (rules 4.9, 4.10). The SQL is immutable and independent of the
 * server's locale, so that indexes can use it. Texts have the order of DIN 5007-1, from ICU (docs/decisions/0049).
 */

import { lookupTable } from '../../shared/lookup-table.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';

/** Without regard to case; letters and digits alone, without regard to case; the key of `src/shared/email.ts`. */
export type Fold = 'case' | 'alphanumeric' | 'address';

/** Case and order of texts: umlauts next to their vowels, `ß` as `ss`. */
const ICU = 'collate "und-x-icu"';

/** The SQL before and behind a text. */
const FOLDS: Readonly<Record<Fold, readonly [before: string, behind: string]>> = lookupTable({
  case: ['lower(', ` ${ICU})`],
  alphanumeric: ['regexp_replace(lower(', ` ${ICU}), '[^[:alnum:]]+', '', 'g')`],
  address: ['lower(', ' collate "C")'],
});

/** The normal form of a column, as SQL. */
export const foldedBy = (fold: Fold, column: string): string => FOLDS[fold].join(column);

/** The normal form of another operand, as SQL: null, which matches nothing, where no character is left. */
export const foldedOperand = (fold: Fold, text: string): string => `nullif(${foldedBy(fold, text)}, '')`;

/**
 * Behind `=`: the normal form of another operand, composed or not, since the API stores texts as they are sent.
 * @param fold without one the text itself
 */
export const foldedForms = (fold: Fold | undefined, text: string): string => {
  const forms = [text, `normalize(${text}, nfd)`].map((form) => (fold ? foldedOperand(fold, form) : form));
  return `any(array[${forms.join(', ')}])`;
};

/** The normal form of a value, as an operand. */
export const foldValue = (fold: Fold, value: unknown): Sql => {
  const [before, behind] = FOLDS[fold];
  return sql`nullif(${raw(before)}${value}::text${raw(behind)}, '')`;
};
