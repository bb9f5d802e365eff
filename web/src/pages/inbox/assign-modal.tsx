import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { InboxItem } from '../../api/types.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { ServerSelect } from '../../parts/server-select.tsx';
import { useSave } from '../../parts/use-save.ts';

const SECTIONS = ['customers', 'contracts', 'damages', 'products', 'users'] as const;
type Section = (typeof SECTIONS)[number];

/** The record that the submission named itself, where it did. */
const suggested = (item: InboxItem): { section: Section; id: string | null } => {
  if (item.schaden) return { section: 'damages', id: String(item.schaden) };
  if (item.vid) return { section: 'contracts', id: String(item.vid) };
  return { section: 'customers', id: item.kid ? String(item.kid) : null };
};

/** Chooses the record that a waiting document goes to. */
export const AssignModal = ({ item, onClose }: { item: InboxItem; onClose: () => void }) => {
  const { t } = useTranslation('inbox');
  const form = useForm<{ section: Section; id: string | null }>({
    initialValues: suggested(item),
    validate: { id: (value) => (value ? null : t('choose')) },
  });
  const { section } = form.values;
  const { id } = suggested(item);
  const save = useSave({
    form,
    send: (values: { section: Section; id: string | null }) =>
      api('POST /inbox/:id/assign', { id: item.id, body: { section: values.section, id: Number(values.id) } }),
    refresh: [['inbox'], ['overview']],
    message: t('assigned'),
    done: onClose,
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('assignTitle', { name: item.name })}
      submit={t('assign')}
      form={form}
      save={save}
    >
      <Select
        label={t('section')}
        data={SECTIONS.map((value) => ({ value, label: t(value) }))}
        allowDeselect={false}
        value={section}
        onChange={(value) => form.setValues({ section: (value ?? 'customers') as Section, id: null })}
      />
      <ServerSelect
        key={section}
        label={t('record')}
        description={t('recordHint')}
        required
        openOnFocus={false}
        data-autofocus
        queryKey={['records', section]}
        load={async ({ search: query }) =>
          (await api('GET /records', { query: { section, query } })).items.map((hit) => ({
            value: String(hit.id),
            label: [hit.title, hit.subtitle].filter(Boolean).join(' · '),
          }))
        }
        known={id ? { value: id, label: item.kid_name ?? `#${id}` } : null}
        {...form.getInputProps('id')}
      />
    </FormModal>
  );
};
