/** Who is signed in. */
import { type QueryClient, type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api, isOfOther, setSession } from './client.ts';
import type { Session, SignedIn } from './types.ts';

export const SESSION_KEY = ['session'] as const;
const ENDED: Session = { signed_in: false, ended: true };

/** How the session of a page ends: it expired, or another user has signed in in another tab of the browser. */
export type SessionEnd = 'over' | 'other';

/** Asked when the session turns out to have ended; true where the page stays, because it holds edits. */
let keepsPage = (_end: SessionEnd): boolean => false;

/** Without a session, the service is asked how users sign in. */
const storeSession = (client: QueryClient, session: Session): void => {
  client.setQueryData(SESSION_KEY, session);
  if (!session.signed_in) client.invalidateQueries({ queryKey: SESSION_KEY });
};

/** Registers the decision whether the page stays. @returns a function that removes it */
export const onSessionEnd = (keeps: (end: SessionEnd) => boolean): (() => void) => {
  keepsPage = keeps;
  return () => {
    keepsPage = () => false;
  };
};

/** The service does not know the session any more: to the login, unless the page stays. */
export const endSession = (client: QueryClient): void => {
  if (!keepsPage('over')) storeSession(client, ENDED);
};

/** Every query except the session belongs to the signed-in user. */
const isOfSomebody = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] !== SESSION_KEY[0];

const fetchSession = async ({ client }: { client: QueryClient }): Promise<Session> => {
  const session = await api('GET /session');
  const before = client.getQueryData<Session>(SESSION_KEY);
  const other = isOfOther(session);
  if (before?.signed_in && (other || !session.signed_in) && keepsPage(other ? 'other' : 'over')) return before;
  setSession(session);
  if (other) client.resetQueries({ predicate: isOfSomebody });
  const ended = before?.signed_in || before?.ended;
  return !session.signed_in && ended ? { ...session, ended } : session;
};

/**
 * The session, requested at most once a minute and whenever the tab is focused: another user may have signed in in
 * another tab.
 */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: fetchSession,
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
});

export const useSessionQuery = () => useQuery(sessionQuery);

const SignedInContext = createContext<SignedIn | null>(null);

/** Gives the pages behind the login their session. They keep it until they are replaced, also while the user signs out. */
export const SessionProvider = SignedInContext.Provider;

/** The session inside the layout, where a user is signed in. */
export const useSession = (): SignedIn => {
  const session = useContext(SignedInContext);
  if (!session) throw new Error('useSession is for pages behind the login');
  return session;
};

/** Stores the response of a login or logout; data loaded before belongs to another user. */
export const useTakeSession = (): ((session: Session) => void) => {
  const client = useQueryClient();
  return (session) => {
    setSession(session);
    client.removeQueries({ predicate: isOfSomebody });
    storeSession(client, session);
  };
};
