import { ActionIcon, Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { Attempt, Delivery } from '../../api/types.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DateText } from '../../parts/date-text.tsx';
import { notify, notifyError } from '../../parts/notify.ts';

const colours: Readonly<Record<string, string>> = { pending: 'yellow', delivered: 'green', failed: 'red' };

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

/** One row a delivery; its attempts open below it. */
export const DeliveryTable = (props: { webhookId: number; deliveries: readonly Delivery[]; refresh: QueryKey }) => {
  const { webhookId, deliveries, refresh } = props;
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const [busy, setBusy] = useState<number | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpened((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const resend = async (id: number) => {
    setBusy(id);
    try {
      const { resent } = await api('POST /webhooks/:id/deliveries/:delivery/resend', { id: webhookId, delivery: id });
      notify(t('resent', { count: resent }));
    } catch (error) {
      notifyError(error);
    }
    await client.invalidateQueries({ queryKey: refresh });
    setBusy(null);
  };
  return (
    <DataTable label={t('log')} head={[t('event'), t('state'), t('time'), t('attempts'), '']} minWidth={720}>
      {deliveries.map((delivery) => {
        const { delivery_id: id, event_name: name, state } = delivery;
        const isOpen = opened.has(id);
        const Chevron = isOpen ? IconChevronDown : IconChevronRight;
        return (
          <Fragment key={id}>
            <Table.Tr>
              <Table.Td>
                <Group gap="xs" wrap="nowrap">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-expanded={isOpen}
                    aria-label={t('details', { name })}
                    onClick={() => toggle(id)}
                  >
                    <Chevron size={16} aria-hidden />
                  </ActionIcon>
                  <Text size="sm">{name}</Text>
                </Group>
              </Table.Td>
              <Table.Td>
                <Badge variant="light" color={colours[state] ?? 'gray'}>
                  {state in colours ? t(`deliveryState.${state as 'pending'}`) : state}
                </Badge>
              </Table.Td>
              <Table.Td>
                <DateText value={delivery.at} kind="seconds" />
              </Table.Td>
              <Table.Td>{delivery.attempts.length}</Table.Td>
              <Table.Td ta="right">
                <Button size="compact-sm" variant="default" onClick={() => resend(id)} loading={busy === id}>
                  {t('resend')}
                </Button>
              </Table.Td>
            </Table.Tr>
            {isOpen ? (
              <Table.Tr>
                <Table.Td colSpan={5}>
                  <Details delivery={delivery} />
                </Table.Td>
              </Table.Tr>
            ) : null}
          </Fragment>
        );
      })}
    </DataTable>
  );
};
