/** E-mail addresses of users: a canonical form and a case-insensitive key, computed alike in SQL and JavaScript. */

/** Maximum length of an address. */
export const MAX_EMAIL = 254;
/** One address: no blanks, angle brackets or separators, one @ with something on both sides. */
export const EMAIL = /^[^\s@<>,;:]+@[^\s@<>,;:]+$/u;

/** Whether a text is one address. */
export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL && EMAIL.test(text);

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * The stored form of an address: trimmed, in Unicode normal form C. Letters beyond ASCII are lower-cased here,
 * because PostgreSQL and JavaScript agree only on the case of ASCII letters.
 */
export const normalizeEmail = (text: string): string =>
  text
    .trim()
    .normalize('NFC')
    .replace(/[^\0-\x7f]+/g, (letters) => letters.toLowerCase().replaceAll('ς', 'σ').normalize('NFC'));

/** The comparison key of an address; `lower(email collate "C")` of a stored one. */
export const emailKey = (text: string): string => lowerAscii(normalizeEmail(text));
