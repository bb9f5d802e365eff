import type { User } from '../../api/types.ts';

/** What people call a user. */
export const nameOf = ({ vorname, name, email }: Pick<User, 'vorname' | 'name' | 'email'>): string =>
  [vorname, name].filter(Boolean).join(' ') || email;
