/** Suggests the closest known name for a mistyped one. */
import leven from 'leven';

/** One wrong letter is tolerated per this many letters. */
const LETTERS_A_SLIP = 3;

/** The known name that is written most like `name`, in whichever case. */
export const closestMatch = (name: string, known: readonly string[]): string | undefined => {
  const distance = (one: string): number => leven(name.toLowerCase(), one.toLowerCase());
  return known.reduce<string | undefined>(
    (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
    undefined,
  );
};

const sorted = (word: string): string => [...word].sort().join('');

/** The known name that `name` is a typo of: at most one letter in three differs, or is in another position. */
export const isTypoOf = (name: string, known: readonly string[]): string | undefined => {
  const written = name.toLowerCase();
  return known.find(
    (one) => leven(written, one) <= Math.floor(one.length / LETTERS_A_SLIP) || sorted(written) === sorted(one),
  );
};
