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
import type { Schema } from '../schema/schema.ts';
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

const TOOL = { size: 'compact-sm', variant: 'subtle', fw: 400, className: 'list-tool' } as const;

/** @param call the call of the list, without its page */
export const DeadlineTools = (
  props: Given & { call: URLSearchParams; columns: readonly Column[]; rowOf: (row: Row) => Row },
) => {
  const { section, schema, context, call, columns, rowOf } = props;
  const { t } = useTranslation('day');
  const { t: records } = useTranslation('records');
  const exported = useMutation({
    mutationFn: async () => {
      const { csvOf, storeFile } = await import('../lists/csv.ts');
      const contextOf = ({ names = {} }: Page) => ({ ...context, names: { ...context.names, ...names } });
      const path = `/${section.path}/deadlines`;
      const text = await csvOf(section, path, call, columns, { schema, contextOf, only: null, rowOf });
      storeFile(`${t('deadlines')} ${today()}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }));
    },
    onError: notifyError,
  });
  return (
    <Group gap={2} className="not-printed">
      <Button
        {...TOOL}
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={exported.isPending}
        onClick={() => exported.mutate()}
        aria-label={records('exportCsv')}
      >
        CSV
      </Button>
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
