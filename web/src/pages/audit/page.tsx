/** The audit log: filters in the address, entries piece by piece. */
import { Alert, Button, Center } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api, callOf } from '../../api/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useInAddress } from '../../parts/in-address.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { EmptyState, ErrorBox, LoadingRows, QueryState } from '../../parts/query-state.tsx';
import { usePieces } from '../../parts/use-pieces.ts';
import { EntryTable } from './entry-table.tsx';
import { type AuditFilters, Filters, IN_ADDRESS, wrongFilters } from './filters.tsx';

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
  const { t } = useTranslation('audit');
  const { t: common } = useTranslation();
  const query = usePieces(['audit', asked], (place) => api('GET /audit', { query: { ...asked, ...place } }));
  return (
    <QueryState query={query} isEmpty={(items) => !items.length} empty={<EmptyState text={t('empty')} />} rows={8}>
      {(items) => (
        <>
          <EntryTable entries={items} onRecord={onRecord} />
          {query.hasNextPage ? (
            <Center mt="md">
              <Button variant="default" onClick={() => query.fetchNextPage()} loading={query.isFetchingNextPage}>
                {common('more')}
              </Button>
            </Center>
          ) : null}
        </>
      )}
    </QueryState>
  );
};

export default function AuditPage() {
  const { t } = useTranslation('audit');
  const [filters, setFilters] = useInAddress(IN_ADDRESS);
  const [settled] = useDebouncedValue(filters, PAUSE_MS);
  const known = useQuery({
    queryKey: ['audit', 'filters'],
    ...callOf('GET /audit/filters'),
    staleTime: Number.POSITIVE_INFINITY,
  });

  const names = known.data ?? NONE;
  // Without words of its kind a filter cannot be wrong; with one, what words there are is waited for.
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
