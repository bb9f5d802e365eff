/** Whether users of an organisation may sign in with a password of this service (rules 8.15). */
import { ADMIN_ROLE } from '../../shared/roles.ts';
import { type Sql, sql } from '../../sql/sql.ts';

/**
 * Condition that a user `u` may sign in with a local password: their organisation does not restrict its users to single
 * sign-on. Administrators always may, so that a failure of the issuer locks no organisation out.
 */
export const mayUsePassword = (orgId: number): Sql => sql`(u.rolle is not distinct from ${ADMIN_ROLE} or not exists (
  select 1 from sso where sso.org_id = ${orgId} and sso.active and not sso.local_passwords))`;
