/** Creates a record, with rows of its parts, files, a follow-up task and a link to another record. */
import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { type Row, sendV3 } from '../../api/v3.ts';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { newFormIsThere } from '../../hooks/early-keys.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { navigate } from '../../router/router.ts';
import { UploadRow } from '../documents/upload-row.tsx';
import { type Uploads, useUploads } from '../documents/use-uploads.ts';
import { ACTIVITIES, CATEGORY, contactOf, makeActivity } from '../schema/activity.ts';
import type { Field, Schema } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { idOf, useSections } from '../schema/sections.ts';
import { useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { Duplicates } from './duplicates.tsx';
import { type Values, writtenDay } from './field-values.ts';
import { newGroups, partFieldsOf, rowsOfParts } from './new-fields.ts';
import { parseDate } from './parse.ts';
import { GroupedForm } from './record-form.tsx';
import { type Step, useRecordForm } from './use-record-form.ts';

const CUSTOMERS = 'customers';
/** A form field that does not belong to the record. */
const FOLLOW_UP = ':follow-up';
const MORNING = '08:00:00';

const followUpField = (label: string): Field => ({
  ...{ name: FOLLOW_UP, label, kind: 'date', format: 'workday', options: null, references: [], required: false },
  ...{ readOnly: false, fixed: false, default: null, max: null, filters: [], sortable: false },
});

/** The document kind below this one, if the user may create documents. */
const useFilesKind = ({ children }: Section): Section | undefined => {
  const { data: sections = [] } = useSections();
  return sections.find(({ path, content, can }) => content && children.includes(path) && can.includes('write'));
};

/** The activity kind, if the record can have tasks and the user may create them. */
const useTasksKind = ({ path }: Section): Section | undefined => {
  const { data: sections = [] } = useSections();
  return sections.find((one) => one.path === ACTIVITIES && path !== ACTIVITIES && one.can.includes('write'));
};

const FileChoice = (props: {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  uploads: Uploads;
  /** Whether the form is being sent. */
  busy: boolean;
}) => {
  const { files, onChange, uploads, busy } = props;
  const { t } = useTranslation('records');
  const choose = useRef<HTMLButtonElement>(null);
  const remove = (file: File) => {
    if (busy) return uploads.cancel(file);
    onChange(files.filter((one) => one !== file));
    // The button disappears: the keys of the form need the focus in it.
    choose.current?.focus();
  };
  return (
    <>
      <Group gap="sm">
        <FileButton multiple onChange={(more) => onChange([...files, ...more])}>
          {(button) => (
            <Button
              {...button}
              ref={choose}
              size="compact-sm"
              variant="default"
              leftSection={<IconPaperclip size={14} aria-hidden />}
            >
              {t('chooseFiles')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" role="status">
          {files.length ? t('filesChosen', { count: files.length }) : t('uploadHint')}
        </Text>
      </Group>
      <ul className="plain-list">
        {files.map((file) => (
          <li key={`${file.name} ${file.size} ${file.lastModified}`}>
            <UploadRow
              file={file}
              upload={uploads.states.get(file)}
              cancel={uploads.states.get(file)?.state === 'done' ? null : () => remove(file)}
            />
          </li>
        ))}
      </ul>
    </>
  );
};

/** Links a new record to another one, such as a claim to its contract. @param to `contracts/12` */
const linkStep = (path: string, to: string): Step => {
  const [section, id] = to.split('/');
  const body = { foreign_section: section, foreign_id: Number(id) };
  return { key: 'link', run: () => sendV3('POST', `${path}/links`, body) };
};

/** Default values: fields that name a user get the one who creates the record, days that are usually the present one get it. */
const ownWork = ({ layout }: Section, fields: readonly Field[], kid: number): Row =>
  Object.fromEntries(
    fields.flatMap(({ name, references, today }): (readonly [string, unknown])[] => {
      if (!layout.form.includes(name)) return [];
      if (today) return [[name, writtenDay(new Date())]];
      return references.join() === 'users' ? [[name, kid]] : [];
    }),
  );

const isLink = (section: Section, link: unknown): link is string =>
  section.annotations.includes('links') && /^[a-z-]+\/\d{1,15}$/.test(String(link ?? ''));

const Fields = ({ section, schema, initial }: { section: Section; schema: Schema; initial: Row }) => {
  const { t, language } = useTranslation('records');
  const { t: common } = useTranslation();
  const { user } = useSession();
  const context = useContextOf();
  const [files, setFiles] = useState<readonly File[]>([]);
  const uploads = useUploads();
  const [over, setOver] = useState(false);
  const [filesKind, tasksKind] = [useFilesKind(section), useTasksKind(section)];
  const parts = section.can.includes('write') ? partFieldsOf(section, schema) : [];
  const attaches = filesKind !== undefined && section.path !== CUSTOMERS;
  const followUps = attaches && tasksKind ? [followUpField(t('followUp'))] : [];
  const further = followUps.length ? [{ name: 'task', fields: followUps }] : [];
  const groups = newGroups(section, schema, parts, further);
  const fields = groups.flatMap((group) => group.fields).filter(({ name }) => !name.includes(':'));
  const created = useRef('');
  const follow = (made: Row, values: Values): readonly Step[] => {
    const path = `/${section.path}/${idOf(section, made)}`;
    const about = { section, row: { ...values, ...made } };
    created.current = titleOf(section, schema, about.row, context);
    const day = parseDate(String(values[FOLLOW_UP] ?? ''));
    const task = () => {
      const titel = t('followUpOf', { title: created.current });
      const start = `${day} ${MORNING}`;
      return tasksKind
        ? makeActivity(about, tasksKind, { kategorie: CATEGORY.task, titel, start, verantwortlich: user.kid })
        : Promise.resolve();
    };
    return [
      ...rowsOfParts(parts, path, values, language),
      ...(isLink(section, initial.link) ? [linkStep(path, initial.link)] : []),
      ...files.map((file, at) => ({
        key: `file ${at} ${file.name} ${file.lastModified}`,
        run: () => uploads.send(`${path}/${filesKind?.path}`, file),
      })),
      ...(day && tasksKind && contactOf(about, tasksKind) ? [{ key: `follow up ${day}`, run: task }] : []),
    ];
  };
  useEffect(newFormIsThere, []);
  const record = useRecordForm({
    fields,
    others: [...parts.map(({ field }) => field), ...followUps],
    follow,
    shown: null,
    initial: { ...ownWork(section, fields, user.kid), ...initial },
    path: `/${section.path}`,
    refresh: [['v3']],
    message: () => common('createdNamed', { name: created.current }),
    done: (made) => {
      // The record is stored: leaving the page needs no confirmation.
      record.form.resetDirty();
      setTimeout(() => navigate(`/${section.path}/${made ? idOf(section, made) : ''}`, { replace: true }));
    },
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    setFiles([...files, ...event.dataTransfer.files]);
  };
  const dropping = {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: drop,
  };
  return (
    <div className="upload-place" {...(attaches ? dropping : {})}>
      <GroupedForm
        {...record}
        groups={groups}
        back={`/${section.path}`}
        notice={section.path === CUSTOMERS ? <Duplicates section={section} values={record.form.values} /> : null}
      >
        {attaches ? (
          <FileChoice files={files} onChange={setFiles} uploads={uploads} busy={record.save.isPending} />
        ) : null}
      </GroupedForm>
    </div>
  );
};

/** A link to a record that a field of the kind names is the value of that field: the contract of a claim. */
const named = (schema: Schema, initial: Row): Row => {
  const [section, id] = String(initial.link ?? '').split('/');
  const field = [...schema.fields.values()].find(({ references }) => references.join() === section);
  if (!field || !id) return initial;
  const { link: _link, ...others } = initial;
  return { ...others, [field.name]: id };
};

/** The form of a new record with the initial values. */
export const NewRecord = ({ section, initial }: { section: Section; initial: Row }) => {
  const schema = useQuery(schemaQuery(section));
  if (schema.error) return <ErrorBox error={schema.error} retry={() => schema.refetch()} />;
  if (!schema.data) return <LoadingRows rows={6} />;
  return <Fields section={section} schema={schema.data} initial={named(schema.data, initial)} />;
};
