/** E-mail addresses of users: one canonical form, and one key without regard to case, alike in SQL and JavaScript. */

/** The longest address. */
export const MAX_EMAIL = 254;
/** One address: no blanks, angle brackets or separators, one @ with something on both sides. */
export const EMAIL = /^[^\s@<>,;:]+@[^\s@<>,;:]+$/u;

/** Whether a text is one address. */
export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL && EMAIL.test(text);

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * An address as it is stored: trimmed, in Unicode normal form C. Letters beyond ASCII are lower-case, because PostgreSQL
 * and JavaScript agree on the case of ASCII letters alone.
 */
export const normalizeEmail = (text: string): string =>
  text
    .trim()
    .normalize('NFC')
    .replace(/[^\0-\x7f]+/g, (letters) => letters.toLowerCase().replaceAll('ς', 'σ').normalize('NFC'));

/** What two spellings of one address have in common; `lower(email collate "C")` of a stored one. */
export const emailKey = (text: string): string => lowerAscii(normalizeEmail(text));
