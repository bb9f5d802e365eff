/** Tasks of deadlines: the link to one, and the form of a new one. A task that begins after the deadline leaves it open. */
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Row } from '../../api/v3.ts';
import { laterDialog } from '../../components/lazy.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { writtenDate } from '../forms/field-values.ts';
import { ACTIVITIES, CATEGORY, makeActivity } from '../schema/activity.ts';
import { type Deadline, hasDeadline } from '../schema/deadline.ts';
import type { Schema } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { idOf } from '../schema/sections.ts';
import { type Context, localDate } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { workdayFrom } from '../schema/workdays.ts';
import { dayOf, today } from './days.ts';
import { deadlineText } from './describe-row.ts';

const ActivityForm = laterDialog(async () => (await import('../forms/activity-form.tsx')).ActivityForm);

const MORNING = '08:00:00';
const LONGEST_TITLE = 255;

/** Title and time of a new task: on the day on which the work begins, or today where that is past. */
const taskFor = (row: Row, given: { section: Section; schema: Schema; context: Context }) => {
  const { section, schema, context } = given;
  const frist = row.frist as Deadline;
  const day = frist.handeln_ab > today() ? frist.handeln_ab : today();
  return {
    titel: `${titleOf(section, schema, row, context)}: ${deadlineText(row, schema, context)}`,
    start: `${day} ${MORNING}`,
  };
};

/**
 * Makes the task of a deadline without a question: for the adviser of the customer, on a working day where the deadline leaves one.
 * @returns its number
 * @throws ApiError
 */
export const makeDeadlineTask = (
  row: Row,
  given: { section: Section; schema: Schema; context: Context; activities: Section; user: number },
): Promise<number> => {
  const { section, activities, user } = given;
  const { titel, start } = taskFor(row, given);
  const [begins, workday] = [dayOf(start), workdayFrom(dayOf(start))];
  const day = workday <= (row.frist as Deadline).datum ? workday : begins;
  return makeActivity({ section, row }, activities, {
    ...{ kategorie: CATEGORY.task, titel: titel.slice(0, LONGEST_TITLE), start: `${day} ${MORNING}` },
    verantwortlich: Number(row.betreuer ?? user),
  });
};

/** A task as its form takes it. */
const writtenTask = ({ titel, start }: { titel: string; start: string }, { language }: Context) => ({
  titel,
  start: writtenDate(start, language),
});

/** Opens the form of a task for a contract with its deadline; `plan` is null where the user may not make one. */
export const usePlannedTask = (
  sections: readonly Section[],
  context: Context,
): { plan: ((row: Row) => void) | null; form: ReactNode } => {
  const [planned, setPlanned] = useState<Row | null>(null);
  const contracts = sections.find(({ path }) => hasDeadline(path));
  const activities = sections.find(({ path }) => path === ACTIVITIES);
  const { data: schema } = useQuery({
    ...schemaQuery(contracts ?? { path: '', parts: [] }),
    enabled: contracts !== undefined,
  });
  if (!(contracts?.can.includes('write') && activities?.can.includes('write') && schema))
    return { plan: null, form: null };
  const form = planned ? (
    <ActivityForm
      key={idOf(contracts, planned)}
      opened
      task
      onClose={() => setPlanned(null)}
      about={{ section: contracts, row: planned }}
      activities={activities}
      given={writtenTask(taskFor(planned, { section: contracts, schema, context }), context)}
    />
  ) : null;
  return { plan: setPlanned, form };
};

interface Task {
  readonly id: number;
  readonly start: string;
}

/** The task of a deadline, or the way to one. @param props.row of the list of deadlines */
export const DeadlineTask = (props: {
  row: Row;
  title: string;
  plan: ((row: Row) => void) | null;
  context: Context;
  tabIndex?: 0 | -1;
}) => {
  const { row, title, plan, context, tabIndex = 0 } = props;
  const { t } = useTranslation('day');
  const [task, late] = [row.task as Task | null, row.late_task as Task | null];
  const link = ({ id, start }: Task, isLate: boolean) => {
    const on = t('taskOn', { date: dateFormat(context.language, 'day').format(localDate(start)) });
    return (
      <Anchor
        component={Link}
        to={`/${ACTIVITIES}/${id}`}
        inherit
        tabIndex={tabIndex}
        {...(isLate ? { c: 'red', title: on } : {})}
      >
        {isLate ? t('taskTooLate') : `✓ ${on}`}
      </Anchor>
    );
  };
  if (task) return link(task, false);
  return (
    <>
      {late ? link(late, true) : null}{' '}
      {plan ? (
        <Button
          size="compact-sm"
          variant="default"
          tabIndex={tabIndex}
          aria-label={t('createTaskFor', { title })}
          onClick={() => plan(row)}
        >
          {t('createTask')}
        </Button>
      ) : null}
    </>
  );
};
