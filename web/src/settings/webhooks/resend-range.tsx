import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { fromLocalInput, toLocalInput } from '../../components/form/datetime-local.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { notify } from '../../hooks/notify.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Failed deliveries only, or all that ended. */
export type RangeAct = 'resendFailed' | 'replay';

const CALLS = { resendFailed: 'POST /webhooks/:id/resend-failed', replay: 'POST /webhooks/:id/replay' } as const;

const STATES = { resendFailed: ['failed'], replay: ['failed', 'delivered'] } as const;

/** How many deliveries of a period are sent again; undefined until that is known. */
const useCount = (act: RangeAct, id: number, range: { since: string; until: string }): number | undefined => {
  const [since, until] = [fromLocalInput(range.since), fromLocalInput(range.until)];
  const { data } = useQuery({
    queryKey: ['delivery-count', id, act, since, until],
    queryFn: async () => {
      const counts = STATES[act].map((state) =>
        api('GET /webhooks/:id/deliveries', { id, query: { state, since, until, limit: 1 } }),
      );
      return (await Promise.all(counts)).reduce((sum, { total }) => sum + total, 0);
    },
    enabled: since !== null && until !== null && since < until,
    gcTime: 0,
  });
  return data;
};

/** Sends deliveries of a period again; the last day is proposed. */
export const ResendRange = (props: { act: RangeAct; webhookId: number; refresh: QueryKey; onClose: () => void }) => {
  const { act, webhookId, refresh, onClose } = props;
  const { t } = useTranslation('webhooks');
  const form = useForm({
    initialValues: {
      since: toLocalInput(new Date(Date.now() - DAY_MS).toISOString()),
      // The input has no seconds: the next minute includes deliveries that have just failed.
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
  const count = useCount(act, webhookId, form.values);
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
      <Text size="sm" role="status">
        {count === undefined ? null : t('rangeCount', { count })}
      </Text>
    </FormModal>
  );
};
