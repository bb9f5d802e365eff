import type { User } from '../../api/types.ts';

/** The display name of a user. */
export const nameOf = ({ vorname, name, email }: Pick<User, 'vorname' | 'name' | 'email'>): string =>
  [vorname, name].filter(Boolean).join(' ') || email;
