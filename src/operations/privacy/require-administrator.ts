/** Allows privacy operations only to administrators (rules 8.2). */
import { fail } from '../../errors/api-error.ts';
import { ADMIN_ROLE } from '../../shared/roles.ts';
import { sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';

/**
 * Checks that the session belongs to an administrator, or that the token acts for one; commands of the operator pass.
 * @throws 403 `administrator_required`
 */
export const requireAdministrator = async ({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<void> => {
  const { orgId, userKid, tokenId } = actor;
  if (userKid === null && tokenId === null) return;
  const [administrator] = await db.read(sql`select 1 as one
    from contact t
    where t.org_id = ${orgId} and t.section = 'users' and t.del = 0 and t.id = ${userKid}::int and t.aktiv
      and t.rolle = ${ADMIN_ROLE}`);
  if (!administrator) throw fail('administrator_required');
};
