/** The name that somebody may have meant who wrote another one. */
import leven from 'leven';

/** So many letters of a word go with one that is wrong. */
const LETTERS_A_SLIP = 3;

/** The known name that is written most like `name`, in whichever case. */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  const distance = (one: string): number => leven(name.toLowerCase(), one.toLowerCase());
  return known.reduce<string | undefined>(
    (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
    undefined,
  );
};

const sorted = (word: string): string => [...word].sort().join('');

/** The known name that `name` is a slip of: one letter in three is another one, at most, or they stand in another order. */
export const misspelt = (name: string, known: readonly string[]): string | undefined => {
  const written = name.toLowerCase();
  return known.find(
    (one) => leven(written, one) <= Math.floor(one.length / LETTERS_A_SLIP) || sorted(written) === sorted(one),
  );
};
