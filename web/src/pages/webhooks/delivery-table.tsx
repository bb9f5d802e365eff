import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { Attempt, Delivery } from '../../api/types.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DateText } from '../../parts/date-text.tsx';
import { DetailsButton } from '../../parts/details-button.tsx';
import { notify, notifyError } from '../../parts/notify.ts';
import { useSave } from '../../parts/use-save.ts';

const colours = { pending: 'yellow', delivered: 'green', failed: 'red' } as const;

const AttemptLine = ({ attempt }: { attempt: Attempt }) => {
  const { t } = useTranslation('webhooks');
  const { at, status, error, duration_ms, excerpt } = attempt;
  return (
    <div>
      <Group gap="sm">
        <Text size="sm" component="span">
          <DateText value={at} kind="seconds" />
        </Text>
        {status ? <Text size="sm">{t('status', { status })}</Text> : null}
        {error ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {error}
          </Text>
        ) : null}
        <Text size="sm" c="dimmed">
          {t('duration', { ms: duration_ms })}
        </Text>
      </Group>
      {excerpt ? <CodeBlock label={t('excerpt')} text={excerpt} /> : null}
    </div>
  );
};

const Details = ({ delivery }: { delivery: Delivery }) => {
  const { t } = useTranslation('webhooks');
  return (
    <Stack gap="xs" py="xs">
      <Text size="xs" c="dimmed">
        {t('requestId')} {delivery.request_id}
      </Text>
      {delivery.attempts.length ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever appended
        delivery.attempts.map((attempt, index) => <AttemptLine key={index} attempt={attempt} />)
      ) : (
        <Text size="sm">{t('noAttempt')}</Text>
      )}
      {delivery.state === 'pending' && delivery.next_attempt_at ? (
        <Text size="sm">
          {t('nextAttempt')}: <DateText value={delivery.next_attempt_at} kind="seconds" />
        </Text>
      ) : null}
    </Stack>
  );
};

const Row = ({ webhookId, delivery, refresh }: { webhookId: number; delivery: Delivery; refresh: QueryKey }) => {
  const { t } = useTranslation('webhooks');
  const [opened, setOpened] = useState(false);
  const { delivery_id, event_name: name, state, at, attempts } = delivery;
  const resend = useSave({
    send: () => api('POST /webhooks/:id/deliveries/:delivery/resend', { id: webhookId, delivery: delivery_id }),
    refresh: [refresh],
    done: ({ resent }) => notify(t('resent', { count: resent })),
    failed: notifyError,
  });
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Group gap="xs" wrap="nowrap">
            <DetailsButton opened={opened} label={t('details', { name })} onToggle={setOpened} />
            <Text size="sm">{name}</Text>
          </Group>
        </Table.Td>
        <Table.Td>
          <Badge variant="light" color={colours[state]}>
            {t(`deliveryState.${state}`)}
          </Badge>
        </Table.Td>
        <Table.Td>
          <DateText value={at} kind="seconds" />
        </Table.Td>
        <Table.Td>{attempts.length}</Table.Td>
        <Table.Td ta="right">
          <Button size="compact-sm" variant="default" onClick={() => resend.mutate({})} loading={resend.isPending}>
            {t('resend')}
          </Button>
        </Table.Td>
      </Table.Tr>
      {opened ? (
        <Table.Tr>
          <Table.Td colSpan={5}>
            <Details delivery={delivery} />
          </Table.Td>
        </Table.Tr>
      ) : null}
    </>
  );
};

/** One row a delivery; its attempts open below it. */
export const DeliveryTable = (props: { webhookId: number; deliveries: readonly Delivery[]; refresh: QueryKey }) => {
  const { t } = useTranslation('webhooks');
  const { deliveries, ...rest } = props;
  return (
    <DataTable label={t('log')} head={[t('event'), t('state'), t('time'), t('attempts'), '']} minWidth={720}>
      {deliveries.map((delivery) => (
        <Row key={delivery.delivery_id} delivery={delivery} {...rest} />
      ))}
    </DataTable>
  );
};
