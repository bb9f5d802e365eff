/**
 * Grams: numbers that stand for the pieces of three characters of an entry's text. A number depends on organisation and
 * record kind too, so that the list of an index is that of one organisation, however many others there are.
 */

/** Characters of a piece. */
const GRAM_LENGTH = 3;
/** FNV-1a, of 32 bits. */
const START = 0x811c9dc5;
const PRIME = 0x01000193;
const grown = (from: number, letter: string): number => Math.imul(from ^ (letter.codePointAt(0) ?? 0), PRIME);

/** Grams of texts of one organisation's record kind. */
export interface Grams {
  /** All grams of a text, ascending; a piece never reaches beyond its line. */
  of(text: string): number[];
  /** The grams of all pieces of a word; a shorter word has none. */
  ofWord(word: string): number[];
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
          single = grown(seed, letter);
        }
      }
      return [...Int32Array.from(grams).sort()];
    },
    ofWord: (word) => {
      const letters = [...word];
      const starts = Array.from({ length: Math.max(0, letters.length - GRAM_LENGTH + 1) }, (_, at) => at);
      return [...new Set(starts.map((at) => letters.slice(at, at + GRAM_LENGTH).reduce(grown, seed)))];
    },
  };
};
