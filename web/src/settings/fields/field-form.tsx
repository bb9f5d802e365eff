import { Alert, Autocomplete, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { FieldEntry, FieldResource, FieldSettings, KindName, ListOption } from '../../api/types.ts';
import type { Wordings } from '../../components/form/conflict-box.tsx';
import { FormModal } from '../../components/form/form-modal.tsx';
import { RenameForm } from '../../components/form/rename-form.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { builtInText } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { listChoice, listName } from './list-label.ts';
import { FIELDS_KEY } from './query-keys.ts';

const nextName = ({ fields, leaving }: FieldResource): string => {
  const taken = new Set([...leaving, ...fields.map(({ name }) => name)]);
  let n = 1;
  while (taken.has(`ind_${n}`)) n += 1;
  return `ind_${n}`;
};

interface Props {
  readonly settings: FieldSettings;
  readonly resource: FieldResource;
  readonly field: FieldEntry | null;
  readonly onClose: () => void;
  /** Gets the name of a field that was added. */
  readonly onAdded: (name: string) => void;
}

const shownOf = ({ label, kind, list, sparte, group, note, default: initially, required }: FieldEntry) => ({
  label,
  kind,
  list,
  sparte,
  group,
  note,
  default: initially,
  required,
});
/** Initial members of a new field: another user may have used the same number meanwhile. */
const NOTHING = { label: null, kind: null, list: null, sparte: null };

const textsOf = ({ name, label, kind, list, sparte, group, note, default: initially, required }: FieldEntry) => ({
  name,
  label,
  kind,
  list,
  sparte: sparte ? String(sparte) : null,
  group: group ?? '',
  note: note ?? '',
  default: initially ?? '',
  required,
});

const NEW: Omit<FieldEntry, 'name'> = {
  label: '',
  kind: 'text',
  list: null,
  custom: true,
  sparte: null,
  group: null,
  note: null,
  default: null,
  required: false,
};

const currentField = async (path: string, name: string): Promise<FieldEntry | undefined> =>
  (await api('GET /fields')).resources
    .find((resource) => resource.path === path)
    ?.fields.find((field) => field.name === name);

const useOwnField = ({ resource, field, onClose, onAdded }: Props) => {
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const form = useForm({
    initialValues: textsOf(field ?? { ...NEW, name: nextName(resource) }),
    validate: {
      name: (value) => {
        if (!/^ind_[1-9]\d{0,5}$/.test(value)) return t('fieldName');
        return !field && resource.fields.some(({ name }) => name === value) ? t('fieldTaken') : null;
      },
    },
  });
  const { path } = resource;
  const save = useVersionedForm({
    form,
    fieldOfCode: {
      invalid_name: 'name',
      fixed_kind: 'kind',
      invalid_kind: 'kind',
      unknown_list: 'list',
      fixed_list: 'list',
      unfit_list: 'list',
      invalid_default: 'default',
    },
    shown: field,
    valuesOf: textsOf,
    bodyOf: ({ label, kind, list, sparte, group, note, default: initially, required }) => ({
      label,
      kind,
      list,
      sparte: sparte === null ? null : Number(sparte),
      group: group.trim() || null,
      note: note.trim() || null,
      default: initially || null,
      required,
    }),
    current: () => currentField(path, field?.name ?? ''),
    create: (body) =>
      api('PUT /fields/:path/:name', { path, name: form.getValues().name, body: { ...body, before: NOTHING } }),
    change: (changed, _before, from) => {
      const before = shownOf(from);
      return api('PUT /fields/:path/:name', { path, name: from.name, body: { ...before, ...changed, before } });
    },
    refresh: [FIELDS_KEY],
    message: () => (field ? c('saved') : t('added', { name: form.getValues().label })),
    done: () => {
      onClose();
      if (!field) onAdded(form.getValues().name);
    },
  });
  return { form, save };
};

type Form = ReturnType<typeof useOwnField>['form'];

const DefaultInput = (props: { options: readonly ListOption[] | undefined; form: Form }) => {
  const { t } = useTranslation('fields');
  const { options, form } = props;
  const shared = { label: t('default'), description: t('defaultHint') };
  if (!options) return <TextInput {...shared} maxLength={255} {...form.getInputProps('default')} />;
  return (
    <Select
      {...shared}
      clearable
      searchable
      data={options.map(({ value, display }) => ({ value: String(value), label: builtInText(display) }))}
      {...form.getInputProps('default')}
      value={form.values.default || null}
      onChange={(value) => form.setFieldValue('default', value ?? '')}
    />
  );
};

/** Whether the field is required; explains the effect on programs before it is saved. */
const RequiredSwitch = ({ form }: { form: Form }) => {
  const { t } = useTranslation('fields');
  const { required, default: initially } = form.values;
  return (
    <>
      <Switch
        label={t('required')}
        description={t('requiredHint')}
        {...form.getInputProps('required', { type: 'checkbox' })}
      />
      {required && form.isDirty('required') ? (
        <Alert color={initially ? 'blue' : 'orange'}>{t(initially ? 'requiredFilled' : 'requiredRefuses')}</Alert>
      ) : null}
    </>
  );
};

/** Kind of the values, their select list, and the default. */
const ValueInputs = ({ settings, field, form }: Pick<Props, 'settings' | 'field'> & { form: Form }) => {
  const { t } = useTranslation('fields');
  const listsOf = (kind: KindName) => settings.lists.filter(({ kinds }) => kinds.includes(kind));
  const fitting = listsOf(form.values.kind);
  const choose = (value: string | null) => {
    const kind = settings.kinds.find((one) => one === value);
    if (!kind) return;
    form.setFieldValue('kind', kind);
    // A choice for another kind must not stay invisibly.
    if (!listsOf(kind).some(({ name }) => name === form.values.list)) form.setFieldValue('list', null);
  };
  return (
    <>
      <Select
        label={t('kind')}
        description={field ? t('kindHint') : undefined}
        disabled={field !== null}
        allowDeselect={false}
        data={settings.kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        {...form.getInputProps('kind')}
        onChange={choose}
      />
      {fitting.length ? (
        <Select
          label={t('list')}
          placeholder={t('noList')}
          clearable
          searchable
          data={fitting.map(({ name }) => listChoice(name))}
          {...form.getInputProps('list')}
        />
      ) : null}
      <DefaultInput options={settings.lists.find(({ name }) => name === form.values.list)?.options} form={form} />
    </>
  );
};

/** For which contracts the field is; all of them where none is chosen. */
const SparteInput = ({ form }: { form: Form }) => {
  const { t } = useTranslation('fields');
  const sparten = useQuery({ queryKey: ['sparten'], queryFn: () => api('GET /sparten') });
  return (
    <Select
      label={t('sparte')}
      placeholder={t('everySparte')}
      clearable
      searchable
      data={(sparten.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      {...form.getInputProps('sparte')}
    />
  );
};

/** How the members are called where two versions are shown. */
const useWords = (): Wordings => {
  const { t } = useTranslation('fields');
  return {
    labels: {
      label: t('label'),
      list: t('list'),
      sparte: t('sparte'),
      group: t('group'),
      note: t('note'),
      default: t('default'),
      required: t('required'),
    },
    show: (name, value) => (name === 'list' && typeof value === 'string' ? listName(value) : null),
  };
};

/** Adds an own field, or changes label, list and Sparte of one. */
export const OwnFieldForm = (props: Props) => {
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const { settings, resource, field, onClose } = props;
  const { form, save } = useOwnField(props);
  const words = useWords();
  return (
    <FormModal
      opened
      onClose={onClose}
      title={field ? t('editTitle', { name: field.name }) : t('addTitle')}
      submit={c('save')}
      form={form}
      save={save}
      words={words}
    >
      <TextInput label={t('number')} required disabled={field !== null} {...form.getInputProps('name')} />
      <TextInput label={t('label')} required maxLength={255} data-autofocus {...form.getInputProps('label')} />
      <ValueInputs settings={settings} field={field} form={form} />
      <RequiredSwitch form={form} />
      <Autocomplete
        label={t('group')}
        description={t('groupHint')}
        maxLength={100}
        data={[...new Set(resource.fields.flatMap(({ group }) => group ?? []))]}
        {...form.getInputProps('group')}
      />
      <Textarea
        label={t('note')}
        description={t('noteHint')}
        maxLength={1000}
        autosize
        {...form.getInputProps('note')}
      />
      {resource.per_sparte ? <SparteInput form={form} /> : null}
    </FormModal>
  );
};

/** Gives any field another label. */
export const LabelForm = (props: { path: string; field: FieldEntry; onClose: () => void }) => {
  const { t } = useTranslation('fields');
  const { path, field, onClose } = props;
  const { name } = field;
  return (
    <RenameForm
      title={t('editTitle', { name })}
      member="label"
      label={t('label')}
      name={field.label}
      current={async () => (await currentField(path, name))?.label}
      change={(label, before) =>
        api('PUT /fields/:path/:name/label', { path, name, body: { label, before: { label: before } } })
      }
      refresh={[FIELDS_KEY]}
      onClose={onClose}
    />
  );
};
