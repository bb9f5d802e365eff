/**
 * What of a list is shown, in the address of its page: reload, back and a link that is sent to others lead to the same. A page
 * declares what its address may say; the usual value is left out of it, and what is no such value is as if it were not there.
 */
import { useCallback, useMemo } from 'react';
import { useSearch } from '../router/hooks.ts';

/** No text of an address is longer; the service refuses to search for more. */
export const LONGEST = 255;

/** One thing that an address says. */
export interface Said<Value extends string = string> {
  /** What holds where the address does not say it. */
  readonly usual: Value;
  /** Whether a text of an address can be it. Those that are too long or not written by people were taken out before. */
  readonly fits: (text: string) => boolean;
}

type Declared<Values extends Readonly<Record<string, string>>> = {
  readonly [Name in keyof Values]: Said<Values[Name]>;
};

/** The values of what is declared. */
export type SaidBy<All extends Readonly<Record<string, Said>>> = {
  readonly [Name in keyof All]: All[Name] extends Said<infer Value> ? Value : never;
};

/** Any text: for a search, or where the page itself says what is wrong with it. */
export const anyText: Said = { usual: '', fits: () => true };

/** One of some words, the first one where none is said. */
export const oneOf = <const Word extends string>(words: readonly [Word, ...Word[]]): Said<Word> => ({
  usual: words[0],
  fits: (text) => words.some((word) => word === text),
});

/** A number from 1; '' where none is said. */
export const numberTo = (most: number): Said => ({
  usual: '',
  fits: (text) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= most,
});

/** The service cannot store such characters, and searches for none of them. */
const CONTROL = /\p{Cc}/u;

const readOne = ({ usual, fits }: Said, text: string | null): string =>
  text !== null && text.length <= LONGEST && !CONTROL.test(text) && fits(text) ? text : usual;

/**
 * What the address of the page says, and what changes some of it. Changes that follow one another at once all hold.
 * @param declared the same at each drawing
 */
export const useInAddress = <const Values extends Readonly<Record<string, string>>>(declared: Declared<Values>) => {
  const [search, changeSearch] = useSearch();
  const values = useMemo(
    () =>
      Object.fromEntries(
        Object.entries<Said>(declared).map(([name, said]) => [name, readOne(said, search.get(name))]),
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
