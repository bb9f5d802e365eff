import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, callOf } from '../../api/client.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SessionTable } from './session-table.tsx';

const KEY = ['account-sessions'];

/** Loaded in parallel with the account. */
export const useOwnSessions = () => useQuery({ queryKey: KEY, ...callOf('GET /account/sessions') });

/** The own sessions. */
export const SessionsCard = () => {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const query = useOwnSessions();
  const refresh = () => {
    for (const queryKey of [KEY, ['account']]) client.invalidateQueries({ queryKey });
  };
  const endOthers = useSave({
    send: (_: Record<string, never>) => api('DELETE /account/sessions'),
    refresh: [KEY, ['account']],
    message: () => t('othersEnded'),
  });
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4">
        {t('sessions')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('sessionsText')}
      </Text>
      <QueryState query={query}>
        {({ items }) => (
          <>
            <SessionTable
              label={t('sessions')}
              sessions={items}
              end={(session) => api('DELETE /account/sessions/:session', { session })}
              ended={refresh}
            />
            {items.length > 1 ? (
              <Group justify="flex-end" mt="md">
                <Button variant="light" color="red" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                  {t('endOthers')}
                </Button>
              </Group>
            ) : null}
          </>
        )}
      </QueryState>
    </Card>
  );
};
