/** Sends a message that failed for good once more, for users who may write messages. */
import { Button } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { call } from '../../api/v3.ts';
import { notifyError } from '../../hooks/notify.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { WRITES_MESSAGES } from './templates.ts';

/** @param name whom the message is about, where several are shown */
export const ResendButton = ({ id, name }: { id: number; name?: string }) => {
  const { t } = useTranslation('messages');
  const writes = useSession().user.scopes.includes(WRITES_MESSAGES);
  const resend = useSave({
    send: (_: Record<string, never>) => call('POST /v3/messages/:id/resend', { id }),
    refresh: [
      ['v3', 'message'],
      ['v3', 'letters'],
    ],
    message: () => t('sent'),
    failed: notifyError,
  });
  if (!writes) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      ml="xs"
      loading={resend.isPending}
      aria-label={name ? `${t('resend')}: ${name}` : undefined}
      onClick={() => resend.mutate({})}
    >
      {t('resend')}
    </Button>
  );
};
