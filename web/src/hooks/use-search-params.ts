/**
 * Parameters of a list in the address of its page: reload, Back and a shared link show the same. A page declares its
 * parameters; default values are omitted, and invalid ones are ignored.
 */
import { useCallback, useMemo } from 'react';
import { useSearch } from '../router/use-router.ts';

/** No text of an address is longer; the service refuses to search for more. */
export const LONGEST = 255;

/** One parameter of an address. */
export interface SearchParam<Value extends string = string> {
  /** The value where the address has none. */
  readonly usual: Value;
  /** Whether a text of an address can be it. Those that are too long or not written by people were taken out before. */
  readonly fits: (text: string) => boolean;
}

type Declared<Values extends Readonly<Record<string, string>>> = {
  readonly [Name in keyof Values]: SearchParam<Values[Name]>;
};

/** The values of the declared parameters. */
export type SearchParamsOf<All extends Readonly<Record<string, SearchParam>>> = {
  readonly [Name in keyof All]: All[Name] extends SearchParam<infer Value> ? Value : never;
};

/** Any text: for a search, or where the page itself says what is wrong with it. */
export const anyText: SearchParam = { usual: '', fits: () => true };

/** One of some words, by default the first. */
export const oneOf = <const Word extends string>(words: readonly [Word, ...Word[]]): SearchParam<Word> => ({
  usual: words[0],
  fits: (text) => words.some((word) => word === text),
});

/** A number from 1; '' by default. */
export const numberTo = (most: number): SearchParam => ({
  usual: '',
  fits: (text) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= most,
});

/** The service cannot store such characters, and searches for none of them. */
const CONTROL = /\p{Cc}/u;

const readOne = ({ usual, fits }: SearchParam, text: string | null): string =>
  text !== null && text.length <= LONGEST && !CONTROL.test(text) && fits(text) ? text : usual;

/**
 * The parameters of the page's address, and a function that changes some of them. Changes in the same tick are
 * combined.
 * @param declared the same in each render
 */
export const useSearchParams = <const Values extends Readonly<Record<string, string>>>(declared: Declared<Values>) => {
  const [search, changeSearch] = useSearch();
  const values = useMemo(
    () =>
      Object.fromEntries(
        Object.entries<SearchParam>(declared).map(([name, said]) => [name, readOne(said, search.get(name))]),
      ) as Values,
    [declared, search],
  );
  const change = useCallback(
    (part: Partial<Values>) =>
      changeSearch((address) => {
        for (const [name, value] of Object.entries<string>(part as Record<string, string>)) {
          if (value === declared[name]?.usual) address.delete(name);
          else address.set(name, value.slice(0, LONGEST));
        }
      }),
    [declared, changeSearch],
  );
  return [values, change] as const;
};
