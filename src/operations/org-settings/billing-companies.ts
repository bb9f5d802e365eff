/** Billing companies: contracts hold their places in the list (rules 9.11). */
import { type Author, SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import { fail, type Issue, invalid } from '../../errors/api-error.ts';
import { type Sql, sql } from '../../sql/sql.ts';
import { changeSettings } from './settings-document.ts';

/** Contracts per billing company: id and number. The main one (0) has most of them and is not counted. */
export const billingCompanyUse = (orgId: number): Sql =>
  sql`select gd_abr_firma as id, count(*)::int as n from contract where org_id = ${orgId} and del = 0 and gd_abr_firma > 0 group by gd_abr_firma`;

const folded = (name: string): string => name.trim().toLowerCase();

/** Findings about names that are new at their place and that another place has; those from before may stay. */
const twinIssues = (names: readonly string[], before: readonly string[]): Issue[] => {
  const times = new Map<string, number>();
  for (const name of names) times.set(folded(name), (times.get(folded(name)) ?? 0) + 1);
  return names.flatMap((name, at) =>
    name !== before[at] && (times.get(folded(name)) ?? 0) > 1
      ? [{ path: ['names', at], code: 'duplicate_name', message: 'There is a billing company of this name already.' }]
      : [],
  );
};

/**
 * Replaces the list. Names that differ in letter case only are duplicates.
 * @param by the author, for the audit log
 * @throws 400 `validation_failed` for a duplicate name, 409 `billing_company_in_use` where a contract uses a removed
 * entry
 */
export const setBillingCompanies = (
  db: Database,
  orgId: number,
  names: readonly string[],
  by: Author = SERVICE,
): Promise<void> =>
  changeSettings(
    db,
    orgId,
    async (settings, tx) => {
      const twins = twinIssues(names, settings.billing_companies ?? []);
      if (twins.length) throw invalid(twins);
      const used = await tx.run<{ id: number }>(billingCompanyUse(orgId));
      const cut = used.map(({ id }) => id).filter((id) => id > names.length);
      if (cut.length) throw fail('billing_company_in_use', { details: { ids: cut } });
      return { ...settings, billing_companies: names };
    },
    by,
  );
