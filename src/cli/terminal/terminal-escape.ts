/**
 * Escapes text for a terminal. Records and settings may contain control characters that move the cursor, rename the
 * window or send input; they are printed as in JSON. Output for programs (`--json`) is unchanged; CSV has rules of
 * its own (derive/csv-text.ts).
 */

/** Control characters except line breaks and tabs, and those that change the writing direction. */
const OBEYED = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The same and what ends a line or a column. */
const OBEYED_IN_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const asJson = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text of several lines. */
export const escapeForTerminal = (text: string): string => text.replaceAll(OBEYED, asJson);

/** A value within a line: it cannot begin another line. */
export const escapeLine = (value: unknown): string => String(value ?? '').replaceAll(OBEYED_IN_LINE, asJson);

/** A row of a list, with tabs between its values. */
export const formatColumns = (...values: readonly unknown[]): string => values.map(escapeLine).join('\t');
