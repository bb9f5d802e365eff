/** Records of the agenda in words. */
import type { Row } from '../../api/v3.ts';
import { dateFormat } from '../../i18n/formats.ts';
import type { useTranslation } from '../../i18n/use-translation.ts';
import { DEADLINE, type Deadline } from '../schema/deadline.ts';
import type { Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { type Context, localDate, textOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { dayOf, daysBetween, nextAnniversary } from './days.ts';

export type GroupName = 'appointments' | 'tasks' | 'deadlines' | 'damages' | 'birthdays';

interface Wording {
  readonly t: ReturnType<typeof useTranslation<'day'>>['t'];
  /** The first day of the agenda. */
  readonly from: string;
  readonly section: Section;
  readonly schema: Schema;
  readonly context: Context;
}

interface Described {
  readonly title: string;
  readonly detail: string;
  /** It is overdue. */
  readonly late?: boolean;
}

const MIDNIGHT = / 00:00(:00)?$/;

/** The deadline of a contract: `Kündigung bis 31.12.2026`. */
export const deadlineText = ({ frist }: Row, schema: Schema, context: Context): string => {
  const field = schema.fields.get(DEADLINE);
  return field ? textOf(field, frist, context) : '';
};

/** Days up to a deadline from which on it is shown in red. */
const URGENT_DAYS = 7;

const daysLeft = ({ frist }: Row, from: string): number => daysBetween(from, (frist as Deadline).datum);

/** Whether the last day is near, and no task is there that meets it. */
export const isUrgent = (row: Row, from: string): boolean => !row.task && daysLeft(row, from) <= URGENT_DAYS;

/** `noch 3 Tage`, or that it is today. */
export const daysLeftText = (row: Row, from: string, t: Wording['t']): string => {
  const count = daysLeft(row, from);
  return count > 0 ? t('daysLeft', { count }) : t('today');
};

const nameOf = (row: Row, { section, schema, context }: Wording): string => titleOf(section, schema, row, context);

/** The time of a moment; empty where it is a whole day. */
const clockOf = (moment: unknown, { language }: Context): string =>
  moment && !MIDNIGHT.test(String(moment)) ? dateFormat(language, 'clock').format(localDate(String(moment))) : '';

const describe: Readonly<Record<GroupName, (row: Row, wording: Wording) => Described>> = {
  appointments: (row, wording) => {
    const { t, context } = wording;
    const begin = clockOf(row.start, context);
    const sameDay = dayOf(String(row.ende ?? '')) === dayOf(String(row.start));
    const end = begin && sameDay ? clockOf(row.ende, context) : '';
    return { title: nameOf(row, wording), detail: [begin || t('allDay'), end].filter(Boolean).join('–') };
  },
  tasks: (row, wording) => {
    const { t, from, context } = wording;
    const start = String(row.start ?? from);
    const title = nameOf(row, wording);
    const days = daysBetween(start, from);
    if (days > 0) return { title, detail: t('overdue', { count: days }), late: true };
    const time = clockOf(start, context);
    return { title, detail: time ? t('todayAt', { time }) : t('today') };
  },
  deadlines: (row, wording) => ({
    title: [nameOf(row, wording), row.gesellschaft].filter(Boolean).join(' · '),
    detail: [
      deadlineText(row, wording.schema, wording.context),
      isUrgent(row, wording.from) ? daysLeftText(row, wording.from, wording.t) : '',
    ]
      .filter(Boolean)
      .join(' · '),
    late: isUrgent(row, wording.from),
  }),
  damages: (row, wording) => ({
    title: nameOf(row, wording),
    detail: wording.t('openFor', { count: daysBetween(String(row.datum_schaden), wording.from) }),
  }),
  birthdays: (row, wording) => {
    const born = dayOf(String(row.geb));
    const day = nextAnniversary(born, wording.from);
    return {
      title: nameOf(row, wording),
      detail: wording.t('turns', {
        date: dateFormat(wording.context.language, 'day').format(localDate(day)),
        age: Number(day.slice(0, 4)) - Number(born.slice(0, 4)),
      }),
    };
  },
};

export const describeRow = (name: GroupName, row: Row, wording: Wording): Described => describe[name](row, wording);
