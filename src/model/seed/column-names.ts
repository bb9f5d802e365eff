/** Names that columns and values of files have in German and English, in addition to those of the declarations. */
import { lookupTable } from '../../shared/lookup-table.ts';
import columns from './column-names.json' with { type: 'json' };
import totals from './total-words.json' with { type: 'json' };
import values from './value-names.json' with { type: 'json' };

/**
 * Field or `part.field` -> headers, by record kind; `*` for those of all kinds. Of two columns of one field the header that is
 * named first counts: the last name before the company.
 */
export const COLUMN_NAMES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> =
  lookupTable<Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>>(columns);

/** Label of an entry of a list -> other words for it. */
export const VALUE_NAMES: Readonly<Record<string, readonly string[]>> =
  lookupTable<Readonly<Record<string, readonly string[]>>>(values);

/** Words with which rows of totals begin. */
export const TOTAL_WORDS: readonly string[] = totals;
