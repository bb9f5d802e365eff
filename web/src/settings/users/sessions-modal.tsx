import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Dialog } from '../../components/dialog/dialog.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { FormErrors } from '../../components/form/form-errors.tsx';
import { notifyError } from '../../hooks/notify.ts';
import { isGone, useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SessionTable } from '../account/session-table.tsx';

/** The sessions of a user, to be ended one by one or all. */
export const SessionsModal = ({ kid, name, onClose }: { kid: number; name: string; onClose: () => void }) => {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const key = ['users', 'sessions', kid];
  const query = useQuery({ queryKey: key, queryFn: () => api('GET /users/:kid/sessions', { kid }) });
  const endAll = useSave({
    send: (_: Record<string, never>) => api('DELETE /users/:kid/sessions', { kid }),
    refresh: [['users']],
    message: () => t('sessionsEnded'),
    done: onClose,
    failed: (error) => {
      // The row of the user was removed, and with it this dialog.
      if (isGone(error)) notifyError(error);
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('sessionsOf', { name })} size="xl">
      <Stack>
        <FormErrors error={endAll.error} values={{}} />
        <QueryState query={query}>
          {({ items }) =>
            items.length ? (
              <>
                <SessionTable
                  label={t('sessionsOf', { name })}
                  sessions={items}
                  end={(session) => api('DELETE /users/:kid/sessions/:session', { kid, session })}
                  ended={() => client.invalidateQueries({ queryKey: ['users'] })}
                />
                <Group justify="flex-end">
                  <Button color="red" variant="light" loading={endAll.isPending} onClick={() => endAll.mutate({})}>
                    {t('endSessions')}
                  </Button>
                </Group>
              </>
            ) : (
              <Text size="sm">{t('noSession')}</Text>
            )
          }
        </QueryState>
      </Stack>
    </Dialog>
  );
};
