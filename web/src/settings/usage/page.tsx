/** The plan: budgets used per minute, licences, storage. */
import {
  Anchor,
  Box,
  Card,
  Group,
  Progress,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callOf } from '../../api/client.ts';
import type { DayCount, RequestRow, Usage } from '../../api/types.ts';
import { EmptyState, QueryState } from '../../components/feedback/query-state.tsx';
import { Select } from '../../components/select/select.tsx';
import { TokenSelect } from '../../components/select/token-select.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { formatBytes } from '../../components/text/format-bytes.ts';
import { PageTitle } from '../../components/text/page-title.tsx';
import { anyText, LONGEST, oneOf, type SearchParamsOf, useSearchParams } from '../../hooks/use-search-params.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { Bars } from './bars.tsx';
import { Figure, MinuteChart } from './minute-chart.tsx';

const REFRESH_MS = 30_000;
const PAUSE_MS = 300;
const HOURS = ['24', '168'] as const;
const OUTCOMES = ['done', 'refused', 'limited', 'failed'] as const;
/** The `token` of sessions. */
const SESSIONS = '0';

/** Filters of the log; '' for no filter. */
const IN_ADDRESS = {
  hours: oneOf(HOURS),
  token: { usual: '', fits: (text: string) => /^\d{1,9}$/.test(text) },
  outcome: oneOf(['', ...OUTCOMES]),
  route: anyText,
};

type RequestFilters = SearchParamsOf<typeof IN_ADDRESS>;

const Filters = (props: { value: RequestFilters; onChange: (part: Partial<RequestFilters>) => void }) => {
  const { value, onChange } = props;
  const { t } = useTranslation('usage');
  const chooser = (name: 'token' | 'outcome', label: string) => ({
    label,
    placeholder: t('any'),
    value: value[name] || null,
    onChange: (chosen: string | null) => onChange({ [name]: chosen ?? '' }),
    clearable: true,
    clearButtonProps: { 'aria-label': `${t('reset')}: ${label}` },
  });
  return (
    <Stack gap="sm" component="section" className="not-printed" aria-label={t('filters')}>
      <div>
        <SegmentedControl
          aria-label={t('period')}
          size="xs"
          value={value.hours}
          onChange={(hours) => onChange({ hours })}
          data={HOURS.map((hours) => ({ value: hours, label: t(`hours${hours}`) }))}
        />
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        <TokenSelect {...chooser('token', t('token'))} others={[{ value: SESSIONS, label: t('sessions') }]} />
        <Select
          {...chooser('outcome', t('outcome'))}
          data={OUTCOMES.map((outcome) => ({ value: outcome, label: t(`outcomes.${outcome}`) }))}
        />
        <TextInput
          label={t('search')}
          placeholder={t('searchHint')}
          maxLength={LONGEST}
          value={value.route}
          onChange={(event) => onChange({ route: event.currentTarget.value })}
        />
      </SimpleGrid>
    </Stack>
  );
};

const Rows = ({ items }: { items: readonly RequestRow[] }) => {
  const { t, language } = useTranslation('usage');
  return (
    <DataTable label={t('log')} head={[t('token'), t('route'), t('status'), t('count'), t('last')]} minWidth={720}>
      {items.map(({ token_id: id, token_name, method, route, status, requests, last_hour }) => (
        <tr key={`${id} ${method} ${route} ${status}`}>
          <th scope="row" className="break-anywhere">
            {id === null ? t('sessions') : (token_name ?? t('deleted', { id }))}
          </th>
          <td className="break-anywhere">
            {method} {route}
          </td>
          <td>{status}</td>
          <td>{requests.toLocaleString(language)}</td>
          <td>
            <DateText value={last_hour} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
};

/** Requests of the last days by token, route and status. */
const RequestLog = () => {
  const { t } = useTranslation('usage');
  const [filters, change] = useSearchParams(IN_ADDRESS);
  const [{ route, ...asked }] = useDebouncedValue(filters, PAUSE_MS);
  const query = useQuery({
    queryKey: ['usage', 'requests', route, asked],
    ...callOf('GET /usage/requests', { query: { ...asked, search: route } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Stack component="section" gap="sm">
      <div>
        <Title order={2} size="h4">
          {t('log')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('logText')}
        </Text>
      </div>
      <Filters value={filters} onChange={change} />
      <QueryState query={query}>
        {({ items, complete }) => (
          <>
            {items.length ? <Rows items={items} /> : <EmptyState text={t('noRequests')} />}
            {complete ? null : (
              <Text size="sm" c="dimmed">
                {t('moreRows', { count: items.length })}
              </Text>
            )}
          </>
        )}
      </QueryState>
    </Stack>
  );
};

const WEEK = 7;

const sum = (days: readonly DayCount[], of: (day: DayCount) => number): number =>
  days.reduce((total, day) => total + of(day), 0);
const requestsOf = ({ requests }: DayCount) => requests;
const wrongOf = ({ refused, failed }: DayCount) => refused + failed;

/** The requests of each day; those that were refused or failed in red. */
const DayChart = ({ days }: { days: readonly DayCount[] }) => {
  const { t, language } = useTranslation('usage');
  const number = (value: number) => value.toLocaleString(language);
  // A day has no time zone.
  const dayText = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const week = days.slice(-WEEK);
  const total = number(sum(days, requestsOf));
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4" mb="sm">
        {t('days')}
      </Title>
      <Group gap="xl" mb="sm">
        <Figure label={t('today')} value={number(sum(days.slice(-1), requestsOf))} />
        <Figure label={t('week')} value={number(sum(week, requestsOf))} />
        <Figure label={t('wrongDays')} value={number(sum(week, wrongOf))} />
      </Group>
      <Box role="img" aria-label={t('daysChart', { days: days.length, total, wrong: number(sum(days, wrongOf)) })}>
        <Bars
          bars={days.map((day) => ({
            name: dayText.format(new Date(day.day)),
            value: day.requests,
            wrong: wrongOf(day),
          }))}
          peak={Math.max(1, ...days.map(requestsOf))}
        />
      </Box>
      <Text size="sm" c="dimmed" mt="xs">
        {t('daysText')}
      </Text>
    </Card>
  );
};

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
