/** Conditions of a search on the texts of entries (rules 5.17). */
import { join, raw, type Sql, sql } from '../sql.ts';
import { tokenForms } from './search-text.ts';

/** Whether a token stands in the text of an entry, in one of its forms. @param entry alias of `search_entry` */
export const holds = (entry: string, token: string): Sql =>
  sql`(${join(
    tokenForms(token).map((form) => sql`strpos(${raw(entry)}.text, ${form}) > 0`),
    ' or ',
  )})`;

/** Whether each token stands in one of the entries of a group. */
export const holdTogether = (entry: string, tokens: readonly string[]): Sql =>
  join(
    tokens.map((token) => sql`bool_or(${holds(entry, token)})`),
    ' and ',
  );

/** A record kind of an organisation. */
export interface SearchedKind {
  readonly orgId: number;
  readonly section: unknown;
}

/** Entries of a record kind. @param entry alias of `search_entry` */
export const ofKind = (entry: string, { orgId, section }: SearchedKind): Sql =>
  sql`${raw(entry)}.org_id = ${orgId} and ${raw(entry)}.section = ${section}`;

/** SELECT of the records whose entries hold all tokens together. @param entries `from` and `where` that leave entries `s` */
export const recordsHolding = (entries: Sql, tokens: readonly string[]): Sql => {
  const [token = ''] = tokens;
  // One token is looked for in each entry, several in those of a record together.
  return tokens.length === 1
    ? sql`select s.id
    ${entries} and ${holds('s', token)}
    group by s.id`
    : sql`select s.id
    ${entries}
    group by s.id
    having ${holdTogether('s', tokens)}`;
};
