/** Dialogs that choose a change of the ticked records. */
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readV3 } from '../../api/v3.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { Select } from '../../components/select/select.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isTick, readValue, type Values } from '../forms/field-values.ts';
import { FieldInput } from '../forms/input.tsx';
import type { Field } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import type { Change } from './bulk.ts';

interface Given {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly section: Section;
  /** Names the button: `12 Einträge ändern`. */
  readonly submit: string;
  readonly onChange: (change: Change) => void;
}

/** Whether many records can be given the same value of a field. */
const isShared = ({ readOnly, fixed, kind }: Field): boolean =>
  !(readOnly || fixed || kind === 'longText' || kind === 'secret');

/** Chooses a field and its new value. */
export const SetForm = ({ opened, onClose, section, submit, onChange }: Given) => {
  const { t, language } = useTranslation('selection');
  const { t: common } = useTranslation();
  const { data: schema } = useQuery(schemaQuery(section));
  const [name, setName] = useState('');
  const form = useForm<Values>({ initialValues: {} });
  const fields = [...(schema?.fields.values() ?? [])].filter(isShared);
  const field = fields.find((one) => one.name === name);
  const save = useSave({
    form,
    send: async (values: Values) => {
      if (!field) return form.setFieldError('field', common('missing'));
      const value = readValue(field, values[field.name], language);
      if (value === undefined) return form.setFieldError(field.name, t('wrongValue'));
      onClose();
      onChange({ set: { [field.name]: value } });
    },
  });
  const choose = (to: string | null) => {
    const chosen = fields.find((one) => one.name === to);
    if (chosen) form.setFieldValue(chosen.name, isTick(chosen) ? false : '');
    form.clearFieldError('field');
    setName(to ?? '');
  };
  return (
    <FormModal opened={opened} onClose={onClose} title={t('setField')} submit={submit} form={form} save={save}>
      <Select
        label={t('field')}
        data-autofocus
        data={fields.map((one) => ({ value: one.name, label: one.label }))}
        searchable
        required
        value={name || null}
        onChange={choose}
        error={field ? null : form.errors.field}
      />
      {field ? <FieldInput key={field.name} field={{ ...field, required: false }} form={form} /> : null}
    </FormModal>
  );
};

/** Chooses a tag that is added or removed. */
export const TagForm = ({ opened, onClose, submit, onChange }: Given) => {
  const { t } = useTranslation('selection');
  const { data } = useQuery({
    queryKey: ['v3', 'system/tags', 'all'],
    queryFn: () => readV3('/system/tags'),
    staleTime: 60_000,
  });
  const form = useForm({ initialValues: { act: 'tag', tag: '' } });
  const save = useSave({
    form,
    send: async ({ act, tag }: { act: string; tag: string }) => {
      if (!tag) return form.setFieldError('tag', t('wrongValue'));
      onClose();
      onChange(act === 'tag' ? { tag: Number(tag) } : { untag: Number(tag) });
    },
  });
  const tags = data?.items ?? [];
  return (
    <FormModal opened={opened} onClose={onClose} title={t('tags')} submit={submit} form={form} save={save}>
      <Select
        label={t('act')}
        data={[
          { value: 'tag', label: t('addTag') },
          { value: 'untag', label: t('removeTag') },
        ]}
        allowDeselect={false}
        {...form.getInputProps('act')}
      />
      <Select
        label={t('tag')}
        data={tags.map(({ id, tag }) => ({ value: String(id), label: String(tag) }))}
        searchable
        required
        value={form.values.tag || null}
        onChange={(to) => form.setFieldValue('tag', to ?? '')}
        error={form.errors.tag}
      />
    </FormModal>
  );
};
