import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callOf } from '../../api/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { laterDialog } from '../../parts/on-demand.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { RELATION_TYPES_KEY } from './shared.ts';
import { TypeTables } from './type-table.tsx';

const PairForm = laterDialog(async () => (await import('./type-form.tsx')).PairForm);

export default function RelationTypesPage() {
  const { t } = useTranslation('relation-types');
  const [text, setText] = useState('');
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
      <TextInput
        label={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        mb="lg"
        maw={420}
      />
      <QueryState query={query} rows={8}>
        {(types) => <TypeTables types={types} text={text} />}
      </QueryState>
      {adding && query.data ? <PairForm folders={query.data.folders} onClose={() => setAdding(false)} /> : null}
    </>
  );
}
