import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { callOf } from '../../api/client.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { SearchField } from '../../components/table/search-field.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { anyText, useSearchParams } from '../../hooks/use-search-params.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RELATION_TYPES_KEY } from './query-keys.ts';
import { TypeTables } from './type-table.tsx';

const PairForm = laterDialog(async () => (await import('./type-form.tsx')).PairForm);

const IN_ADDRESS = { search: anyText };

export default function RelationTypesPage() {
  const { t } = useTranslation('relation-types');
  const [{ search }, change] = useSearchParams(IN_ADDRESS);
  // Typed text is shown at once, hundreds of rows after it.
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
