/** The name that somebody may have meant who wrote another one. */
import leven from 'leven';

/** The known name that is written most like `name`, in whichever case. */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  const distance = (one: string): number => leven(name.toLowerCase(), one.toLowerCase());
  return known.reduce<string | undefined>(
    (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
    undefined,
  );
};
