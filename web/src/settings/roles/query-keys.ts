export const ROLES_KEY = ['roles'];
/** Queries that show roles: their page, and the choice of a role for a user. */
export const REFRESHED = [ROLES_KEY, ['users']];
