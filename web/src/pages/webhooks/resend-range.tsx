import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { QueryKey } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { fromLocalInput, toLocalInput } from '../../parts/local-time.ts';
import { notify } from '../../parts/notify.ts';
import { useSave } from '../../parts/use-save.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Failed deliveries only, or all that ended. */
export type RangeAct = 'resendFailed' | 'replay';

const CALLS = { resendFailed: 'POST /webhooks/:id/resend-failed', replay: 'POST /webhooks/:id/replay' } as const;

/** Sends deliveries of a period again; the last day is proposed. */
export const ResendRange = (props: { act: RangeAct; webhookId: number; refresh: QueryKey; onClose: () => void }) => {
  const { act, webhookId, refresh, onClose } = props;
  const { t } = useTranslation('webhooks');
  const form = useForm({
    initialValues: {
      since: toLocalInput(new Date(Date.now() - DAY_MS).toISOString()),
      // The input knows no seconds: the next minute includes what has just failed.
      until: toLocalInput(new Date(Date.now() + MINUTE_MS).toISOString()),
    },
    validate: {
      since: (value) => (value ? null : t('missing')),
      until: (value, { since }) => (!value ? t('missing') : value < since ? t('endBeforeStart') : null),
    },
  });
  const save = useSave({
    form,
    send: ({ since, until }: { since: string; until: string }) =>
      api(CALLS[act], {
        id: webhookId,
        body: { since: fromLocalInput(since) ?? '', until: fromLocalInput(until) ?? '' },
      }),
    wording: ({ code }) => (code === 'too_big' ? t('tooMany') : null),
    refresh: [refresh, ['webhooks']],
    done: ({ resent }) => {
      notify(() => t('resent', { count: resent }));
      onClose();
    },
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t(act)}
      text={t(`${act}Text`)}
      submit={t('resend')}
      form={form}
      save={save}
    >
      <TextInput type="datetime-local" label={t('since')} required data-autofocus {...form.getInputProps('since')} />
      <TextInput type="datetime-local" label={t('until')} required {...form.getInputProps('until')} />
    </FormModal>
  );
};
