import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { QueryKey } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { fromLocalInput, toLocalInput } from '../../parts/local-time.ts';
import { notify } from '../../parts/notify.ts';
import { useSave } from '../../parts/use-save.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Sends all failed deliveries of a period again; the last day is proposed. */
export const ResendFailed = (props: { webhookId: number; refresh: QueryKey; onClose: () => void }) => {
  const { webhookId, refresh, onClose } = props;
  const { t } = useTranslation('webhooks');
  const form = useForm({
    initialValues: {
      since: toLocalInput(new Date(Date.now() - DAY_MS).toISOString()),
      // The input knows no seconds: the next minute includes what has just failed.
      until: toLocalInput(new Date(Date.now() + MINUTE_MS).toISOString()),
    },
    validate: {
      since: (value) => (value ? null : t('missing')),
      until: (value, { since }) => (!value ? t('missing') : value < since ? t('order') : null),
    },
  });
  const save = useSave({
    form,
    send: ({ since, until }: { since: string; until: string }) =>
      api('POST /webhooks/:id/resend-failed', {
        id: webhookId,
        body: { since: fromLocalInput(since) ?? '', until: fromLocalInput(until) ?? '' },
      }),
    refresh: [refresh],
    done: ({ resent }) => {
      notify(t('resent', { count: resent }));
      onClose();
    },
  });
  return (
    <FormModal opened onClose={onClose} title={t('resendFailed')} submit={t('resend')} form={form} save={save}>
      <Text size="sm">{t('resendFailedText')}</Text>
      <TextInput type="datetime-local" label={t('since')} required {...form.getInputProps('since')} />
      <TextInput type="datetime-local" label={t('until')} required {...form.getInputProps('until')} />
    </FormModal>
  );
};
