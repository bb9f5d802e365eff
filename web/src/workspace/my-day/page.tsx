/** My day (`/`): the work that is due, from the agenda. */
import { ActionIcon, Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { useSession } from '../../api/session.ts';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { holdKeys } from '../../hooks/early-keys.ts';
import { useUndo } from '../../hooks/undo.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { useSearch } from '../../router/use-router.ts';
import { ACTIVITIES } from '../schema/activity.ts';
import type { Section } from '../schema/section.ts';
import { totalOf, useSections } from '../schema/sections.ts';
import { localDate, useContextOf } from '../schema/shown.ts';
import { useUsers } from '../schema/users.ts';
import { AdviserSelect } from './adviser-select.tsx';
import { adviserParameter, agendaQuery, appointmentsQuery, FEW, mergeNames, useUsualAdviser } from './agenda.ts';
import { DayGroup, type DayTools, rowKeyOf } from './day-group.tsx';
import { moveDay, today } from './days.ts';
import { usePlannedTask } from './deadline-task.tsx';
import type { GroupName } from './describe-row.ts';
import { InboxBlock } from './inbox-block.tsx';
import { usePostpone } from './postpone.tsx';
import { useDone } from './use-done.ts';
import { useRovingRows } from './use-roving-rows.ts';

/** The record kind of each group, in the order of the page. */
const SECTIONS: Readonly<Record<GroupName, string>> = {
  appointments: ACTIVITIES,
  tasks: ACTIVITIES,
  deadlines: 'contracts',
  damages: 'damages',
  birthdays: 'customers',
};
const COLUMNS: readonly (readonly (GroupName | 'inbox')[])[] = [
  ['appointments', 'tasks', 'deadlines'],
  ['damages', 'inbox', 'birthdays'],
];
const GROUPS = COLUMNS.flat().filter((name) => name !== 'inbox');
const WEEK = 7;
/** An organisation with fewer customers has just begun. */
const FEW_CUSTOMERS = 50;

const FirstDay = lazy(() => import('./first-day.tsx'));

/** The day and the adviser of the address, and their changes. */
const useChoice = (usual: string) => {
  const [params, change] = useSearch();
  const now = today();
  const given = params.get('from') ?? '';
  const set = (name: string, value: string, standard: string) =>
    change((search) => (value === standard ? search.delete(name) : search.set(name, value)));
  return {
    from: /^\d{4}-\d\d-\d\d$/.test(given) ? given : now,
    adviser: params.get('betreuer') ?? usual,
    setFrom: (day: string) => set('from', day, now),
    setAdviser: (adviser: string) => set('betreuer', adviser, usual),
  };
};

type Choice = ReturnType<typeof useChoice>;

const DayChoice = ({ from, adviser, setFrom, setAdviser }: Choice) => {
  const { t } = useTranslation('day');
  return (
    <Group gap="sm" align="flex-end">
      <AdviserSelect value={adviser} onChange={setAdviser} />
      <Group gap={4} wrap="nowrap">
        <ActionIcon variant="default" size="lg" aria-label={t('dayBefore')} onClick={() => setFrom(moveDay(from, -1))}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={() => setFrom(today())}>
          {t('toToday')}
        </Button>
        <ActionIcon variant="default" size="lg" aria-label={t('dayAfter')} onClick={() => setFrom(moveDay(from, 1))}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
};

/** Nothing is due: the way to the open tasks of the week. */
const AllDone = ({ from, adviser }: Pick<Choice, 'from' | 'adviser'>) => {
  const { t } = useTranslation('day');
  const of = adviserParameter(adviser);
  const week = `/${ACTIVITIES}?kategorie=1&status=0&start[lte]=${moveDay(from, WEEK)}${of ? `&verantwortlich=${of}` : ''}`;
  return (
    <Text mb="sm">
      {t('allDone')}{' '}
      <Anchor component={Link} to={week} underline="always">
        {t('week')}
      </Anchor>
    </Text>
  );
};

/** The agenda with the appointments of the day, which have no group without any. */
const useDue = (sections: readonly Section[], from: string, adviser: string) => {
  const query = useQuery({ ...agendaQuery(from, adviser), placeholderData: keepPreviousData });
  const { data: appointments, isPlaceholderData } = useQuery({
    ...appointmentsQuery(from, adviser),
    enabled: sections.some(({ path }) => path === ACTIVITIES),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return {
    query,
    isPlaceholderData: query.isPlaceholderData || isPlaceholderData,
    data: data && (appointments?.total ? { appointments, ...data } : data),
    names: mergeNames(data?.names, appointments?.names),
  };
};

const Groups = ({ sections, from, adviser }: { sections: readonly Section[] } & Pick<Choice, 'from' | 'adviser'>) => {
  const { t } = useTranslation('day');
  const { query, data, isPlaceholderData, names } = useDue(sections, from, adviser);
  const { error } = query;
  const context = useContextOf(names);
  const done = useDone();
  const page = useRef<HTMLDivElement>(null);
  // Nothing was done in an organisation that has just begun.
  const hasRecords = totalOf(sections, 'customers') > 0;
  const sectionOf = (name: GroupName) => sections.find(({ path }) => path === SECTIONS[name]);
  const shown = GROUPS.flatMap((name) => {
    const [section, group] = [sectionOf(name), data?.[name]];
    return section && group ? [{ name, section, group, items: group.items.slice(0, FEW) }] : [];
  });
  const { plan, form } = usePlannedTask(sections, context);
  const { postpone, form: postponing } = usePostpone(sectionOf('tasks'));
  const rows = new Map(
    shown.flatMap(({ name, section, items }) =>
      items.map((row) => [rowKeyOf(name, section, row), { name, row, section }]),
    ),
  );
  const act = (key: string, rowKey: string): boolean => {
    const found = rows.get(rowKey);
    const element = page.current?.querySelector<HTMLElement>(`[data-row="${rowKey}"]`);
    if (key === 'w' && (found?.name === 'tasks' || found?.name === 'appointments'))
      return postpone?.([found.row]) ?? false;
    if (key === 'd' && found?.name === 'tasks') element?.querySelector<HTMLElement>('input')?.click();
    else if (key === 't' && found?.name === 'deadlines' && plan && !found.row.task) {
      plan(found.row);
      holdKeys();
    } else return false;
    return true;
  };
  const [current, enter] = useRovingRows(page, [...rows.keys()], act);
  const { undo } = done;
  useUndo(done.tasks.size ? undo : null);
  if (error) return <ErrorBox error={error} retry={() => query.refetch()} />;
  if (!data) return <LoadingRows rows={6} />;
  const tools: DayTools = {
    from,
    context,
    phones: data.phones ?? {},
    done,
    createTask: plan,
    postpone,
    current,
    enter,
  };
  const last = [...done.tasks.values()].at(-1);
  return (
    <>
      {hasRecords && shown.every(({ group }) => !group.total) ? <AllDone from={from} adviser={adviser} /> : null}
      <div className="day" ref={page} aria-busy={isPlaceholderData}>
        {COLUMNS.map((column) => (
          <div key={column.join()}>
            {column.map((place) => {
              if (place === 'inbox') return <InboxBlock key={place} />;
              const one = shown.find(({ name }) => name === place);
              return one ? <DayGroup key={place} {...one} tools={tools} /> : null;
            })}
          </div>
        ))}
      </div>
      <VisuallyHidden role="status">{last ? t('taskDone', { title: last }) : ''}</VisuallyHidden>
      {form}
      {postponing}
    </>
  );
};

const Day = ({ sections }: { sections: readonly Section[] }) => {
  const { t, language } = useTranslation('day');
  const choice = useChoice(useUsualAdviser(sections));
  const { administrator } = useSession().user;
  const alone = useUsers().length === 1;
  const begins =
    administrator &&
    sections.length > 0 &&
    (alone || totalOf(sections, 'customers') < FEW_CUSTOMERS || !totalOf(sections, 'products'));
  return (
    <>
      <PageTitle
        title={t('title')}
        description={dateFormat(language, 'long').format(localDate(choice.from))}
        actions={sections.length ? <DayChoice {...choice} /> : null}
      />
      {begins ? (
        <Suspense>
          <FirstDay sections={sections} />
        </Suspense>
      ) : null}
      {sections.length ? <Groups sections={sections} {...choice} /> : <Text c="dimmed">{t('noRights')}</Text>}
    </>
  );
};

export default function DayPage() {
  const { t } = useTranslation('day');
  const { data: sections, error, refetch } = useSections();
  if (sections) return <Day sections={sections} />;
  return (
    <>
      <PageTitle title={t('title')} />
      {error ? <ErrorBox error={error} retry={() => refetch()} /> : <LoadingRows rows={6} />}
    </>
  );
}
