import { Anchor, Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { callOf } from '../../api/client.ts';
import type { Webhook } from '../../api/types.ts';
import { EmptyState } from '../../components/feedback/query-state.tsx';
import { Listed } from '../../components/table/paged-list.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useList } from '../../hooks/use-list.ts';
import { oneOf, useSearchParams } from '../../hooks/use-search-params.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { useLocation } from '../../router/use-router.ts';
import { DeliveryTable, SORTS } from './delivery-table.tsx';
import { type RangeAct, ResendRange } from './resend-range.tsx';
import { WEBHOOKS } from './webhook-address.ts';
import { calledBy } from './webhook-card.tsx';

const STATES = ['all', 'pending', 'delivered', 'failed'] as const;
const RANGES = ['resendFailed', 'replay'] as const;
/** While something waits, its state is looked at again; else there may be new ones. */
const [LIVE_MS, CALM_MS] = [2000, 30_000];
const IN_ADDRESS = { state: oneOf(STATES) };

const LogTitle = (props: {
  webhook: Webhook;
  onRefresh: () => Promise<unknown>;
  onResend: (act: RangeAct) => void;
}) => {
  const { t } = useTranslation('webhooks');
  const { webhook, onRefresh, onResend } = props;
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    await onRefresh();
    setRefreshing(false);
  };
  return (
    <PageTitle
      title={t('logTitle')}
      description={<span className="break-anywhere">{calledBy(webhook)}</span>}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={refresh}
            loading={refreshing}
          >
            {t('refresh')}
          </Button>
          {RANGES.map((range) => (
            <Button key={range} variant="default" onClick={() => onResend(range)}>
              {t(range)}
            </Button>
          ))}
        </>
      }
    />
  );
};

/** The deliveries that are in a state, looked at again while something waits. */
const useDeliveries = (id: number, key: QueryKey, state: (typeof STATES)[number]) =>
  useList(
    [...key, state],
    SORTS,
    (place) =>
      callOf('GET /webhooks/:id/deliveries', { id, query: { state: state === 'all' ? null : state, ...place } }),
    { refetchInterval: (answer) => (answer?.items.some((one) => one.state === 'pending') ? LIVE_MS : CALM_MS) },
  );

/** Deliveries of one webhook, newest first. */
export const DeliveryLog = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('webhooks');
  const [{ state }, change] = useSearchParams(IN_ADDRESS);
  const { state: from } = useLocation();
  const [resending, setResending] = useState<RangeAct | null>(null);
  const id = webhook.webhook_id;
  const key = ['deliveries', id];
  const list = useDeliveries(id, key, state);
  const turn = (value: (typeof STATES)[number]) => {
    change({ state: value });
    list.turnTo(1);
  };
  return (
    <>
      <Anchor component={Link} to={`${WEBHOOKS}${typeof from === 'string' ? from : ''}`} size="sm">
        <Group gap={4} component="span" mb="xs">
          <IconArrowLeft size={14} aria-hidden />
          {t('title')}
        </Group>
      </Anchor>
      <LogTitle webhook={webhook} onRefresh={() => list.query.refetch()} onResend={setResending} />
      <Stack>
        <div>
          <SegmentedControl
            aria-label={t('filterState')}
            value={state}
            onChange={turn}
            data={STATES.map((value) => ({ value, label: t(`deliveryState.${value}`) }))}
            size="xs"
          />
        </div>
        <Listed list={list} named={t('log')} hint={t('searchHint')} empty={<EmptyState text={t('logEmpty')} />}>
          {({ items }) => <DeliveryTable webhookId={id} deliveries={items} list={list} refresh={key} />}
        </Listed>
      </Stack>
      {resending ? (
        <ResendRange act={resending} webhookId={id} refresh={key} onClose={() => setResending(null)} />
      ) : null}
    </>
  );
};
