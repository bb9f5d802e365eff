/** Billing companies: contracts hold their places in the list (rules 9.11). */
import { type Author, SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import { fail } from '../../errors.ts';
import { type Sql, sql } from '../../sql.ts';
import { changeSettings } from './settings-document.ts';

/**
 * How many contracts each further company has: id and number. The main one (0) has most of them, and nobody asks how
 * many.
 */
export const billingCompanyUse = (orgId: number): Sql =>
  sql`select gd_abr_firma as id, count(*)::int as n from contract where org_id = ${orgId} and del = 0 and gd_abr_firma > 0 group by gd_abr_firma`;

/**
 * Replaces the list.
 * @param by who changes it, for the audit log
 * @throws 409 `billing_company_in_use` where the list becomes shorter than a contract needs
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
      const used = await tx.run<{ id: number }>(billingCompanyUse(orgId));
      const cut = used.map(({ id }) => id).filter((id) => id > names.length);
      if (cut.length) throw fail('billing_company_in_use', { details: { ids: cut } });
      return { ...settings, billing_companies: names };
    },
    by,
  );
