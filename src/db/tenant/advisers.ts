/** The users whose customers a user with own customers sees (rules 8.14). */
import { hasOwnCustomers, type StoredRoles } from '../../shared/roles.ts';
import { sql } from '../../sql/sql.ts';
import type { Database } from '../database.ts';

/** A user with its role, and the roles of the organisation. */
export interface RoleFacts {
  readonly orgId: number;
  readonly userKid: number;
  readonly rolle: string | null;
  readonly roles: StoredRoles | undefined;
}

/**
 * The user first, then those for whom it is the deputy today (`vertretung_kid` from `vertretung_von` to
 * `vertretung_bis`, in the time zone of the organisation); null where the role shows all customers.
 * @param db that of the organisation's node
 */
export const advisersOf = async (
  db: Pick<Database, 'read'>,
  { orgId, userKid, rolle, roles }: RoleFacts,
): Promise<readonly number[] | null> => {
  if (!hasOwnCustomers(roles, rolle)) return null;
  const absent = await db.read<{ id: number }>(sql`select u.id
    from contact u
    join organisation o on o.org_id = ${orgId}
    where u.org_id = ${orgId} and u.section = 'users' and u.del = 0 and u.vertretung_kid = ${userKid} and u.id <> ${userKid}
      and (now() at time zone o.time_zone)::date
        between coalesce(u.vertretung_von, '-infinity') and coalesce(u.vertretung_bis, 'infinity')
    order by u.id`);
  return [userKid, ...absent.map(({ id }) => id)];
};
