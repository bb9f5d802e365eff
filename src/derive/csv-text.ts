/** Text in cells of CSV files (RFC 4180) that people open with spreadsheet programs and show in terminals. */

/** Programs take a value that begins with one of these for a formula; a plain number is none. */
const FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const NUMBER = /^[-+]?\d+(?:\.\d+)?$/;
/** Control characters but tabs and line ends: a terminal obeys them. */
const CONTROL = /(?![\t\r\n])\p{Cc}/gu;

/** A value's text with an apostrophe before a formula and with control characters as JSON writes them; quotes are the caller's. */
export const csvText = (value: string): string =>
  (FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value).replaceAll(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
