import { Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { ApiError, api } from '../../api/client.ts';
import type { Tag } from '../../api/types.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { cleanText } from '../../components/text/value-form.ts';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TAGS_KEY } from './query-keys.ts';

/** Whether another tag has the name, in capitals or not. */
const isTaken = async (name: string, id: number): Promise<boolean> => {
  const { items } = await api('GET /tags', { query: { search: name, limit: 200 } });
  return items.some((one) => one.id !== id && one.tag.toLowerCase() === name.toLowerCase());
};

/** Asks before a second tag of a name is stored: the same name again is the answer. */
const useTwinQuestion = (id: number) => {
  const asked = useRef<string | null>(null);
  return async (name: string | undefined): Promise<void> => {
    if (name === undefined || asked.current === name || !(await isTaken(name, id))) return;
    asked.current = name;
    const issues = [{ path: ['tag'], code: 'duplicate_name', message: '' }];
    throw new ApiError(400, { error: 'validation_failed', message: '', issues });
  };
};

const valuesOf = (tag: Pick<Tag, 'tag' | 'freigabe'>) => ({ tag: tag.tag, freigabe: tag.freigabe === 1 });

/** Creates a tag or changes one. */
export const TagForm = ({ tag, onClose }: { tag: Tag | null; onClose: () => void }) => {
  const { t } = useTranslation('tags');
  const { t: c } = useTranslation();
  const ask = useTwinQuestion(tag?.id ?? 0);
  const form = useForm({ initialValues: valuesOf(tag ?? { tag: '', freigabe: 1 }) });
  const save = useVersionedForm({
    form,
    shown: tag,
    valuesOf,
    bodyOf: (values) => ({ tag: cleanText(values.tag, {}), freigabe: values.freigabe ? (1 as const) : (0 as const) }),
    current: async () => (await api('GET /tags', { query: { only: tag?.id ?? 0 } })).items[0],
    create: async (body) => {
      await ask(body.tag);
      return api('POST /tags', { body });
    },
    change: async (changed, before, { id }) => {
      await ask(changed.tag);
      return api('PATCH /tags/:id', { id, body: { ...changed, before } });
    },
    wording: ({ code }) => (code === 'duplicate_name' ? t('taken') : null),
    refresh: [TAGS_KEY],
    message: () => (tag ? c('saved') : c('createdNamed', { name: form.getValues().tag })),
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
