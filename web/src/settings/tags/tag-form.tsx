import { Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import type { Tag } from '../../api/types.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TAGS_KEY } from './query-keys.ts';

const valuesOf = (tag: Pick<Tag, 'tag' | 'freigabe'>) => ({ tag: tag.tag, freigabe: tag.freigabe === 1 });

/** Creates a tag or changes one. */
export const TagForm = ({ tag, onClose }: { tag: Tag | null; onClose: () => void }) => {
  const { t } = useTranslation('tags');
  const { t: c } = useTranslation();
  const form = useForm({ initialValues: valuesOf(tag ?? { tag: '', freigabe: 1 }) });
  const save = useVersionedForm({
    form,
    shown: tag,
    valuesOf,
    bodyOf: (values) => ({ tag: values.tag.trim(), freigabe: values.freigabe ? (1 as const) : (0 as const) }),
    current: async () => (await api('GET /tags', { query: { only: tag?.id ?? 0 } })).items[0],
    create: (body) => api('POST /tags', { body }),
    change: (changed, before, { id }) => api('PATCH /tags/:id', { id, body: { ...changed, before } }),
    wording: ({ code }) => (code === 'duplicate_name' ? t('taken') : null),
    refresh: [TAGS_KEY],
    message: () => (tag ? c('saved') : c('created')),
    done: onClose,
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={tag ? t('edit') : t('add')}
      submit={tag ? c('save') : c('create')}
      form={form}
      save={save}
      words={{
        labels: { tag: t('name'), freigabe: t('column.visible') },
        show: (name, value) => (name === 'freigabe' ? t(value ? 'everyone' : 'private') : null),
      }}
    >
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.getInputProps('tag')} />
      <Switch label={t('team')} description={t('teamHint')} {...form.getInputProps('freigabe', { type: 'checkbox' })} />
    </FormModal>
  );
};
