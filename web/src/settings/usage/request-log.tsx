import { SegmentedControl, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callOf } from '../../api/client.ts';
import type { RequestRow } from '../../api/types.ts';
import { EmptyState, QueryState } from '../../components/feedback/query-state.tsx';
import { Select } from '../../components/select/select.tsx';
import { TokenSelect } from '../../components/select/token-select.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { anyText, LONGEST, oneOf, type SearchParamsOf, useSearchParams } from '../../hooks/use-search-params.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

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
export const RequestLog = () => {
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
