import { Select } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ServerSelect } from '../../parts/server-select.tsx';

const SECTIONS = ['customers', 'contracts', 'damages', 'products', 'users'] as const;
type Section = (typeof SECTIONS)[number];

/** The record that documents go to. */
export interface Target extends Record<string, unknown> {
  readonly section: Section;
  readonly id: string | null;
}

export const useTarget = (initialValues: Target = { section: 'customers', id: null }) => {
  const { t } = useTranslation('inbox');
  return useForm<Target>({ initialValues, validate: { id: (value) => (value ? null : t('choose')) } });
};

/** A target as the API takes it. */
export const bodyOf = ({ section, id }: Target) => ({ section, id: Number(id) });

/** Kind and record. @param known what the record is called that is chosen at first */
export const RecordFields = (props: { form: UseFormReturnType<Target>; known?: string | null }) => {
  const { t } = useTranslation('inbox');
  const { form, known = null } = props;
  const { section } = form.values;
  const { id } = form.getInitialValues();
  return (
    <>
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
        known={id ? { value: id, label: known ?? `#${id}` } : null}
        {...form.getInputProps('id')}
      />
    </>
  );
};
