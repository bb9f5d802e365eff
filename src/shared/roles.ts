/**
 * Roles of users: named sets of scopes. A user's `rolle` is the id of one. Seeded roles follow the scope families that
 * exist; an organisation's settings change them, add others and remove them.
 */
import { scopeFamilies } from './scope-families.ts';

/** A named set of scopes. */
export interface Role {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Its users see only the customers that they advise, with all that belongs to these (rules 8.14). */
  readonly own_customers?: boolean | undefined;
}

/** The stored roles of an organisation, by id; null for a removed seeded role. */
export type StoredRoles = Readonly<Record<string, Omit<Role, 'id'> | null>>;

/** The roles of an organisation as the database returns them. */
export const parseRoles = (text: string | null): StoredRoles | undefined =>
  text === null ? undefined : (JSON.parse(text) as StoredRoles);

/** The role that has every scope and cannot be changed. */
export const ADMIN_ROLE = 'admin';

/** Ids of roles. */
export const ROLE_ID = /^[a-z][a-z0-9_-]{0,39}$/;

type Family = keyof typeof scopeFamilies;
const scopesIn = (families: readonly Family[], action?: string): string[] =>
  families.flatMap((family) =>
    scopeFamilies[family].filter((one) => !action || one === action).map((one) => `v3:${family}:${one}`),
  );

const RECORDS: readonly Family[] = [
  'customers',
  'contracts',
  'damages',
  'finances',
  'goals',
  'documents',
  'activities',
  'products',
];
const OFFICE = [
  ...scopesIn(RECORDS),
  ...scopesIn(['search', 'inbox', 'views', 'messages', 'exports']),
  'v3:system:read',
];

const seededRoles: readonly Role[] = [
  { id: ADMIN_ROLE, name: 'Administrator', scopes: scopesIn(Object.keys(scopeFamilies) as Family[]) },
  { id: 'berater', name: 'Berater', scopes: OFFICE },
  { id: 'innendienst', name: 'Innendienst', scopes: [...OFFICE, 'v3:users:read', ...scopesIn(['imports'])] },
  {
    id: 'lesend',
    name: 'Nur lesen',
    scopes: [...scopesIn([...RECORDS, 'messages'], 'read'), ...scopesIn(['search', 'views']), 'v3:system:read'],
  },
];

/** The roles of an organisation, seeded ones first. @param stored `roles` of its settings */
export const rolesOf = (stored: StoredRoles = {}): readonly Role[] => {
  const roles = new Map(seededRoles.map((role) => [role.id, role]));
  for (const [id, role] of Object.entries(stored)) {
    if (id === ADMIN_ROLE) continue;
    if (role) roles.set(id, { id, ...role });
    else roles.delete(id);
  }
  return [...roles.values()];
};

const roleOf = (stored: StoredRoles | undefined, role: string | null): Role | undefined =>
  rolesOf(stored).find(({ id }) => id === role);

/** Whether users of a role see only the customers that they advise. */
export const hasOwnCustomers = (stored: StoredRoles | undefined, role: string | null): boolean =>
  roleOf(stored, role)?.own_customers === true;

/** Scopes that act on the whole organisation, so that no user with own customers has them. */
export const WHOLE_ORGANISATION: ReadonlySet<string> = new Set([
  ...scopesIn(['users', 'system'], 'write'),
  ...scopesIn(['webhooks']),
]);

/** The scopes that a user with own customers keeps. */
export const scopesWithin = (scopes: Iterable<string>): ReadonlySet<string> =>
  new Set([...scopes].filter((scope) => !WHOLE_ORGANISATION.has(scope)));

/** The scopes of a user. @param role `rolle` of the user; without one, or with one that does not exist, there are none */
export const scopesOfRole = (stored: StoredRoles | undefined, role: string | null): ReadonlySet<string> => {
  const { scopes = [], own_customers = false } = roleOf(stored, role) ?? {};
  return own_customers ? scopesWithin(scopes) : new Set(scopes);
};
