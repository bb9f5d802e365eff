/**
 * How many links and relations a record may have. Lists of them are answered whole, so that their length is what a call may cost
 * (docs/decisions/0042).
 */
import { fail } from '../errors.ts';
import { MAX_LINKS } from '../limits.ts';
import { literal, raw, type Sql, sql } from '../sql.ts';

/** What of a record is counted: no further than what tells that there are too many. */
export interface Counted {
  readonly links?: number;
  readonly relations?: number;
}

const counted = (rows: Sql): Sql =>
  sql`(select count(*)::int from (select 1 ${rows} limit ${raw(String(MAX_LINKS + 1))}) counted)`;

/** Counts the links of a record. */
export const linksAt = (orgId: number, section: string, id: Sql): Sql =>
  counted(sql`from link a where a.org_id = ${orgId} and a.owner_section = ${literal(section)} and a.owner_id = ${id}`);

/** Counts the relations of a customer. */
export const relationsAt = (orgId: number, kid: Sql): Sql =>
  counted(sql`from relation a where a.org_id = ${orgId} and a.kid = ${kid}`);

/**
 * Those who write at once may come to a few more together.
 * @param whose the record, as messages name it
 * @param more how many are about to be written
 * @throws 409 `too_many_links`
 */
export const requireRoom = (whose: string, there: Counted, more: 0 | 1): void => {
  for (const [what, n] of Object.entries(there)) {
    if (n + more <= MAX_LINKS) continue;
    throw fail('too_many_links', {
      message: `${whose} cannot have more than ${MAX_LINKS} ${what}; delete those that nobody needs.`,
    });
  }
};
