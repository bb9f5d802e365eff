/** Conditions of a search on the texts of entries (rules 5.17). */
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

/** Entries `s` of an organisation's record kind. */
export const OF_KIND = 's.org_id = $1 and s.section = $2';

/** SELECT of the records whose entries hold all tokens together. @param entries `from` and `where` that leave entries `s` */
export const recordsHolding = (entries: string, tokens: readonly string[], parameter: Parameter): string => {
  const [token = ''] = tokens;
  // One token is looked for in each entry, several in those of a record together.
  return tokens.length === 1
    ? `select s.id ${entries} and ${holds('s', token, parameter)} group by s.id`
    : `select s.id ${entries} group by s.id having ${holdTogether('s', tokens, parameter)}`;
};
