/**
 * Text as a terminal may show it. What people and programs put into records and settings may hold characters that a terminal
 * obeys: they move what it shows, rename its window or type for whoever looks. Those stand there as JSON writes them. What
 * programs read (`--json`) stays as it is; CSV has rules of its own (derive/csv-text.ts).
 */

/** Characters that are obeyed, besides ends of lines and tabs, and those that turn around what stands behind them. */
const OBEYED = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The same and what ends a line or a column. */
const OBEYED_IN_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const asJson = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text of several lines. */
export const forTerminal = (text: string): string => text.replaceAll(OBEYED, asJson);

/** A value within a line: nobody begins another one with it. */
export const inLine = (value: unknown): string => String(value ?? '').replaceAll(OBEYED_IN_LINE, asJson);

/** A row of a list, with tabs between its values. */
export const inColumns = (...values: readonly unknown[]): string => values.map(inLine).join('\t');
