import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { FieldEntry, FieldResource, FieldSettings } from '../../api/types.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useSave } from '../../parts/use-save.ts';

export const FIELDS_KEY = ['fields'];

/** The first free `ind_<n>`. */
const nextName = ({ fields }: FieldResource): string => {
  const taken = new Set(fields.map(({ name }) => name));
  let n = 1;
  while (taken.has(`ind_${n}`)) n += 1;
  return `ind_${n}`;
};

interface Props {
  readonly settings: FieldSettings;
  readonly resource: FieldResource;
  readonly field: FieldEntry | null;
  readonly onClose: () => void;
}

const useOwnField = ({ resource, field, onClose }: Props) => {
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const form = useForm({
    initialValues: {
      name: field?.name ?? nextName(resource),
      label: field?.label ?? '',
      kind: field?.kind ?? 'text',
      list: field?.list ?? null,
      sparte: field?.sparte ? String(field.sparte) : null,
    },
    validate: {
      name: (value) => {
        if (!/^ind_[1-9]\d{0,5}$/.test(value)) return t('fieldName');
        return !field && resource.fields.some(({ name }) => name === value) ? t('fieldTaken') : null;
      },
    },
  });
  const save = useSave({
    form,
    fieldOfCode: { invalid_name: 'name', fixed_kind: 'kind', invalid_kind: 'kind', unknown_list: 'list' },
    send: ({ name, label, kind, list, sparte }: typeof form.values) =>
      api('PUT /fields/:path/:name', {
        path: resource.path,
        name,
        body: { label, kind, list, sparte: sparte === null ? null : Number(sparte) },
      }),
    refresh: [FIELDS_KEY, ['preview']],
    message: c('saved'),
    done: onClose,
  });
  return { form, save };
};

/** Adds an own field, or changes label, list and Sparte of one. */
export const OwnFieldForm = (props: Props) => {
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const { settings, resource, field, onClose } = props;
  const { form, save } = useOwnField(props);
  const sparten = useQuery({
    queryKey: ['sparten'],
    queryFn: () => api('GET /sparten'),
    enabled: resource.per_sparte,
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={field ? t('editTitle', { name: field.name }) : t('addTitle')}
      submit={c('save')}
      form={form}
      save={save}
    >
      <TextInput label={t('number')} required disabled={field !== null} {...form.getInputProps('name')} />
      <TextInput label={t('label')} required maxLength={255} data-autofocus {...form.getInputProps('label')} />
      <Select
        label={t('kind')}
        description={field ? t('kindHint') : undefined}
        disabled={field !== null}
        allowDeselect={false}
        data={settings.kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <Select
        label={t('list')}
        placeholder={t('noList')}
        clearable
        searchable
        data={settings.lists.map(({ name }) => name)}
        {...form.getInputProps('list')}
      />
      {resource.per_sparte ? (
        <Select
          label={t('sparte')}
          placeholder={t('everySparte')}
          clearable
          searchable
          data={(sparten.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps('sparte')}
        />
      ) : null}
    </FormModal>
  );
};

/** Gives any field another label. */
export const LabelForm = (props: { path: string; field: FieldEntry; onClose: () => void }) => {
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const { path, field, onClose } = props;
  const form = useForm({ initialValues: { label: field.label } });
  const save = useSave({
    form,
    send: ({ label }: { label: string }) =>
      api('PUT /fields/:path/:name/label', { path, name: field.name, body: { label } }),
    refresh: [FIELDS_KEY, ['preview']],
    message: c('saved'),
    done: onClose,
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('editTitle', { name: field.name })}
      submit={c('save')}
      form={form}
      save={save}
    >
      <TextInput label={t('label')} required maxLength={255} data-autofocus {...form.getInputProps('label')} />
    </FormModal>
  );
};
