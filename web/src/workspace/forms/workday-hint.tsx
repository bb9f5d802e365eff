/** Says below a date that it is no working day, and proposes the next one. */
import { UnstyledButton } from '@mantine/core';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { localDate } from '../schema/shown.ts';
import { freeDayOf, workdayFrom } from '../schema/workdays.ts';
import { writtenDate } from './field-values.ts';
import { parseDateTime } from './parse.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** @param text the typed date @param timed whether a time belongs to it @param take gets the proposed one */
export const WorkdayHint = (props: { text: string; timed?: boolean; take: (text: string) => void }) => {
  const { text, timed = false, take } = props;
  const { t, language } = useTranslation('records');
  const typed = parseDateTime(text);
  const day = typeof typed === 'string' ? typed.slice(0, DAY_LENGTH) : '';
  const why = day ? freeDayOf(day) : null;
  const next = why ? workdayFrom(day) : '';
  return (
    <span role="status">
      {why ? (
        <>
          {t('freeDay', { day: dateFormat(language, 'day').format(localDate(day)), why: t(`freeDays.${why}`) })}{' '}
          <UnstyledButton
            className="notice-action"
            fz="inherit"
            onClick={(event) => {
              // The button goes with the hint.
              event.currentTarget.closest('.mantine-InputWrapper-root')?.querySelector('input')?.focus();
              take(writtenDate(next + (timed ? String(typed).slice(DAY_LENGTH) : ''), language));
            }}
          >
            {t('takeDay', { day: dateFormat(language, 'day').format(localDate(next)) })}
          </UnstyledButton>
        </>
      ) : null}
    </span>
  );
};
