/** Tools of the list of deadlines: a file, a print, and a task for each ticked one. */
import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import type { Page, Row } from '../../api/v3.ts';
import { notifyError, notifyWith } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ACTIVITIES } from '../schema/activity.ts';
import type { Column } from '../schema/columns.ts';
import { DEADLINE, type Deadline } from '../schema/deadline.ts';
import { madeField, type Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import type { Context } from '../schema/shown.ts';
import { runBatches } from '../selection/bulk.ts';
import type { Selection } from '../selection/use-selection.ts';
import { today } from './days.ts';
import { makeDeadlineTask } from './deadline-task.tsx';

interface Given {
  readonly section: Section;
  readonly schema: Schema;
  readonly context: Context;
}

type FileType = 'xlsx' | 'csv';

const FILES = [
  { type: 'xlsx', text: 'Excel', label: 'exportExcel' },
  { type: 'csv', text: 'CSV', label: 'exportCsv' },
] as const;

/** The column of a file with the kind of deadline. */
const KIND = 'frist_art';

const TOOL = { size: 'compact-sm', variant: 'subtle', fw: 400, className: 'list-tool' } as const;

/** @param call the call of the list, without its page */
export const DeadlineTools = (
  props: Given & { call: URLSearchParams; columns: readonly Column[]; rowOf: (row: Row) => Row },
) => {
  const { section, schema, context, call, columns, rowOf } = props;
  const { t } = useTranslation('day');
  const { t: records } = useTranslation('records');
  const contextOf = ({ names = {} }: Page) => ({ ...context, names: { ...context.names, ...names } });
  const exported = { section, path: `/${section.path}/deadlines`, call, schema, contextOf, only: null, rowOf };
  const writers = {
    xlsx: async () => {
      const { sheetOf } = await import('../lists/sheet.ts');
      // The last day is a date of its own, so that Excel counts with it; its kind is the next column.
      const at = columns.findIndex(({ name }) => name === DEADLINE) + 1;
      const kind = { name: KIND, field: madeField(KIND, t('columns.deadlineKind'), {}), title: false };
      const withKind = (row: Row): Row => ({ ...rowOf(row), [KIND]: t(`deadlineKind.${(row.frist as Deadline).art}`) });
      return sheetOf(t('deadlines'), { ...exported, rowOf: withKind }, columns.toSpliced(at, 0, kind));
    },
    csv: async () => {
      const { csvOf } = await import('../lists/csv.ts');
      return new Blob([await csvOf(exported, columns)], { type: 'text/csv;charset=utf-8' });
    },
  };
  const stored = useMutation({
    mutationFn: async (type: FileType) => {
      const { storeFile } = await import('../lists/csv.ts');
      storeFile(`${t('deadlines')} ${today()}.${type}`, await writers[type]());
    },
    onError: notifyError,
  });
  return (
    <Group gap={2} className="not-printed">
      {FILES.map(({ type, text, label }) => (
        <Button
          key={type}
          {...TOOL}
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={stored.isPending && stored.variables === type}
          disabled={stored.isPending}
          onClick={() => stored.mutate(type)}
          aria-label={records(label)}
        >
          {text}
        </Button>
      ))}
      <Button
        {...TOOL}
        leftSection={<IconPrinter size={14} aria-hidden />}
        aria-label={t('print')}
        onClick={() => window.print()}
      >
        {t('print')}
      </Button>
    </Group>
  );
};

/** Makes a task for each ticked deadline that has none; the message offers to delete them. @param rows of the ticked contracts */
export const DeadlineBar = (
  props: Given & { sections: readonly Section[]; rows: readonly Row[]; selection: Selection },
) => {
  const { section, schema, context, sections, rows, selection } = props;
  const { t } = useTranslation('day');
  const { t: selected } = useTranslation('selection');
  const { user } = useSession();
  const client = useQueryClient();
  const [made, setMade] = useState<number | null>(null);
  const activities = sections.find(({ path, can }) => path === ACTIVITIES && can.includes('write'));
  if (!selection.ids.size || !activities) return null;
  const open = rows.filter(({ task }) => !task);
  const refresh = () => client.invalidateQueries({ queryKey: ['v3'] });
  const undo = async (ids: readonly number[]) => {
    const batch = { rows: ids.map((id) => ({ id })), change: { remove: true } as const };
    await runBatches(activities, [batch], () => undefined, new AbortController().signal);
    await refresh();
  };
  const make = async () => {
    const ids: number[] = [];
    setMade(0);
    try {
      for (const row of open) {
        ids.push(await makeDeadlineTask(row, { section, schema, context, activities, user: user.kid }));
        setMade(ids.length);
      }
      selection.clear();
    } catch (error) {
      notifyError(error);
    }
    setMade(null);
    await refresh();
    if (ids.length)
      notifyWith(() => t('tasksMade', { count: ids.length }), {
        name: () => t('undo'),
        run: () => void undo(ids).catch(notifyError),
      });
  };
  return (
    <div className="selection-bar not-printed" role="toolbar" aria-label={selected('title')}>
      <Group gap="xs">
        <Text size="sm" role="status">
          {made === null
            ? selected('selected', { count: selection.ids.size })
            : selected('progress', { done: made, total: open.length })}
        </Text>
        <Button size="compact-sm" variant="default" disabled={!open.length} loading={made !== null} onClick={make}>
          {t('makeTasks', { count: open.length })}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
          {selected('clear')}
        </Button>
      </Group>
    </div>
  );
};
