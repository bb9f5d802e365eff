import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Attempt, Deliveries, Delivery } from '../../api/types.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { DetailsButton } from '../../components/table/details-button.tsx';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { DateText, dateText } from '../../components/text/date-text.tsx';
import { notify, notifyError } from '../../hooks/notify.ts';
import type { ListState } from '../../hooks/use-list.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { failureOf } from './failure-text.ts';
import { pretty } from './test-result.tsx';

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
        {error ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {failureOf({ status, error })}
          </Text>
        ) : (
          <Text size="sm">{t('status', { status })}</Text>
        )}
        <Text size="sm" c="dimmed">
          {t('duration', { ms: duration_ms })}
        </Text>
      </Group>
      {excerpt ? <CodeBlock label={t('excerpt')} text={excerpt} /> : null}
    </div>
  );
};

const Body = ({ webhookId, delivery }: { webhookId: number; delivery: number }) => {
  const { t } = useTranslation('webhooks');
  const query = useQuery({
    queryKey: ['deliveries', webhookId, 'body', delivery],
    queryFn: () => api('GET /webhooks/:id/deliveries/:delivery/body', { id: webhookId, delivery }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryState query={query} rows={1}>
      {({ body, truncated }) => (
        <>
          <CodeBlock label={t('sentBody')} text={truncated ? body : pretty(body)} />
          {truncated ? (
            <Text size="xs" c="dimmed">
              {t('truncated')}
            </Text>
          ) : null}
        </>
      )}
    </QueryState>
  );
};

const Details = ({ webhookId, delivery }: { webhookId: number; delivery: Delivery }) => {
  const { t } = useTranslation('webhooks');
  return (
    <Stack gap="xs" py="xs">
      <Text size="xs" c="dimmed">
        {t('requestId')} {delivery.request_id}
      </Text>
      <Text size="sm" fw={600}>
        {t('sentBody')}
      </Text>
      <Body webhookId={webhookId} delivery={delivery.delivery_id} />
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

const Outcome = ({ attempt }: { attempt: Attempt | undefined }) => {
  const { t } = useTranslation('webhooks');
  if (!attempt) return '–';
  const { status, error } = attempt;
  return error ? failureOf({ status, error }) : t('status', { status });
};

const Row = ({ webhookId, delivery, refresh }: { webhookId: number; delivery: Delivery; refresh: QueryKey }) => {
  const { t, language } = useTranslation('webhooks');
  const [opened, setOpened] = useState(false);
  const { delivery_id, event_name: event, state, at, attempts } = delivery;
  const name = `${event}, ${dateText(at, language, 'seconds')}`;
  const resend = useSave({
    send: () => api('POST /webhooks/:id/deliveries/:delivery/resend', { id: webhookId, delivery: delivery_id }),
    refresh: [refresh],
    done: ({ resent }) => notify(() => t('resent', { count: resent })),
    failed: notifyError,
  });
  return (
    <>
      <tr>
        <th scope="row">
          <Group gap="xs" wrap="nowrap">
            <DetailsButton opened={opened} label={t('details', { name })} onToggle={setOpened} />
            <Text size="sm">{event}</Text>
          </Group>
        </th>
        <td>
          <Badge variant="light" color={colours[state]}>
            {t(`deliveryState.${state}`)}
          </Badge>
        </td>
        <td>
          <DateText value={at} kind="seconds" />
        </td>
        <td>{attempts.length}</td>
        <td className="break-anywhere">
          <Outcome attempt={attempts.at(-1)} />
        </td>
        <td className="end">
          {state === 'pending' ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('resend')}: ${name}`}
              onClick={() => resend.mutate({})}
              loading={resend.isPending}
            >
              {t('resend')}
            </Button>
          )}
        </td>
      </tr>
      {opened ? (
        <tr>
          <td colSpan={6}>
            <Details webhookId={webhookId} delivery={delivery} />
          </td>
        </tr>
      ) : null}
    </>
  );
};

export const SORTS = ['event_name', 'at'] as const;

/** One row a delivery; its attempts open below it. */
export const DeliveryTable = (props: {
  webhookId: number;
  deliveries: readonly Delivery[];
  list: ListState<Deliveries, (typeof SORTS)[number]>;
  refresh: QueryKey;
}) => {
  const { t } = useTranslation('webhooks');
  const { deliveries, list, ...rest } = props;
  return (
    <DataTable
      label={t('log')}
      head={[
        list.sortedBy('event_name', t('event')),
        t('state'),
        list.sortedBy('at', t('time')),
        t('attempts'),
        t('outcome'),
        '',
      ]}
      minWidth={720}
    >
      {deliveries.map((delivery) => (
        <Row key={delivery.delivery_id} delivery={delivery} {...rest} />
      ))}
    </DataTable>
  );
};
