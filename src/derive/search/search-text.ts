/** The search text of a record, and the folded text of a search: both folded alike (rules 16.16). */
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { fieldsOf, memoizeByIdentity } from '../memoize.ts';
import { decompose, fold, otherSpellings } from './fold-text.ts';
import { nationalDigits, phoneSpellings } from './phone-number.ts';

/** The fields by whose values a record is found, with the labels of select values. */
export const searchedOf = memoizeByIdentity((resource: Resource) =>
  fieldsOf(resource)
    .filter(([, { search, kind }]) => search && !kind.secret)
    .map(([name, { options = [], retired = [] }]) => {
      // Of two of the same value the first counts.
      const displays = [...options, ...retired].reverse().map(({ value, display }) => [value, display] as const);
      return { name, displays: new Map<unknown, string>(displays) };
    }),
);

/** Whether the values of a field are searchable. */
export const isSearched = (resource: Resource, name: string): boolean =>
  searchedOf(resource).some((field) => field.name === name);

/** All searchable values of a record, in the order of the declaration; select values by their labels. */
export const searchValues = (resource: Resource, record: Values): string[] => {
  const values: string[] = [];
  for (const { name, displays } of searchedOf(resource)) {
    const value = record[name];
    if (value === null || value === undefined || value === '') continue;
    values.push(displays.get(value) ?? String(value));
  }
  return values;
};

/** Separates the digits of telephone numbers, IBANs and contract numbers. */
const PUNCTUATION = /[\s./()+\-_:,;'"]+/g;

const compact = (text: string): string => text.replace(PUNCTUATION, '');

/** Characters of one entry's values that are searched; longer notes would make every write slower. */
const MAX_TEXT = 8000;
/** Bound of a text with all spellings: some characters have a compatibility form of up to 18. */
const MAX_FOLDED = 4 * MAX_TEXT;

/**
 * The text of an entry: each value folded, then other spellings of words with umlauts, values with digits without
 * punctuation, and telephone numbers with and without country code, each on its own line. A change of the result
 * needs a new SEARCH_TEXT_VERSION (src/shared/search-text-version.ts).
 */
export const searchText = (values: readonly string[]): string => {
  const source = values.join('\n').slice(0, MAX_TEXT);
  const decomposed = decompose(source);
  const lines = fold(decomposed).split('\n');
  const others = new Set(otherSpellings(decomposed));
  for (const line of lines) {
    if (!/\d/.test(line)) continue;
    for (const spelling of [compact(line), ...phoneSpellings(line)]) if (spelling !== line) others.add(spelling);
  }
  // A cut may leave half of a surrogate pair, which is no text for PostgreSQL.
  return [...lines, ...others]
    .join('\n')
    .slice(0, MAX_FOLDED)
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])/g, '');
};

/** Tokens of a query: folded, then split at white space. */
export const searchTokens = (query: string): string[] => [
  ...new Set(
    fold(decompose(query))
      .split(/[\s\0]+/u)
      .filter(Boolean),
  ),
];

/** A German date as it is stored: with two digits of a year those of this and of the last century; none for another token. */
const isoDates = (token: string): string[] => {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(token) ?? [];
  const years = year.length === 2 ? [`19${year}`, `20${year}`] : year ? [year] : [];
  return years.map((one) => `${one}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
};

/**
 * Forms of a token, of which a text must contain one: as written; with a digit also without punctuation, as a date, and as the national
 * digits of a telephone number. A number that was split by its blanks still matches, because the compact form contains each part.
 */
export const tokenForms = (token: string): string[] => {
  if (!/\d/.test(token)) return [token];
  const forms = [token, compact(token), ...isoDates(token), nationalDigits(token)];
  return [...new Set(forms.filter((form) => form))] as string[];
};

/** Parts of a token that a text contains in whichever form it contains the token. */
export const tokenRuns = (token: string): string[] => {
  if (!/\d/.test(token)) return [token];
  const national = nationalDigits(token);
  return national ? [national] : token.split(PUNCTUATION).filter(Boolean);
};
