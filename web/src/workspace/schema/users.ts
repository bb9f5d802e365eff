/** Names of the users of the organisation, which records name as advisers. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../../api/session.ts';
import { call, isForbidden } from '../../api/v3.ts';

/** The users of the organisation; none where the right to see them is missing. */
export const useUsers = () => {
  const { data = [] } = useQuery({
    queryKey: ['v3', 'users'],
    queryFn: async () => {
      try {
        return (await call('GET /v3/system/users')).items;
      } catch (error) {
        if (isForbidden(error)) return [];
        throw error;
      }
    },
    staleTime: 600_000,
  });
  return data;
};

/** Names of users by number. */
export const useUserNames = (): Readonly<Record<string, string>> => {
  const { user } = useSession();
  const users = useUsers();
  return useMemo(
    () => ({
      [user.kid]: user.name,
      ...Object.fromEntries(users.map(({ kid, name }) => [String(kid), name])),
    }),
    [users, user],
  );
};
