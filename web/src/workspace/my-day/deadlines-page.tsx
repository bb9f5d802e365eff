/** Deadlines of contracts (`/contracts/deadlines`): the address of the page, behind `/v3`, is the call. */
import { Button, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Page, type Row, readV3 } from '../../api/v3.ts';
import { EmptyState, ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { holdKeys } from '../../hooks/early-keys.ts';
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
import { type Context, useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { type Selection, useSelection } from '../selection/use-selection.ts';
import { moveDay, today } from './days.ts';
import { DeadlineFilters } from './deadline-filters.tsx';
import { DeadlineTask, usePlannedTask } from './deadline-task.tsx';
import { DeadlineBar, DeadlineTools } from './deadline-tools.tsx';
import { daysLeftText, deadlineText, isUrgent } from './describe-row.ts';

const ACT_UNTIL = 'handeln_ab[lte]';
const WEEK = 7;
/** Rows of a page: those of a month are printed together. */
const ROWS = 200;
/** Widths by which the columns up to the adviser are in sight on a window of 1280 pixels. */
const WIDTHS = { sparte: 175, kid: 150, frist: 195, task_start: 150, gesellschaft: 105, beitrag: 85, betreuer: 105 };

/** Contracts with the first day of the work and the day of the task as fields. */
const withDeadline = (row: Row): Row => {
  const task = (row.task ?? row.late_task) as { readonly start: string } | null;
  return { ...row, handeln_ab: (row.frist as Deadline).handeln_ab, task_start: task?.start ?? null };
};

const columnsFor = (
  schema: Schema,
  t: ReturnType<typeof useTranslation<'day'>>['t'],
  draw: { readonly task: (row: Row) => ReactNode; readonly deadline: (row: Row) => ReactNode },
): readonly Column[] => {
  const own = (names: readonly string[]) =>
    names.flatMap((name) => schema.fields.get(name) ?? []).map((field) => ({ ...field, sortable: false }));
  const task = madeField('task_start', t('columns.task'), { kind: 'datetime' });
  const actFrom = madeField('handeln_ab', t('columns.actFrom'), { kind: 'date' });
  const adviser = madeField('betreuer', t('columns.adviser'), { kind: 'reference', references: ['users'] });
  const shown = [...own(['sparte', 'kid', DEADLINE]), task, ...own(['gesellschaft', 'beitrag']), adviser];
  return [...shown, ...own(['nummer']), actFrom].map((field, place) => ({
    name: field.name,
    field,
    title: place === 0,
    ...(field.name === 'task_start' ? { render: draw.task } : {}),
    ...(field.name === DEADLINE ? { render: draw.deadline } : {}),
  }));
};

/** The last day: in red, with the days that are left, where it is near and no task meets it. */
const LastDay = ({ row, schema, context }: { row: Row; schema: Schema; context: Context }) => {
  const { t } = useTranslation('day');
  const text = deadlineText(row, schema, context);
  if (!isUrgent(row, today())) return text;
  return (
    <Text span inherit c="red">
      <IconAlertCircle size={14} aria-hidden className="inline-icon" /> {text}
      <br />
      {daysLeftText(row, today(), t)}
    </Text>
  );
};

/** The rows of ticked contracts, also of other pages. */
const useTickedRows = (items: readonly Row[], { ids }: Selection): readonly Row[] => {
  const [seen] = useState(() => new Map<number, Row>());
  for (const row of items) seen.set(Number(row.id), row);
  return [...ids].flatMap((id): readonly Row[] => {
    const row = seen.get(id);
    return row ? [row] : [];
  });
};

const Deadlines = ({ section, sections }: { section: Section; sections: readonly Section[] }) => {
  const { t } = useTranslation('day');
  const { t: records } = useTranslation('records');
  const [params, change] = useSearch();
  const call = new URLSearchParams([['limit', String(ROWS)], ...params, ['with_names', 'true']]);
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
  const selection = useSelection(new URLSearchParams([...params].filter(([name]) => name !== 'page')).toString());
  const ticked = useTickedRows(data?.items ?? [], selection);
  const set = (to: Readonly<Record<string, string | null>>) =>
    change((search) => {
      search.delete('page');
      for (const [name, value] of Object.entries(to)) {
        if (value === null) search.delete(name);
        else search.set(name, value);
      }
    });
  const acts = params.has(ACT_UNTIL);
  const columns = schema
    ? columnsFor(schema, t, {
        task: (row) => (
          <DeadlineTask row={row} title={titleOf(section, schema, row, context)} plan={plan} context={context} />
        ),
        deadline: (row) => <LastDay row={row} schema={schema} context={context} />,
      })
    : [];
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
          columns={columns}
          context={context}
          label={t('deadlines')}
          busy={isPlaceholderData}
          sort=""
          sortBy={() => {}}
          widths={WIDTHS}
          {...(plan ? { selection } : {})}
          act={(key, row) => {
            if (key !== 't' || !plan || row.task) return false;
            plan(row);
            holdKeys();
            return true;
          }}
        />
        <Pages name={t('deadlines')} page={data.page} pages={Math.ceil(data.total / data.page_size)} />
        <DeadlineBar {...{ section, schema, context, sections, selection }} rows={ticked} />
      </>
    );
  };
  const choices = [
    { is: acts, label: t('actNow'), value: moveDay(params.get('from') ?? today(), WEEK) },
    { is: !acts, label: t('allDeadlines'), value: null },
  ];
  return (
    <div className="list">
      <PageTitle title={t('deadlines')} description={t('deadlinesHint')} />
      {schema ? <DeadlineFilters schema={schema} params={params} change={set} /> : null}
      <Group justify="space-between" my="xs">
        <Group gap={6}>
          {choices.map(({ is, label, value }) => (
            <Button
              key={label}
              size="compact-sm"
              variant={is ? 'light' : 'default'}
              aria-pressed={is}
              onClick={() => set({ [ACT_UNTIL]: value })}
            >
              {label}
            </Button>
          ))}
        </Group>
        <Group gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {data ? records('entries', { count: data.total }) : ''}
          </Text>
          {schema && data?.items.length ? (
            <DeadlineTools {...{ section, schema, context, call, columns }} rowOf={withDeadline} />
          ) : null}
        </Group>
      </Group>
      {body()}
      {form}
    </div>
  );
};

export default function DeadlinesPage() {
  return <SectionPage>{({ section, sections }) => <Deadlines section={section} sections={sections} />}</SectionPage>;
}
