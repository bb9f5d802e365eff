/** Notes of a conversation, and tasks, for the record that is shown. */
import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useSession } from '../../api/session.ts';
import { DraftNotice } from '../../components/form/draft-notice.tsx';
import { FormModal } from '../../components/form/form-modal.tsx';
import { Select } from '../../components/select/select.tsx';
import { useDraft } from '../../hooks/use-draft.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type About, CATEGORY, makeActivity, timeText } from '../schema/activity.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { idOf } from '../schema/sections.ts';
import { useUsers } from '../schema/users.ts';
import { WARNED } from './input.tsx';
import { parseDate, parseDateTime } from './parse.ts';
import { WorkdayHint } from './workday-hint.tsx';

interface Given {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly about: About;
  readonly activities: Section;
}

interface GivenTask {
  readonly titel: string;
  readonly start: string;
}

const TITLE = 255;
const MORNING = '08:00:00';

const draftName = (kind: string, { section, row }: About): string => `${kind} /${section.path}/${idOf(section, row)}`;

/** Enter saves the note, and Shift+Enter ends a line; on a keyboard of the screen, which has no such keys, Enter ends a line. */
const saveAtEnter = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  const { key, shiftKey, nativeEvent } = event;
  if (key !== 'Enter' || shiftKey || nativeEvent.isComposing || window.matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
};

const NoteForm = ({ opened, onClose, about, activities }: Given) => {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const { user } = useSession();
  const { data: schema } = useQuery(schemaQuery(activities));
  const options = schema?.fields.get('kategorie')?.options ?? [];
  const kinds = [CATEGORY.phone, CATEGORY.email, CATEGORY.note].map((value) => ({
    value: String(value),
    label: options.find((one) => one.value === value)?.display ?? String(value),
  }));
  const form = useForm({
    initialValues: { kind: String(CATEGORY.phone), text: '', again: '' },
    validate: {
      text: (text) => (text.trim() ? null : common('missing')),
      again: (text) => (parseDate(text) === undefined ? t('wrong.date') : null),
    },
  });
  const draft = useDraft(form, draftName('note', about));
  const save = useSave({
    form,
    send: async ({ kind, text, again }) => {
      const [titel = ''] = text.trim().split('\n');
      const title = titel.slice(0, TITLE);
      const now = timeText(new Date());
      const note = { kategorie: Number(kind), titel: title, beschreibung: text.trim(), start: now, status: 1 };
      await makeActivity(about, activities, note);
      const day = parseDate(again);
      if (!day) return;
      const task = {
        kategorie: CATEGORY.task,
        titel: t('followUpOf', { title }).slice(0, TITLE),
        start: `${day} ${MORNING}`,
        verantwortlich: user.kid,
      };
      await makeActivity(about, activities, task);
    },
    refresh: [['v3']],
    message: () => t('noteSaved'),
    done: () => {
      draft.forget();
      onClose();
    },
  });
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={t('note')}
      submit={common('save')}
      form={form}
      save={save}
      draft={!draft.stored}
    >
      <DraftNotice draft={draft} />
      <Select
        label={t('noteKind')}
        data={kinds}
        value={form.values.kind}
        allowDeselect={false}
        onChange={(to) => form.setFieldValue('kind', to ?? '')}
      />
      <Textarea
        label={t('noteText')}
        description={t('noteKeys')}
        autosize
        minRows={3}
        required
        data-autofocus
        onKeyDown={saveAtEnter}
        {...form.getInputProps('text')}
      />
      <TextInput
        label={t('followUp')}
        description={<WorkdayHint text={form.values.again} take={(text) => form.setFieldValue('again', text)} />}
        inputWrapperOrder={WARNED}
        {...form.getInputProps('again')}
      />
    </FormModal>
  );
};

const TaskForm = ({ opened, onClose, about, activities, given }: Given & { given?: GivenTask | undefined }) => {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const { user } = useSession();
  const users = useUsers();
  const form = useForm({
    initialValues: { titel: '', start: '+1 8', ...given, verantwortlich: String(user.kid) },
    validate: {
      titel: (text) => (text.trim() ? null : common('missing')),
      start: (text) => (parseDateTime(text) ? null : t('wrong.datetime')),
    },
  });
  const draft = useDraft(form, draftName('task', about));
  const save = useSave({
    form,
    send: ({ titel, start, verantwortlich }) =>
      makeActivity(about, activities, {
        kategorie: CATEGORY.task,
        titel: titel.trim(),
        start: parseDateTime(start),
        verantwortlich: Number(verantwortlich),
      }),
    refresh: [['v3']],
    message: () => t('taskSaved'),
    done: () => {
      draft.forget();
      onClose();
    },
  });
  const people = users.length ? users : [{ kid: user.kid, name: user.name }];
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={t('task')}
      submit={common('create')}
      form={form}
      save={save}
      draft={!draft.stored}
    >
      <DraftNotice draft={draft} />
      <TextInput label={t('taskTitle')} required maxLength={TITLE} data-autofocus {...form.getInputProps('titel')} />
      <TextInput
        label={t('taskStart')}
        description={
          <>
            {t('taskStartHint')}{' '}
            <WorkdayHint timed text={form.values.start} take={(text) => form.setFieldValue('start', text)} />
          </>
        }
        required
        {...form.getInputProps('start')}
      />
      <Select
        label={t('taskOf')}
        data={people.map(({ kid, name }) => ({ value: String(kid), label: String(name) }))}
        value={form.values.verantwortlich}
        allowDeselect={false}
        onChange={(to) => form.setFieldValue('verantwortlich', to ?? '')}
      />
    </FormModal>
  );
};

export const ActivityForm = ({ task, ...given }: Given & { task: boolean; given?: GivenTask }) =>
  task ? <TaskForm {...given} /> : <NoteForm {...given} />;
