/** Tasks of deadlines: their text, and the initial values of a new one. */
import type { Row } from '../../api/v3.ts';
import { dateFormat } from '../../i18n/formats.ts';
import type { useTranslation } from '../../i18n/use-translation.ts';
import { writtenDate } from '../forms/field-values.ts';
import type { Deadline } from '../schema/deadline.ts';
import type { Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { type Context, localDate } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { today } from './days.ts';
import { deadlineText } from './describe-row.ts';

type T = ReturnType<typeof useTranslation<'day'>>['t'];

const MORNING = '08:00:00';

/** `Aufgabe am 02.12.`. */
export const taskText = ({ start }: { readonly start: string | null }, t: T, { language }: Context): string =>
  start ? t('taskOn', { date: dateFormat(language, 'day').format(localDate(start)) }) : t('taskOpen');

/** Title and time of a new task: on the day on which the work begins, or today where that is past. */
export const taskFor = (row: Row, given: { section: Section; schema: Schema; context: Context }) => {
  const { section, schema, context } = given;
  const frist = row.frist as Deadline;
  const day = frist.handeln_ab > today() ? frist.handeln_ab : today();
  return {
    titel: `${titleOf(section, schema, row, context)}: ${deadlineText(row, schema, context)}`,
    start: writtenDate(`${day} ${MORNING}`, context.language),
  };
};
