/** The dialog that chooses the day to which tasks are put off. */
import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { parseDate } from '../forms/parse.ts';
import { WorkdayHint } from '../forms/workday-hint.tsx';
import { localDate } from '../schema/shown.ts';
import { freeDayOf, workdayFrom } from '../schema/workdays.ts';
import { daysBetween, moveDay, today } from './days.ts';

const firstOfNextMonth = (day: string): string => `${moveDay(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`;

/** Chooses the day. The text is that of the next working day, so that Enter alone is "tomorrow". */
export const PostponeForm = (props: {
  opened: boolean;
  onClose: () => void;
  title: string;
  onDay: (day: string) => void;
}) => {
  const { opened, onClose, title, onDay } = props;
  const { t, language } = useTranslation('day');
  const { t: records } = useTranslation('records');
  const now = today();
  const tomorrow = workdayFrom(moveDay(now, 1));
  const form = useForm({
    initialValues: { day: `+${daysBetween(now, tomorrow)}` },
    validate: { day: (text) => (parseDate(text) ? null : records('wrong.date')) },
  });
  const choose = (day: string) => {
    onClose();
    onDay(day);
  };
  const save = useSave({ form, send: async ({ day }: { day: string }) => choose(parseDate(day) ?? '') });
  const name = (day: string) => dateFormat(language, 'day').format(localDate(day));
  const presets = [
    { label: t('postpone.tomorrow'), day: moveDay(now, 1) },
    { label: t('postpone.inDays', { count: 7 }), day: moveDay(now, 7) },
    { label: t('postpone.inDays', { count: 14 }), day: moveDay(now, 14) },
    { label: t('postpone.nextMonth'), day: firstOfNextMonth(now) },
  ];
  const wanted = parseDate(form.values.day);
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={title}
      submit={t('postpone.do')}
      form={form}
      save={save}
      draft={false}
    >
      <TextInput
        label={wanted ? t('postpone.to', { day: name(wanted) }) : t('postpone.day')}
        description={
          <>
            {t('postpone.hint')} <WorkdayHint text={form.values.day} take={(text) => form.setFieldValue('day', text)} />
          </>
        }
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('day')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        {presets.map(({ label, day }) => {
          const [why, to] = [freeDayOf(day), workdayFrom(day)];
          const instead = why ? ` ${t('postpone.instead', { why: records(`freeDays.${why}`) })}` : '';
          return (
            <Button key={label} size="compact-sm" variant="default" onClick={() => choose(to)}>
              {label}: {name(to)}
              {instead}
            </Button>
          );
        })}
      </Group>
    </FormModal>
  );
};
