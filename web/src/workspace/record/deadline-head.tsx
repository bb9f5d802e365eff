/** The task of the next deadline of a contract, in the head of its page. */
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Page, type Row, readV3 } from '../../api/v3.ts';
import { DeadlineTask, usePlannedTask } from '../my-day/deadline-task.tsx';
import { ACTIVITIES } from '../schema/activity.ts';
import { DEADLINE } from '../schema/deadline.ts';
import type { Section } from '../schema/section.ts';
import type { Context } from '../schema/shown.ts';

/** Nothing for records without a deadline, and for users who may not read activities. */
export const DeadlineHead = (props: {
  section: Section;
  sections: readonly Section[];
  row: Row;
  title: string;
  context: Context;
}) => {
  const { section, sections, row, title, context } = props;
  const { plan, form } = usePlannedTask(sections, context);
  const { data } = useQuery({
    queryKey: ['v3', section.path, 'deadlines', row.id],
    queryFn: () => readV3<Page>(`/${section.path}/deadlines`, { id: Number(row.id) }),
    enabled: Boolean(row[DEADLINE]) && sections.some(({ path }) => path === ACTIVITIES),
    staleTime: 30_000,
  });
  const due = data?.items[0];
  if (!due) return null;
  return (
    <Group gap="xs" className="head-facts">
      <DeadlineTask row={due} title={title} plan={plan} context={context} />
      {form}
    </Group>
  );
};
