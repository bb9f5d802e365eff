/** Deadlines of contracts (`/contracts/deadlines`): the address of the page, behind `/v3`, is the call. */
import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Page, type Row, readV3 } from '../../api/v3.ts';
import { EmptyState, ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearch } from '../../router/use-router.ts';
import { Pages } from '../lists/list.tsx';
import { RecordTable } from '../lists/table.tsx';
import type { Column } from '../schema/columns.ts';
import { DEADLINE, type Deadline } from '../schema/deadline.ts';
import { madeField, type Schema } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { SectionPage } from '../schema/section-page.tsx';
import { useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { AdviserSelect } from './adviser-select.tsx';
import { ALL } from './agenda.ts';
import { moveDay, today } from './days.ts';
import { DeadlineTask, usePlannedTask } from './deadline-task.tsx';

const ACT_UNTIL = 'handeln_ab[lte]';
const WEEK = 7;
const CONTRACT_COLUMNS = ['sparte', 'nummer', 'kid'];
const LAST_COLUMN = 'gesellschaft';

/** Contracts with the first day of the work as a field. */
const withDeadline = (row: Row): Row => ({ ...row, handeln_ab: (row.frist as Deadline).handeln_ab });

const columnsFor = (
  schema: Schema,
  t: ReturnType<typeof useTranslation<'day'>>['t'],
  task: (row: Row) => ReactNode,
): readonly Column[] => {
  const own = (names: readonly string[]) =>
    names.flatMap((name) => schema.fields.get(name) ?? []).map((field) => ({ ...field, sortable: false }));
  const made = [
    madeField('handeln_ab', t('columns.actFrom'), { kind: 'date' }),
    madeField('task', t('columns.task'), {}),
  ];
  return [...own([...CONTRACT_COLUMNS, DEADLINE]), ...made, ...own([LAST_COLUMN])].map((field, place) => ({
    name: field.name,
    field,
    title: place === 0,
    ...(field.name === 'task' ? { render: task } : {}),
  }));
};

const Deadlines = ({ section, sections }: { section: Section; sections: readonly Section[] }) => {
  const { t } = useTranslation('day');
  const { t: records } = useTranslation('records');
  const [params, change] = useSearch();
  const call = new URLSearchParams([...params, ['with_names', 'true']]);
  const query = useQuery({
    queryKey: ['v3', section.path, 'deadlines', call.toString()],
    queryFn: () => readV3<Page>('/contracts/deadlines', call),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const { data: schema } = useQuery(schemaQuery(section));
  const { data, error, isPlaceholderData } = query;
  const context = useContextOf(data?.names);
  const { plan, form } = usePlannedTask(sections, context);
  const set = (name: string, value: string | null) =>
    change((search) => {
      search.delete('page');
      if (value === null) search.delete(name);
      else search.set(name, value);
    });
  const acts = params.has(ACT_UNTIL);
  const body = () => {
    if (error) return <ErrorBox error={error} retry={() => query.refetch()} />;
    if (!data || !schema) return <LoadingRows rows={8} />;
    if (!data.items.length) return <EmptyState text={t('nothing.deadlines')} />;
    return (
      <>
        <RecordTable
          section={section}
          schema={schema}
          rows={data.items.map(withDeadline)}
          columns={columnsFor(schema, t, (row) => (
            <DeadlineTask row={row} title={titleOf(section, schema, row, context)} plan={plan} context={context} />
          ))}
          context={context}
          label={t('deadlines')}
          busy={isPlaceholderData}
          sort=""
          sortBy={() => {}}
        />
        <Pages name={t('deadlines')} page={data.page} pages={Math.ceil(data.total / data.page_size)} />
      </>
    );
  };
  const choices = [
    { is: acts, label: t('actNow'), value: moveDay(params.get('from') ?? today(), WEEK) },
    { is: !acts, label: t('allDeadlines'), value: null },
  ];
  return (
    <div className="list">
      <PageTitle
        title={t('deadlines')}
        description={t('deadlinesHint')}
        actions={
          <AdviserSelect
            value={params.get('betreuer') ?? ALL}
            onChange={(to) => set('betreuer', to === ALL ? null : to)}
          />
        }
      />
      <Group justify="space-between" mb="xs">
        <Group gap={6}>
          {choices.map(({ is, label, value }) => (
            <Button
              key={label}
              size="compact-sm"
              variant={is ? 'light' : 'default'}
              aria-pressed={is}
              onClick={() => set(ACT_UNTIL, value)}
            >
              {label}
            </Button>
          ))}
        </Group>
        <Text size="sm" c="dimmed" role="status">
          {data ? records('entries', { count: data.total }) : ''}
        </Text>
      </Group>
      {body()}
      {form}
    </div>
  );
};

export default function DeadlinesPage() {
  return <SectionPage>{({ section, sections }) => <Deadlines section={section} sections={sections} />}</SectionPage>;
}
