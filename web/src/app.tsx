/** Providers around the router. */
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router';
import { ApiError, onDuty, onSignedOut } from './api/client.ts';
import { endSession, SESSION_KEY } from './api/session.ts';
import { notify } from './parts/notify.ts';
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

onSignedOut(() => endSession(queryClient));
onDuty(() => {
  queryClient.invalidateQueries({ queryKey: SESSION_KEY });
});

export const App = () => {
  const { t } = useTranslation();
  useEffect(() => {
    if (wasReplaced()) notify(t('release.done'));
  }, [t]);
  return (
    <QueryClientProvider client={queryClient}>
      <Notifications position="bottom-right" />
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
};
