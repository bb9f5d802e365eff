import { Code, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue } from 'react';
import { api, callOf } from '../../api/client.ts';
import type { Sparte } from '../../api/types.ts';
import { EmptyState, QueryState } from '../../components/feedback/query-state.tsx';
import { FormErrors } from '../../components/form/form-errors.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { SearchField } from '../../components/table/search-field.tsx';
import { FoundStatus } from '../../components/table/search-status.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useProgressiveRender } from '../../hooks/use-progressive-render.ts';
import { useSave } from '../../hooks/use-save.ts';
import { anyText, useSearchParams } from '../../hooks/use-search-params.ts';
import { builtInText } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const KEY = ['sparten'];

/** Groups stand below one another: their columns too. */
const WIDTHS = ['34%', '21%', '11%', '14%', '11%', '9%'];

/** Groups that fill the window of most people. */
const FIRST_GROUPS = 2;

const IN_ADDRESS = { search: anyText };

const fits = (sparte: Sparte, words: readonly string[]): boolean => {
  const text = `${sparte.name} ${sparte.sparte} ${sparte.bereich} ${builtInText(sparte.bereich)}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

const Row = ({ sparte }: { sparte: Sparte }) => {
  const { t } = useTranslation('sparten');
  const save = useSave({
    send: ({ active }: { active: boolean }) =>
      api('PATCH /sparten/:id', { id: sparte.id, body: { active, before: { active: sparte.active } } }),
    refresh: [KEY, ['fields']],
  });
  return (
    <tr>
      <th scope="row">
        <Text size="sm">{sparte.name}</Text>
        <FormErrors error={save.error} />
      </th>
      <td>
        <Code>{sparte.sparte}</Code>
      </td>
      <td>{sparte.steuersatz} %</td>
      <td>{t('months', { count: Number(sparte.kuendigungsfrist) })}</td>
      <td>{sparte.contracts}</td>
      <td>
        <Switch
          aria-label={t('switch', { name: sparte.name })}
          checked={save.isPending ? save.variables.active : sparte.active}
          disabled={save.isPending}
          onChange={(event) => save.mutate({ active: event.currentTarget.checked })}
        />
      </td>
    </tr>
  );
};

/** Rendered only for another text. */
const Groups = memo(({ sparten, text }: { sparten: readonly Sparte[]; text: string }) => {
  const { t } = useTranslation('sparten');
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = sparten.filter((sparte) => fits(sparte, words));
  const groups = [...new Set(found.map(({ bereich }) => bereich))];
  const head = [
    t('column.name'),
    t('column.key'),
    t('column.tax'),
    t('column.notice'),
    t('column.contracts'),
    t('column.active'),
  ];
  const { shown, complete } = useProgressiveRender(groups, FIRST_GROUPS);
  return (
    <Stack aria-busy={!complete}>
      <FoundStatus word={text.trim()} count={found.length} />
      {found.length ? null : <EmptyState text={t('noHit')} />}
      {shown.map((group) => {
        const members = found.filter(({ bereich }) => bereich === group);
        return (
          <Stack key={group} gap="xs">
            <Title order={2} size="h4">
              {builtInText(group)}{' '}
              <Text span c="dimmed" size="sm">
                {t('count', { active: members.filter(({ active }) => active).length, total: members.length })}
              </Text>
            </Title>
            <DataTable label={builtInText(group)} head={head} widths={WIDTHS} minWidth={720}>
              {members.map((sparte) => (
                <Row key={sparte.id} sparte={sparte} />
              ))}
            </DataTable>
          </Stack>
        );
      })}
    </Stack>
  );
});

export default function SpartenPage() {
  const { t } = useTranslation('sparten');
  const [{ search }, change] = useSearchParams(IN_ADDRESS);
  // Typed text is shown at once, the rows after it.
  const text = useDeferredValue(search);
  const query = useQuery({ queryKey: KEY, ...callOf('GET /sparten') });
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} />
      <SearchField label={t('search')} value={search} onChange={(to) => change({ search: to })} mb="lg" />
      <QueryState query={query} rows={8}>
        {({ items }) => <Groups sparten={items} text={text} />}
      </QueryState>
    </>
  );
}
