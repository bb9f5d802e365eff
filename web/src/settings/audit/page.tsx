/** The audit log: filters in the address, entries in pages. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api, callOf } from '../../api/client.ts';
import { EmptyState, ErrorBox, LoadingRows, QueryState } from '../../components/feedback/query-state.tsx';
import { dateText } from '../../components/text/date-text.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useInfiniteList } from '../../hooks/use-infinite-list.ts';
import { useSearchParams } from '../../hooks/use-search-params.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type AuditFilters, Filters, IN_ADDRESS, wrongFilters } from './audit-filters.tsx';
import { EntryTable } from './entry-table.tsx';

/** Typing a record is several changes; the log is asked once. */
const PAUSE_MS = 300;

const NONE = { actions: [], sections: [] };

const LABELS = {
  record: 'record',
  action: 'action',
  section: 'kind',
  user: 'user',
  token: 'token',
  since: 'since',
  until: 'until',
  security: 'securityShort',
} as const satisfies Record<keyof AuditFilters, string>;

/** The entries that filters fit. */
const Entries = (props: { asked: AuditFilters; onRecord: (record: string) => void }) => {
  const { asked, onRecord } = props;
  const { t, language } = useTranslation('audit');
  const { t: common } = useTranslation();
  const query = useInfiniteList(['audit', asked], async (place) => {
    const { names, items, ...page } = await api('GET /audit', { query: { ...asked, ...place } });
    return { ...page, items: items.map((entry) => ({ ...entry, names })) };
  });
  return (
    <QueryState query={query} rows={8}>
      {({ items, last }) => (
        <>
          {items.length ? (
            <EntryTable entries={items} onRecord={onRecord} />
          ) : query.hasNextPage ? null : (
            <EmptyState text={t('empty')} />
          )}
          {query.hasNextPage ? (
            <Stack mt="md" align="center" gap="xs">
              {last?.searched_back_to ? (
                <Text c="dimmed">
                  {t('searchedBackTo', { time: dateText(last.searched_back_to, language, 'seconds') })}
                </Text>
              ) : null}
              <Button variant="default" onClick={() => query.fetchNextPage()} loading={query.isFetchingNextPage}>
                {common('more')}
              </Button>
            </Stack>
          ) : null}
        </>
      )}
    </QueryState>
  );
};

export default function AuditPage() {
  const { t } = useTranslation('audit');
  const [filters, setFilters] = useSearchParams(IN_ADDRESS);
  const [settled] = useDebouncedValue(filters, PAUSE_MS);
  const known = useQuery({
    queryKey: ['audit', 'filters'],
    ...callOf('GET /audit/filters'),
    staleTime: Number.POSITIVE_INFINITY,
  });

  const names = known.data ?? NONE;
  // Filters without a vocabulary are always valid; the others wait for the list of values.
  const judged = known.data !== undefined || !(settled.action || settled.section);
  const wrong = judged ? wrongFilters(settled, names) : [];

  return (
    <>
      <PageTitle title={t('title')} description={t('text')} />
      <Filters value={filters} known={names} onChange={setFilters} />
      {wrong.length ? (
        <Alert color="orange" role="alert">
          {t('wrong', {
            count: wrong.length,
            filters: wrong.map((name) => t('wrongFilter', { name: t(LABELS[name]), value: settled[name] })).join(', '),
          })}
        </Alert>
      ) : known.error ? (
        <ErrorBox error={known.error} retry={() => known.refetch()} />
      ) : judged ? (
        <Entries asked={settled} onRecord={(record) => setFilters({ record })} />
      ) : (
        <LoadingRows rows={8} />
      )}
    </>
  );
}
