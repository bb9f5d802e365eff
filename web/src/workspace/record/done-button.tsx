/** Completes an activity; the message offers the way back. */
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Row } from '../../api/v3.ts';
import { notifyError, notifyWith } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isOpen, setDone } from '../schema/activity.ts';

export const DoneButton = ({ row, title, small = false }: { row: Row; title: string; small?: boolean }) => {
  const { t } = useTranslation('records');
  const client = useQueryClient();
  const open = isOpen(row);
  const turn = useMutation({
    mutationFn: () => setDone(Number(row.id), open),
    onSuccess: async () => {
      const refresh = () => client.invalidateQueries({ queryKey: ['v3'] });
      const undo = () => void setDone(Number(row.id), !open).then(refresh, notifyError);
      notifyWith(() => t(open ? 'taskDone' : 'taskReopened', { title }), { name: () => t('undo'), run: undo });
      await refresh();
    },
    onError: notifyError,
  });
  return (
    <Button
      size={small ? 'compact-xs' : 'sm'}
      variant="default"
      loading={turn.isPending}
      onClick={() => turn.mutate()}
      leftSection={open ? <IconCheck size={14} aria-hidden /> : null}
      aria-label={t(open ? 'completeTask' : 'reopenTask', { title })}
    >
      {t(open ? 'complete' : 'reopen')}
    </Button>
  );
};
