/** The plan: budgets used per minute, licences, storage. */
import { Anchor, Card, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callOf } from '../../api/client.ts';
import type { Usage } from '../../api/types.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { formatBytes } from '../../components/text/format-bytes.ts';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { DayChart } from './day-chart.tsx';
import { MinuteChart } from './minute-chart.tsx';
import { RequestLog } from './request-log.tsx';

const REFRESH_MS = 30_000;

const Licences = ({ used, limit }: Usage['licences']) => {
  const { t, language } = useTranslation('usage');
  const number = (value: number) => value.toLocaleString(language);
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4" mb="xs">
        {t('licences')}
      </Title>
      <Text mb="sm">{t('licencesOf', { used: number(used), limit: number(limit) })}</Text>
      {limit ? (
        <Progress
          value={Math.min(100, (used / limit) * 100)}
          color={used >= limit ? 'red' : 'petrol'}
          mb="sm"
          aria-label={t('licences')}
        />
      ) : null}
      <Anchor component={Link} to="/settings/users" size="sm">
        {t('licencesManage')}
      </Anchor>
    </Card>
  );
};

const Storage = ({ documents, bytes }: Usage['storage']) => {
  const { t, language } = useTranslation('usage');
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4" mb="xs">
        {t('storage')}
      </Title>
      <Text>{formatBytes(bytes, language)}</Text>
      <Text size="sm" c="dimmed">
        {t('documents', { count: documents })}
      </Text>
    </Card>
  );
};

export default function UsagePage() {
  const { t } = useTranslation('usage');
  const query = useQuery({
    queryKey: ['usage'],
    ...callOf('GET /usage'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageTitle title={t('title')} description={t('text')} />
      <QueryState query={query}>
        {({ plan, requests, deliveries, days, licences, storage }) => (
          <Stack>
            <SimpleGrid cols={{ base: 1, lg: 2 }}>
              <MinuteChart title={t('requests')} counts={requests} limit={plan.api_requests_per_minute} />
              <MinuteChart title={t('deliveries')} counts={deliveries} limit={plan.webhook_deliveries_per_minute} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Licences {...licences} />
              <Storage {...storage} />
            </SimpleGrid>
            <DayChart days={days} />
            <RequestLog />
          </Stack>
        )}
      </QueryState>
    </>
  );
}
