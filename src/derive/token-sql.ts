/** Conditions of a search on the texts of entries (decisions 5.17). */
import { tokenForms } from './search-text.ts';

/** Writes a value into a statement as a parameter. */
export type Parameter = (value: unknown) => string;

/** Whether a token stands in the text of an entry, in one of its forms. @param entry alias of `search_entry` */
export const holds = (entry: string, token: string, parameter: Parameter): string =>
  `(${tokenForms(token)
    .map((form) => `strpos(${entry}.text, ${parameter(form)}) > 0`)
    .join(' or ')})`;

/** Whether each token stands in one of the entries of a group. */
export const holdTogether = (entry: string, tokens: readonly string[], parameter: Parameter): string =>
  tokens.map((token) => `bool_or(${holds(entry, token, parameter)})`).join(' and ');
