/** Who is signed in. */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, setCsrf } from './client.ts';
import type { Session, SignedIn } from './types.ts';

export const SESSION_KEY = ['session'] as const;
const ENDED: Session = { signed_in: false, ended: true };

/** Asked when the session turns out to have ended; true where the page stays, because it holds edits. */
let keepsPage = (): boolean => false;

/** Who decides whether the page stays. @returns what ends that */
export const onSessionEnd = (keeps: () => boolean): (() => void) => {
  keepsPage = keeps;
  return () => {
    keepsPage = () => false;
  };
};

/** The service does not know the session any more: to the login, unless the page stays. */
export const endSession = (client: QueryClient): void => {
  if (!keepsPage()) client.setQueryData<Session>(SESSION_KEY, ENDED);
};

const fetchSession = async ({ client }: { client: QueryClient }): Promise<Session> => {
  const session = await api('GET /session');
  setCsrf(session.signed_in ? session.csrf : '');
  const before = client.getQueryData<Session>(SESSION_KEY);
  if (session.signed_in || !before?.signed_in) return session;
  return keepsPage() ? before : ENDED;
};

/** Who is signed in, asked at most once a minute. */
export const sessionQuery = queryOptions({ queryKey: SESSION_KEY, queryFn: fetchSession, staleTime: 60_000 });

export const useSessionQuery = () => useQuery(sessionQuery);

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
