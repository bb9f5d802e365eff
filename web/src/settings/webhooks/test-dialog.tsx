import { Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Webhook } from '../../api/types.ts';
import { Dialog } from '../../components/dialog/dialog.ts';
import { FormErrors } from '../../components/form/form-errors.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TestResult } from './test-result.tsx';
import { calledBy } from './webhook-card.tsx';

/** The connection test, which needs no activated event. */
const PING = 'webhook.ping';

/** Sends a test and shows request and response. */
export const TestDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation();
  const [event, setEvent] = useState(PING);
  const test = useSave({
    send: ({ event: name }: { event: string }) =>
      api('POST /webhooks/:id/test', { id: webhook.webhook_id, body: name === PING ? {} : { event: name } }),
    refresh: [['webhooks']],
  });
  const text = t('testText', { name: calledBy(webhook) });
  return (
    <Dialog opened onClose={onClose} title={t('testTitle')} description={text} size="xl">
      <Stack>
        <Group align="flex-end">
          <Select
            label={t('testEvent')}
            data={[{ value: PING, label: t('ping') }, ...webhook.events]}
            value={event}
            onChange={(value) => setEvent(value ?? PING)}
            allowDeselect={false}
            flex={1}
            data-autofocus
          />
          <Button onClick={() => test.mutate({ event })} loading={test.isPending}>
            {t('testRun')}
          </Button>
        </Group>
        <FormErrors error={test.error} />
        {test.data ? <TestResult result={test.data} form={webhook.content_type === 'form'} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
