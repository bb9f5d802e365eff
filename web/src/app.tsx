/** Providers around the router. */
import type { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { takeOver } from './api/asked-ahead.ts';
import { ApiError, onSessionChange, onSignedOut } from './api/client.ts';
import { endSession, SESSION_KEY, sessionQuery } from './api/session.ts';
import { useTranslation } from './i18n/use-translation.ts';
import { comesLater } from './parts/ahead.ts';
import { ShownPage } from './router/view.tsx';
import { wasReplaced } from './shell/new-release.ts';

/** Only what may pass by itself is tried again; a refusal is an answer. */
const mayPass = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502);

const queryClient = new QueryClient({
  defaultOptions: {
    // Offline as well: the service may be on this machine, and waiting without a word is no answer.
    queries: {
      retry: (failures, error) => failures < 2 && mayPass(error),
      staleTime: 5_000,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

const links = document.querySelectorAll('link[rel=preload][as=fetch]');
/** What the document has asked for is there. */
export const answersArrived = takeOver([...links].map((link) => link.getAttribute('href') ?? ''));
/** Who is signed in is known, or cannot be: every page begins with it. */
export const sessionAsked = queryClient.prefetchQuery(sessionQuery);
onSignedOut(() => endSession(queryClient));
onSessionChange(() => {
  queryClient.invalidateQueries({ queryKey: SESSION_KEY });
});

/** Messages at the edge; one that comes sooner is kept. */
const Messages = () => {
  const [Shown, setShown] = useState<typeof Notifications>();
  useEffect(() => {
    comesLater(async () => {
      const loaded = await import('@mantine/notifications');
      setShown(() => loaded.Notifications);
    });
  }, []);
  return Shown ? <Shown position="bottom-right" /> : null;
};

export const App = () => {
  const { t } = useTranslation();
  useEffect(() => {
    if (wasReplaced()) import('./parts/notify.ts').then(({ notify }) => notify(() => t('release.done')));
  }, [t]);
  return (
    <QueryClientProvider client={queryClient}>
      <Messages />
      <ShownPage />
    </QueryClientProvider>
  );
};
