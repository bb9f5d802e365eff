/** Conditions of a search on the texts of entries (rules 5.17). */
import { join, raw, type Sql, sql } from '../../sql/sql.ts';
import { tokenForms } from './search-text.ts';

/** Whether the text of an entry contains a token, in one of its forms. @param entry alias of `search_entry` */
export const contains = (entry: string, token: string): Sql =>
  sql`(${join(
    tokenForms(token).map((form) => sql`strpos(${raw(entry)}.text, ${form}) > 0`),
    ' or ',
  )})`;

/** Whether each token occurs in one of the entries of a group. */
export const containsAcrossParts = (entry: string, tokens: readonly string[]): Sql =>
  join(
    tokens.map((token) => sql`bool_or(${contains(entry, token)})`),
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

/** SELECT of the records whose entries hold all tokens together. @param entries query of entries with `id` and `text` */
export const recordsContaining = (entries: Sql, tokens: readonly string[]): Sql => {
  const [token = ''] = tokens;
  // One token is searched in each entry, several in all entries of a record together.
  const [where, having] =
    tokens.length === 1
      ? [sql`where ${contains('s', token)}`, raw('')]
      : [raw(''), sql`having ${containsAcrossParts('s', tokens)}`];
  return sql`select s.id
    from (${entries}) s
    ${where}
    group by s.id
    ${having}`;
};
