/** A group of the agenda: its head leads to the whole list. */
import { ActionIcon, Anchor, Button, Skeleton, Text } from '@mantine/core';
import { IconCalendarShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Row } from '../../api/v3.ts';
import { Count } from '../../components/text/count.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import type { Schema } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { idOf } from '../schema/sections.ts';
import type { Context } from '../schema/shown.ts';
import { type AgendaGroup, FEW, pageOfList } from './agenda.ts';
import { DayRow, type NamedLink } from './day-row.tsx';
import { DeadlineTask } from './deadline-task.tsx';
import { describeRow, type GroupName } from './describe-row.ts';
import type { Done } from './use-done.ts';

/** The key of a row on the page. */
export const rowKeyOf = (name: GroupName, section: Section, row: Row): string => `${name}/${idOf(section, row)}`;

/** Shared by all groups. */
export interface DayTools {
  readonly from: string;
  readonly context: Context;
  readonly phones: Readonly<Record<string, string>>;
  readonly done: Done;
  /** Opens the form of a task for a contract; null where the user may not make one. */
  readonly createTask: ((row: Row) => void) | null;
  /** Puts tasks off; null where the user may not change them. */
  readonly postpone: ((rows: readonly Row[]) => boolean) | null;
  /** The row that the keyboard reaches. */
  readonly current: string;
  readonly enter: (key: string) => void;
}

/** The record that `kid` names. */
const personOf = (row: Row, schema: Schema, { names }: Context): NamedLink | null => {
  const kind = schema.fields.get('kid')?.references.find((one) => names[one]?.[String(row.kid)]);
  return kind ? { to: `/${kind}/${row.kid}`, name: names[kind]?.[String(row.kid)] ?? '' } : null;
};

const Rows = (props: { name: GroupName; items: readonly Row[]; section: Section; schema: Schema; tools: DayTools }) => {
  const { name, items, section, schema, tools } = props;
  const { t } = useTranslation('day');
  const { from, context, phones, done, current, enter } = tools;
  const completes = name === 'tasks' && section.can.includes('write');
  return (
    <ul className="day-rows">
      {items.map((row) => {
        const key = rowKeyOf(name, section, row);
        const id = idOf(section, row);
        const { title, detail, late = false } = describeRow(name, row, { t, from, section, schema, context });
        const is = done.tasks.has(id);
        const undo = (
          <Button
            size="compact-sm"
            variant="default"
            tabIndex={current === key ? 0 : -1}
            onClick={() => done.turn(id, title)}
          >
            {t('undo')}
          </Button>
        );
        const action: ReactNode =
          name === 'deadlines' ? (
            <DeadlineTask
              row={row}
              title={title}
              plan={tools.createTask}
              context={context}
              tabIndex={current === key ? 0 : -1}
            />
          ) : name === 'tasks' && tools.postpone ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              tabIndex={current === key ? 0 : -1}
              aria-label={t('postpone.of', { title })}
              onClick={() => tools.postpone?.([row])}
            >
              <IconCalendarShare size={16} aria-hidden />
            </ActionIcon>
          ) : null;
        return (
          <DayRow
            key={key}
            rowKey={key}
            current={current === key}
            onEnter={() => enter(key)}
            record={{ to: `/${section.path}/${id}`, name: title }}
            person={personOf(row, schema, context)}
            phone={phones[String(row.kid)] ?? null}
            detail={detail}
            late={late}
            done={completes ? { is, label: t('complete', { title }), turn: () => done.turn(id, title) } : null}
            action={is ? undo : action}
          />
        );
      })}
    </ul>
  );
};

export const DayGroup = (props: { name: GroupName; group: AgendaGroup; section: Section; tools: DayTools }) => {
  const { name, group, section, tools } = props;
  const { t } = useTranslation('day');
  const { t: records, language } = useTranslation('records');
  const { data: schema } = useQuery(schemaQuery(section));
  const items = group.items.slice(0, FEW);
  const title = t(`group.${name}`);
  const to = pageOfList(group.list);
  const gone = name === 'tasks' ? group.items.filter((row) => tools.done.tasks.has(idOf(section, row))).length : 0;
  const more = group.total - items.length;
  const body = () => {
    if (!items.length)
      return (
        <Text size="sm" c="dimmed">
          {t(`nothing.${name}`)}
        </Text>
      );
    return schema ? (
      <Rows name={name} items={items} section={section} schema={schema} tools={tools} />
    ) : (
      <Skeleton height={44 * items.length} />
    );
  };
  return (
    <section className="block" aria-label={title}>
      <h2>
        <Link className="day-head" to={to}>
          {title} <Count>{(group.total - gone).toLocaleString(language)}</Count>
        </Link>
      </h2>
      {body()}
      {more > 0 ? (
        <Anchor component={Link} to={to} size="sm" aria-label={`${title}: ${records('more', { count: more })}`}>
          {records('more', { count: more })}
        </Anchor>
      ) : null}
    </section>
  );
};
