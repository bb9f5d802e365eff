/**
 * Limit of links and relations per record. Their lists are not paged, so the limit bounds the cost of a call
 * (docs/decisions/0042).
 */
import { fail } from '../../errors/api-error.ts';
import { MAX_LINKS } from '../../shared/limits.ts';
import { literal, raw, type Sql, sql } from '../../sql/sql.ts';

/** Counts of a record, up to one above the limit. */
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
 * Concurrent writers may exceed the limit by a few.
 * @param whose the record, for the message
 * @param more how many are about to be written
 * @throws 409 `too_many_links`
 */
export const assertLinkQuota = (whose: string, there: Counted, more: 0 | 1): void => {
  for (const [what, n] of Object.entries(there)) {
    if (n + more <= MAX_LINKS) continue;
    throw fail('too_many_links', {
      message: `${whose} cannot have more than ${MAX_LINKS} ${what}; delete those that nobody needs.`,
    });
  }
};
