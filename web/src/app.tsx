/** Providers around the router. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router';
import { ApiError, onDuty, onSignedOut } from './api/client.ts';
import { endSession, SESSION_KEY, sessionQuery } from './api/session.ts';
import { router } from './router.tsx';
import { wasReplaced } from './shell/new-release.ts';

/** Only what may pass by itself is tried again; a refusal is an answer. */
const mayPass = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502);

const queryClient = new QueryClient({
  defaultOptions: {
    // Offline as well: the service may be on this machine, and waiting without a word is no answer.
    queries: { retry: (failures, error) => failures < 2 && mayPass(error), staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Every page begins with it: it is on its way while the files of the page are.
void queryClient.prefetchQuery(sessionQuery);
onSignedOut(() => endSession(queryClient));
onDuty(() => {
  queryClient.invalidateQueries({ queryKey: SESSION_KEY });
});

// Nothing waits for it: a message that comes sooner is kept for it.
const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

export const App = () => {
  const { t } = useTranslation();
  useEffect(() => {
    if (wasReplaced()) import('./parts/notify.ts').then(({ notify }) => notify(t('release.done')));
  }, [t]);
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <Notifications position="bottom-right" />
      </Suspense>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
};
