import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { callOf } from '../../api/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { anyText, useInAddress } from '../../parts/in-address.ts';
import { laterDialog } from '../../parts/on-demand.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { RELATION_TYPES_KEY } from './shared.ts';
import { TypeTables } from './type-table.tsx';

const PairForm = laterDialog(async () => (await import('./type-form.tsx')).PairForm);

const IN_ADDRESS = { search: anyText };

export default function RelationTypesPage() {
  const { t } = useTranslation('relation-types');
  const [{ search }, change] = useInAddress(IN_ADDRESS);
  // What is typed is shown at once, and hundreds of rows after it.
  const text = useDeferredValue(search);
  const [adding, setAdding] = useState(false);
  const query = useQuery({ queryKey: RELATION_TYPES_KEY, ...callOf('GET /relation-types') });
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={query.data === undefined}
      onClick={() => setAdding(true)}
    >
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} actions={add} />
      <SearchField label={t('search')} value={search} onChange={(to) => change({ search: to })} mb="lg" />
      <QueryState query={query} rows={8}>
        {(types) => <TypeTables types={types} text={text} />}
      </QueryState>
      {adding && query.data ? <PairForm folders={query.data.folders} onClose={() => setAdding(false)} /> : null}
    </>
  );
}
