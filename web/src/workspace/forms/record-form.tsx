/** Changes a record: the fields of its kind in their groups. */
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import type { Names } from '../../api/v3.ts';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { DraftNotice } from '../../components/form/draft-notice.tsx';
import { Form } from '../../components/form/form.tsx';
import { formIsThere } from '../../hooks/early-keys.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { navigate } from '../../router/router.ts';
import { useFolderChoice } from '../documents/folder-choice.ts';
import { type Group as FieldGroup, groupsOf } from '../schema/groups.ts';
import { isShownFor, type Schema } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { idOf } from '../schema/sections.ts';
import { textOf, useContextOf } from '../schema/shown.ts';
import { useChangeAuthor } from './change-author.ts';
import { ChangedNotice } from './changed-notice.tsx';
import { FieldInput } from './input.tsx';
import { readVersion, useRecordForm, type Version } from './use-record-form.ts';

/** Groups that are folded while others stand above them. */
const FOLDED = new Set(['details', 'own']);

/** Saves with Ctrl+S and Ctrl+Enter; Enter alone goes nowhere, where there are many fields. */
const sendAtKey = (event: KeyboardEvent<HTMLElement>): void => {
  const { key, ctrlKey, metaKey } = event;
  if (event.nativeEvent.isComposing) return;
  const held = ctrlKey || metaKey;
  const inField = event.target instanceof HTMLInputElement;
  if (held && (key === 's' || key === 'Enter')) {
    event.preventDefault();
    event.currentTarget.querySelector('form')?.requestSubmit();
  } else if (key === 'Enter' && inField) event.preventDefault();
};

const Fieldset = ({ name, folded, children }: { name: string; folded: boolean; children: ReactNode }) => {
  const title = nameOf('records:groups', name, nameOf('records:parts', name, nameOf('schema:label', name)));
  if (!folded)
    return (
      <fieldset className="form-group">
        <legend>{title}</legend>
        <div className="form-fields">{children}</div>
      </fieldset>
    );
  return (
    <details className="form-group">
      <summary>{title}</summary>
      <div className="form-fields">{children}</div>
    </details>
  );
};

/** The groups of a form, the question before it is left, and its buttons. */
export const GroupedForm = (
  props: Pick<ReturnType<typeof useRecordForm>, 'form' | 'save' | 'draft'> & {
    groups: readonly FieldGroup[];
    /** The page behind "Cancel". */
    back: string;
    /** Above the groups. */
    above?: ReactNode;
    /** Below the groups. */
    children?: ReactNode;
    /** In the row of the buttons. */
    notice?: ReactNode;
    /** Who has saved another version meanwhile. */
    who?: string | null;
  },
) => {
  const { form, save, draft, groups, back, above, children, notice, who = null } = props;
  const { t } = useTranslation();
  const context = useContextOf();
  useEffect(formIsThere, []);
  const fields = new Map(groups.flatMap((group) => group.fields.map((field) => [field.name, field] as const)));
  const labels = Object.fromEntries([...fields.values()].map(({ name, label }) => [name, label]));
  const show = (name: string, value: unknown) => {
    const field = fields.get(name);
    return field ? textOf(field, value, context) || null : null;
  };
  const words = { labels, show, who };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the form in it
    <div className="record-form" onKeyDown={sendAtKey}>
      <Form form={form} save={save} words={words} draft={!draft.stored}>
        {above}
        <DraftNotice draft={draft} />
        {groups.map((group) => (
          <Fieldset key={group.name} name={group.name} folded={groups.length > 1 && FOLDED.has(group.name)}>
            {group.fields
              .filter((field) => isShownFor(field, fields.values(), form.values))
              .map((field) => (
                <div key={field.name} data-kind={field.kind}>
                  <FieldInput field={field} form={form} fields={[...fields.values()]} />
                </div>
              ))}
          </Fieldset>
        ))}
        {children}
        <Group justify="flex-end" className="form-foot">
          {notice}
          <Button variant="default" component={Link} to={back} onClick={draft.forget}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </Group>
      </Form>
    </div>
  );
};

const Fields = ({ section, schema, shown }: { section: Section; schema: Schema; shown: Version }) => {
  const { t } = useTranslation();
  const groups = groupsOf(section, schema)
    .map(({ name, fields }) => ({ name, fields: fields.filter(({ readOnly, fixed }) => !readOnly && !fixed) }))
    .filter(({ fields }) => fields.length > 0);
  const id = idOf(section, shown);
  const own = `/${section.path}/${id}`;
  const fields = groups.flatMap((group) => group.fields);
  const record = useRecordForm({
    fields,
    shown,
    path: own,
    refresh: [['v3']],
    message: () => t('saved'),
    done: () => {
      // The typed text is stored: no question is needed.
      record.form.resetDirty();
      setTimeout(() => navigate(own, { replace: true }));
    },
  });
  const { base, conflict, catchUp } = record.save;
  const who = useChangeAuthor(section, id, conflict?.members.map(({ name }) => name) ?? []);
  const notice =
    base && !conflict ? <ChangedNotice section={section} id={id} fields={fields} base={base} show={catchUp} /> : null;
  return <GroupedForm {...record} groups={groups} back={own} above={notice} who={who} />;
};

/** The form of a record that is there. */
export default function EditRecord({ section, id, names }: { section: Section; id: number; names?: Names }) {
  const schema = useQuery(schemaQuery(section));
  const version = useQuery({
    queryKey: ['v3', section.path, 'version', id],
    queryFn: () => readVersion(`/${section.path}/${id}`),
    // Loaded when the form opens; later changes do not replace the input.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = useFolderChoice(section, schema.data, version.data, names);
  const error = schema.error ?? version.error;
  if (error) return <ErrorBox error={error} retry={() => Promise.all([schema.refetch(), version.refetch()])} />;
  return shown && version.data ? (
    <Fields section={section} schema={shown} shown={version.data} />
  ) : (
    <LoadingRows rows={6} />
  );
}
