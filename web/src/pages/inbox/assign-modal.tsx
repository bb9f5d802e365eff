import { Loader, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { InboxItem } from '../../api/types.ts';
import { errorText } from '../../i18n/error-text.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useSave } from '../../parts/use-save.ts';

const SECTIONS = ['customers', 'contracts', 'damages', 'products', 'users'] as const;
type Section = (typeof SECTIONS)[number];
const PAUSE_MS = 250;

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
  const { section, id } = form.values;
  const [text, setText] = useState(id && item.kid_name ? item.kid_name : '');
  const [query] = useDebouncedValue(text, PAUSE_MS);
  const found = useQuery({
    queryKey: ['records', section, query],
    queryFn: () => api('GET /records', { query: { section, query } }),
    placeholderData: keepPreviousData,
  });
  const save = useSave({
    form,
    send: (values: { section: Section; id: string | null }) =>
      api('POST /inbox/:id/assign', { id: item.id, body: { section: values.section, id: Number(values.id) } }),
    refresh: [['inbox'], ['overview']],
    message: t('assigned'),
    done: onClose,
  });
  const hits = (found.data?.items ?? []).map((hit) => ({
    value: String(hit.id),
    label: [hit.title, hit.subtitle].filter(Boolean).join(' · '),
  }));
  const known = id === null || hits.some(({ value }) => value === id);
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
        onChange={(value) => {
          form.setValues({ section: (value ?? 'customers') as Section, id: null });
          setText('');
        }}
      />
      <Select
        label={t('record')}
        description={t('recordHint')}
        searchable
        required
        openOnFocus={false}
        data-autofocus
        nothingFoundMessage={found.error ? errorText(found.error) : t('nothingFound')}
        rightSection={found.isFetching ? <Loader size="xs" /> : undefined}
        data={known || !id ? hits : [{ value: id, label: item.kid_name ?? `#${id}` }, ...hits]}
        filter={({ options }) => options}
        searchValue={text}
        onSearchChange={setText}
        {...form.getInputProps('id')}
      />
    </FormModal>
  );
};
