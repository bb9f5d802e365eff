/** Puts tasks off to another day: key `w`, in My day, lists of activities, a task, and for ticked tasks. */
import { Button } from '@mantine/core';
import { IconCalendarShare } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Row } from '../../api/v3.ts';
import { laterDialog } from '../../components/lazy.ts';
import { holdKeys } from '../../hooks/early-keys.ts';
import { useKeys } from '../../hooks/keys.ts';
import { notifyError, notifyWith } from '../../hooks/notify.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ACTIVITIES, CATEGORY, isOpen } from '../schema/activity.ts';
import type { Section } from '../schema/section.ts';
import { localDate } from '../schema/shown.ts';
import { type Batch, runBatches, undoOf } from '../selection/bulk.ts';
import { dayOf, daysBetween, moveDay } from './days.ts';

export const PostponeForm = laterDialog(async () => (await import('./postpone-form.tsx')).PostponeForm);

/** Fields of a task that `postponed` needs. */
export const POSTPONED_FIELDS = 'id,kategorie,status,start,ende';
const MORNING = '08:00:00';

const isPostponable = (row: Row): boolean =>
  isOpen(row) && (row.kategorie === CATEGORY.task || row.kategorie === CATEGORY.appointment);

/** The times of a task on another day: the same clock, and an end as much later. */
const movedTo = ({ start, ende }: Row, day: string): Row => {
  const [begin, end] = [String(start ?? ''), String(ende ?? '')];
  const clock = begin.slice(day.length + 1) || MORNING;
  if (!end) return { start: `${day} ${clock}` };
  const later = daysBetween(begin ? dayOf(begin) : dayOf(end), day);
  return { start: `${day} ${clock}`, ende: `${moveDay(dayOf(end), later)}${end.slice(day.length)}` };
};

/** The changes that put open tasks and appointments off; those that others have moved meanwhile stay. */
export const postponed = (rows: readonly Row[], day: string): readonly Batch[] => {
  const batches = new Map<string, { rows: Batch['rows'][number][]; change: { set: Row } }>();
  for (const row of rows.filter(isPostponable)) {
    const set = movedTo(row, day);
    const batch = batches.get(JSON.stringify(set)) ?? { rows: [], change: { set } };
    batch.rows.push({ id: Number(row.id), if: { start: row.start ?? null } });
    batches.set(JSON.stringify(set), batch);
  }
  return [...batches.values()];
};

/** Puts single tasks off, with a message that offers the way back. */
export const usePostpone = (
  section: Section | undefined,
): { postpone: ((rows: readonly Row[]) => boolean) | null; form: ReactNode } => {
  const { t, language } = useTranslation('day');
  const { t: records } = useTranslation('records');
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  if (section?.path !== ACTIVITIES || !section.can.includes('write')) return { postpone: null, form: null };
  const run = async (batches: readonly Batch[]): Promise<readonly Batch[]> => {
    const outcome = await runBatches(section, batches, () => undefined, new AbortController().signal);
    const [failed] = outcome.failed;
    if (failed) notifyError(new ApiError(failed.status, failed));
    await client.invalidateQueries({ queryKey: ['v3'] });
    return batches.flatMap((batch) => undoOf(batch, outcome));
  };
  const title = String(rows?.[0]?.titel ?? '');
  const send = async (day: string) => {
    try {
      const undo = await run(postponed(rows ?? [], day));
      if (!undo.length) return;
      const say = () => t('postpone.done', { title, day: dateFormat(language, 'day').format(localDate(day)) });
      notifyWith(say, { name: () => records('undo'), run: () => void run(undo).catch(notifyError) });
    } catch (error) {
      notifyError(error);
    }
  };
  const postpone = (some: readonly Row[]): boolean => {
    if (!some.some(isPostponable)) return false;
    setRows(some);
    holdKeys();
    return true;
  };
  const form = rows ? (
    <PostponeForm
      opened
      onClose={() => setRows(null)}
      title={t('postpone.title', { title })}
      onDay={(day) => void send(day)}
    />
  ) : null;
  return { postpone, form };
};

/** The button of a task, and its key. */
export const PostponeButton = ({ section, row }: { section: Section; row: Row }) => {
  const { t } = useTranslation('day');
  const { postpone, form } = usePostpone(section);
  const on = postpone !== null && isPostponable(row);
  useKeys(on ? { w: () => void postpone([row]) } : {});
  if (!on) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarShare size={16} aria-hidden />}
        onClick={() => postpone([row])}
      >
        {t('postpone.do')}
      </Button>
      {form}
    </>
  );
};
