import { Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { RelationTypes } from '../../api/types.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { EmptyState, QueryState } from '../../parts/query-state.tsx';

/** Groups stand below one another: their columns too. */
const WIDTHS = ['11%', '28%', '12%', '36%', '13%'];

const Groups = ({ types, text }: { types: RelationTypes; text: string }) => {
  const { t } = useTranslation('relation-types');
  const names = new Map(types.items.map(({ id, name }) => [id, name]));
  const reverses = (id: number): string =>
    types.pairs
      .filter(({ beziehung }) => beziehung === id)
      .map(({ reverse_beziehung: reverse }) => names.get(reverse))
      .join(', ');
  const word = text.trim().toLowerCase();
  const found = types.items.filter(({ id, name }) => `${name} ${reverses(id)}`.toLowerCase().includes(word));
  const head = [t('column.id'), t('column.name'), t('column.anrede'), t('column.reverse'), t('column.relations')];
  if (!found.length) return <EmptyState text={t('noHit')} />;
  return types.folders.map((folder) => {
    const members = found.filter(({ kreis }) => kreis === folder.id);
    if (!members.length) return null;
    return (
      <Stack key={folder.id} gap="xs">
        <Title order={2} size="h4">
          {folder.name}
        </Title>
        <DataTable label={folder.name} head={head} widths={WIDTHS}>
          {members.map((type) => (
            <Table.Tr key={type.id}>
              <Table.Td>{type.id}</Table.Td>
              <Table.Td>
                <Text size="sm" fw={type.parent_id === null ? 600 : 400}>
                  {type.name}
                </Text>
              </Table.Td>
              <Table.Td>{type.anrede ?? '–'}</Table.Td>
              <Table.Td>{reverses(type.id)}</Table.Td>
              <Table.Td>{type.relations}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      </Stack>
    );
  });
};

export default function RelationTypesPage() {
  const { t } = useTranslation('relation-types');
  const [text, setText] = useState('');
  const query = useQuery({ queryKey: ['relation-types'], queryFn: () => api.get<RelationTypes>('/relation-types') });
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} />
      <TextInput
        label={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        mb="lg"
        maw={420}
      />
      <QueryState query={query} rows={8}>
        {(types) => <Groups types={types} text={text} />}
      </QueryState>
    </>
  );
}
