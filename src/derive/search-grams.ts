/**
 * Grams: numbers that stand for the pieces of one to three characters of an entry's text. A number depends on organisation and
 * record kind too, so that the list of an index is that of one organisation, however many others there are.
 */

/** Characters of the longest piece. */
export const GRAM_LENGTH = 3;
/** FNV-1a, of 32 bits; migrations/0012 computes the same in SQL. */
const START = 0x811c9dc5;
const PRIME = 0x01000193;
const grown = (from: number, letter: string): number => Math.imul(from ^ (letter.codePointAt(0) ?? 0), PRIME);

/** Grams of texts of one organisation's record kind. */
export interface Grams {
  /** All grams of a text, ascending; a piece never reaches beyond its line. */
  of(text: string): number[];
  /** The grams of a piece that lie densest: all of the greatest length it has. */
  longestOf(piece: string): number[];
}

/** @param section path of the record kind */
export const gramsIn = (orgId: number, section: string): Grams => {
  const seed = [...`${orgId}/${section}`].reduce(grown, START);
  return {
    of: (text) => {
      const grams = new Set<number>();
      for (const line of text.split('\n')) {
        // Pieces of one and of two letters that end at this one; the next letter lengthens them.
        let single: number | undefined;
        let pair: number | undefined;
        for (const letter of line) {
          if (pair !== undefined) grams.add(grown(pair, letter));
          pair = single === undefined ? undefined : grown(single, letter);
          if (pair !== undefined) grams.add(pair);
          single = grown(seed, letter);
          grams.add(single);
        }
      }
      return [...Int32Array.from(grams).sort()];
    },
    longestOf: (piece) => {
      const letters = [...piece];
      const length = Math.min(letters.length, GRAM_LENGTH);
      const starts = Array.from({ length: letters.length - length + 1 }, (_, at) => at);
      return [...new Set(starts.map((at) => letters.slice(at, at + length).reduce(grown, seed)))];
    },
  };
};
