/**
 * Hashed trigrams of an entry's text. A hash depends on organisation and record kind too, so that a posting list of
 * the index belongs to one organisation, independent of the number of others.
 */

/** Characters of a trigram. */
const GRAM_LENGTH = 3;
/** FNV-1a, of 32 bits. */
const START = 0x811c9dc5;
const PRIME = 0x01000193;
const grown = (from: number, letter: string): number => Math.imul(from ^ (letter.codePointAt(0) ?? 0), PRIME);

/** Grams of texts of one organisation's record kind. */
export interface HashedTrigrams {
  /** All trigrams of a text, ascending; a trigram never spans two lines. */
  of(text: string): number[];
  /** All trigrams of a word; a shorter word has none. */
  ofWord(word: string): number[];
}

/** @param section path of the record kind */
export const hashedTrigrams = (orgId: number, section: string): HashedTrigrams => {
  const seed = [...`${orgId}/${section}`].reduce(grown, START);
  return {
    of: (text) => {
      const grams = new Set<number>();
      for (const line of text.split('\n')) {
        // Hashes of the last character and of the last two; the next character extends them.
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
