import { Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import type { RelationType, RelationTypes } from '../../api/types.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { RenameForm } from '../../components/form/rename-form.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { builtInText } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RELATION_TYPES_KEY } from './query-keys.ts';

/** Adds a type with its reverse; both get numbers of their own. */
export const PairForm = (props: { folders: RelationTypes['folders']; onClose: () => void }) => {
  const { t } = useTranslation('relation-types');
  const { t: c } = useTranslation();
  const { folders, onClose } = props;
  const needed = (value: string) => (value.trim() ? null : t('missing'));
  const form = useForm({
    initialValues: { kreis: String(folders[0]?.id ?? ''), name: '', symmetric: false, reverse: '' },
    validate: {
      name: needed,
      reverse: (value, { symmetric }) => (symmetric ? null : needed(value)),
    },
  });
  const save = useSave({
    form,
    send: ({ kreis, name, symmetric, reverse }: typeof form.values) =>
      api('POST /relation-types', { body: { kreis: Number(kreis), name, reverse: symmetric ? null : reverse } }),
    refresh: [RELATION_TYPES_KEY],
    message: () => c('createdNamed', { name: form.getValues().name }),
    done: onClose,
  });
  return (
    <FormModal opened onClose={onClose} title={t('add')} submit={c('create')} form={form} save={save}>
      <Select
        label={t('group')}
        allowDeselect={false}
        data={folders.map(({ id, name }) => ({ value: String(id), label: builtInText(name) }))}
        {...form.getInputProps('kreis')}
      />
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        required
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Switch
        label={t('symmetric')}
        description={t('symmetricHint')}
        {...form.getInputProps('symmetric', { type: 'checkbox' })}
      />
      {form.values.symmetric ? null : (
        <TextInput
          label={t('reverse')}
          description={t('reverseHint')}
          required
          maxLength={255}
          {...form.getInputProps('reverse')}
        />
      )}
    </FormModal>
  );
};

/** Gives an own type another name. */
export const TypeNameForm = ({ type: { id, name }, onClose }: { type: RelationType; onClose: () => void }) => {
  const { t } = useTranslation('relation-types');
  return (
    <RenameForm
      title={t('renameTitle', { name })}
      member="name"
      label={t('name')}
      name={name}
      current={async () => (await api('GET /relation-types')).items.find((one) => one.id === id)?.name}
      change={(to, before) => api('PATCH /relation-types/:id', { id, body: { name: to, before: { name: before } } })}
      refresh={[RELATION_TYPES_KEY]}
      onClose={onClose}
    />
  );
};
