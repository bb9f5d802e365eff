/** Providers around the router. */
import type { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, onSessionChange, onSignedOut } from '../api/client.ts';
import { takeOver } from '../api/preloaded-queries.ts';
import { endSession, SESSION_KEY, sessionQuery } from '../api/session.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { ShownPage } from '../layout/page-view.tsx';
import { preloadLater } from '../router/preload.ts';
import { wasReplaced } from '../router/stale-chunk-reload.ts';

/** Only transient failures are retried; a refusal is final. */
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
/** Resolves when the preloaded responses have arrived. */
export const answersArrived = takeOver([...links].map((link) => link.getAttribute('href') ?? ''));
/** Who is signed in is known, or cannot be: every page begins with it. */
export const sessionAsked = queryClient.prefetchQuery(sessionQuery);
onSignedOut(() => endSession(queryClient));
onSessionChange(() => {
  queryClient.invalidateQueries({ queryKey: SESSION_KEY });
});

/** Toasts; earlier ones are queued until the component is loaded. */
const Messages = () => {
  const [Shown, setShown] = useState<typeof Notifications>();
  useEffect(() => {
    preloadLater(async () => {
      const loaded = await import('@mantine/notifications');
      setShown(() => loaded.Notifications);
    });
  }, []);
  return Shown ? <Shown position="bottom-right" /> : null;
};

export const App = () => {
  const { t } = useTranslation();
  useEffect(() => {
    if (wasReplaced()) import('../hooks/notify.ts').then(({ notify }) => notify(() => t('release.done')));
  }, [t]);
  return (
    <QueryClientProvider client={queryClient}>
      <Messages />
      <ShownPage />
    </QueryClientProvider>
  );
};
