/** The audit log: filters in the address, entries piece by piece. */
import { Button, Center } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { EmptyState, QueryState } from '../../parts/query-state.tsx';
import { usePieces } from '../../parts/use-pieces.ts';
import { EntryTable } from './entry-table.tsx';
import { type AuditFilters, Filters, isRecord, NO_FILTERS } from './filters.tsx';

/** Typing a record is several changes; the log is asked once. */
const PAUSE_MS = 300;

const readFilters = (search: URLSearchParams): AuditFilters => {
  const names = Object.keys(NO_FILTERS) as (keyof AuditFilters)[];
  return { ...NO_FILTERS, ...Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) };
};

export default function AuditPage() {
  const { t } = useTranslation('audit');
  const { t: common } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const [filters, setFilters] = useState(() => readFilters(search));
  const [settled] = useDebouncedValue(filters, PAUSE_MS);
  const asked = { ...settled, record: isRecord(settled.record) ? settled.record : '' };
  const query = usePieces(['audit', asked], (place) => api('GET /audit', { query: { ...asked, ...place } }));

  // The address keeps the filters, so that they can be bookmarked and sent to others.
  useEffect(() => {
    setSearch(Object.fromEntries(Object.entries(settled).filter(([, value]) => value)), { replace: true });
  }, [settled, setSearch]);

  return (
    <>
      <PageTitle title={t('title')} description={t('text')} />
      <Filters value={filters} onChange={setFilters} />
      <QueryState query={query} isEmpty={(items) => !items.length} empty={<EmptyState text={t('empty')} />} rows={8}>
        {(items) => (
          <>
            <EntryTable entries={items} onRecord={(record) => setFilters({ ...filters, record })} />
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
    </>
  );
}
