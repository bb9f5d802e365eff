/** Forms in which texts of different spelling are the same. */

/** The comparison key of a number of a contract, a customer or an insurer: its letters and digits in upper case. */
export const normalizeNumber = (number: string): string => number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** A text without blanks, punctuation and case; `Straße` and `Str.` are the same. */
export const spelling = (value: unknown): string => normalizeNumber(String(value ?? '').replace(/stra(ß|ss)e/i, 'str'));
