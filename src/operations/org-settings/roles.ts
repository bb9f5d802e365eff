/** Roles of an organisation: listed, created, changed, removed (rules 8.4). */
import { type Author, SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import { MAX_ROLES } from '../../shared/limits.ts';
import { ADMIN_ROLE, ROLE_ID, type Role, rolesOf } from '../../shared/roles.ts';
import { sql } from '../../sql/sql.ts';
import { changeSettings, readSettings } from './settings-document.ts';

/** A role, and how many users have it. */
export interface UsedRole extends Role {
  readonly fixed: boolean;
  readonly users: number;
}

/** The roles of an organisation, seeded ones first. @throws 404 for an unknown organisation */
export const listRoles = async (db: Database, orgId: number): Promise<UsedRole[]> => {
  const [settings, counts] = await Promise.all([
    readSettings(db, orgId),
    db.read<{ rolle: string; n: number }>(sql`select rolle, count(*)::int as n from contact
      where org_id = ${orgId} and section = 'users' and del = 0 and rolle is not null group by rolle`),
  ]);
  const users = new Map(counts.map(({ rolle, n }) => [rolle, n]));
  return rolesOf(settings.roles).map((role) => ({
    ...role,
    fixed: role.id === ADMIN_ROLE,
    users: users.get(role.id) ?? 0,
  }));
};

const issue = (field: string, code: string, message: string) => invalid([{ path: [field], code, message }]);

/** The changed values of a role; an absent value stays. */
export interface RoleChange {
  readonly name?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly own_customers?: boolean | undefined;
}

/**
 * Creates a role, or changes one; its users have the new scopes with their next call.
 * @param change.scopes existing names without duplicates
 * @param change.own_customers whether its users see only the customers that they advise
 * @param by author, and `create`: whether the role must not exist yet (true), must exist (false), or either (undefined)
 * @throws 409 `role_fixed` for the administrators' role, 404 `not_found`, 400 `validation_failed`
 */
export const setRole = async (
  db: Database,
  orgId: number,
  { id, ...change }: { readonly id: string } & RoleChange,
  { by = SERVICE, create }: { readonly by?: Author; readonly create?: boolean } = {},
): Promise<void> => {
  if (id === ADMIN_ROLE) throw fail('role_fixed');
  if (!ROLE_ID.test(id))
    throw issue(
      'id',
      'invalid_format',
      'id must begin with a letter and have lower-case letters, digits, _ and - only, 40 at most.',
    );
  await changeSettings(
    db,
    orgId,
    (settings) => {
      const roles = rolesOf(settings.roles);
      const before = roles.find((role) => role.id === id);
      if (before && create) throw issue('id', 'duplicate_name', `There is a role ${id} already.`);
      if (!before && create === false) throw fail('not_found');
      if (!before && roles.length >= MAX_ROLES)
        throw issue('id', 'too_big', `An organisation has at most ${MAX_ROLES} roles.`);
      const { name = before?.name ?? id, scopes = before?.scopes ?? [] } = change;
      const { own_customers = before?.own_customers ?? false } = change;
      if (roles.some((role) => role.id !== id && role.name.toLowerCase() === name.toLowerCase()))
        throw issue('name', 'duplicate_name', 'There is a role of this name already.');
      return {
        ...settings,
        roles: { ...settings.roles, [id]: { name, scopes, ...(own_customers ? { own_customers } : {}) } },
      };
    },
    by,
  );
};

/** Removes a role that no user has. @throws 409 `role_fixed`, `role_in_use`; 404 `not_found` */
export const deleteRole = (db: Database, orgId: number, id: string, by: Author = SERVICE): Promise<void> =>
  changeSettings(
    db,
    orgId,
    async (settings, tx) => {
      if (id === ADMIN_ROLE) throw fail('role_fixed');
      if (!rolesOf(settings.roles).some((role) => role.id === id)) throw fail('not_found');
      const [used] = await tx.run<{ n: number }>(sql`select count(*)::int as n from contact
        where org_id = ${orgId} and section = 'users' and del = 0 and rolle = ${id}`);
      if (used?.n) throw fail('role_in_use', { details: { users: used.n } });
      return { ...settings, roles: { ...settings.roles, [id]: null } };
    },
    by,
  );
