/** Text in cells of CSV files (RFC 4180) that people open with spreadsheet programs and show in terminals. */

/**
 * Spreadsheets treat a value that begins with one of these as a formula; a plain number is not one. An apostrophe before it is one
 * of the value, and gets another: an import takes one away.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const NUMBER = /^[-+]?\d+(?:\.\d+)?$/;
/** Control characters but tabs and line ends: a terminal obeys them. */
const CONTROL = /(?![\t\r\n])\p{Cc}/gu;

/** Control characters as JSON writes them. */
export const escapeControls = (value: string): string =>
  value.replaceAll(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A value's text with an apostrophe before a formula and with control characters as JSON writes them; quotes are the caller's. */
export const csvText = (value: string): string =>
  escapeControls(FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value);

/** The same of a value that is a text: a sign before digits is no number's either (`+49 170`). */
export const csvPlainText = (value: string): string => escapeControls(FORMULA.test(value) ? `'${value}` : value);
