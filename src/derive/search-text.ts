/** The text a record is found by, and the text that is looked for: both normalised the same way (rules 16.16). */
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { table } from '../table.ts';
import { fieldsOf, perValue } from './per-declaration.ts';

/** The fields by whose values a record is found, with what people read of the values of a list. */
export const searchedOf = perValue((resource: Resource) =>
  fieldsOf(resource)
    .filter(([, { search, kind }]) => search && !kind.secret)
    .map(([name, { options = [], retired = [] }]) => {
      // Of two of the same value the first counts.
      const displays = [...options, ...retired].reverse().map(({ value, display }) => [value, display] as const);
      return { name, displays: new Map<unknown, string>(displays) };
    }),
);

/** Whether records are found by what a field holds. */
export const isSearched = (resource: Resource, name: string): boolean =>
  searchedOf(resource).some((field) => field.name === name);

/** All searchable values of a record, in the order of the declaration; select values by what people read. */
export const searchValues = (resource: Resource, record: Values): string[] => {
  const values: string[] = [];
  for (const { name, displays } of searchedOf(resource)) {
    const value = record[name];
    if (value === null || value === undefined || value === '') continue;
    values.push(displays.get(value) ?? String(value));
  }
  return values;
};

/** Umlauts are written in two ways, so each becomes the long one. */
const LONG: Readonly<Record<string, string>> = table({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'oe', œ: 'oe' });

/** Lower case, umlauts and ß spelt out, accents dropped. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüßæøœ]/g, (letter) => LONG[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

/** What separates the digits of telephone numbers, IBANs and contract numbers. */
const PUNCTUATION = /[\s./()+\-–_:,;'"]+/g;

const compact = (text: string): string => text.replace(PUNCTUATION, '');

/**
 * Longest text of one entry that is searched; what stands beyond is seldom searched for and would cost something at
 * every write.
 */
const MAX_TEXT = 8000;

/**
 * The text of an entry: each value as it is written and, where it has a digit, also without punctuation, so that
 * numbers are found however they are spaced.
 */
export const searchText = (values: readonly string[]): string => {
  const words: string[] = [];
  for (const value of values) {
    const folded = fold(value.slice(0, MAX_TEXT));
    words.push(folded);
    if (/\d/.test(folded)) {
      const bare = compact(folded);
      if (bare !== folded) words.push(bare);
    }
  }
  return words.join('\n').slice(0, MAX_TEXT);
};

/** Tokens of a query: split at white space, folded. */
export const searchTokens = (query: string): string[] => [
  ...new Set(
    query
      .split(/[\s\0]+/u)
      .map(fold)
      .filter(Boolean),
  ),
];

/**
 * Forms in which a token may stand in a text: as written, and for one with a digit without punctuation too. A number
 * that was split by its spaces still matches, because each of its parts stands in the compact form.
 */
export const tokenForms = (token: string): string[] => {
  const bare = compact(token);
  return bare !== token && bare !== '' && /\d/.test(token) ? [token, bare] : [token];
};

/** Pieces of a token that stand in the text in whichever form the token does. */
export const tokenRuns = (token: string): string[] =>
  tokenForms(token).length > 1 ? token.split(PUNCTUATION).filter(Boolean) : [token];
