/** Who is signed in. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, setCsrf } from './client.ts';
import type { Session, SignedIn } from './types.ts';

export const SESSION_KEY = ['session'] as const;

const fetchSession = async (): Promise<Session> => {
  const session = await api.get<Session>('/session');
  setCsrf(session.signed_in ? session.csrf : '');
  return session;
};

export const useSessionQuery = () => useQuery({ queryKey: SESSION_KEY, queryFn: fetchSession, staleTime: 60_000 });

/** The session below the shell, where somebody is signed in. */
export const useSession = (): SignedIn => {
  const { data } = useSessionQuery();
  if (!data?.signed_in) throw new Error('useSession is for pages behind the login');
  return data;
};

/** Takes what a login or logout answered; everything that was loaded before belongs to somebody else. */
export const useTakeSession = (): ((session: Session) => void) => {
  const client = useQueryClient();
  return (session) => {
    setCsrf(session.signed_in ? session.csrf : '');
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
    client.setQueryData(SESSION_KEY, session);
  };
};
