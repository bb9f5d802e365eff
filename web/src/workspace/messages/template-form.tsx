/** Creates a template or changes one: its text, with a picker of the fields of a record. */
import { Checkbox, Group, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { sendV3 } from '../../api/v3.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { Select } from '../../components/select/select.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PlaceholderPicker } from './placeholder-picker.tsx';
import {
  TEMPLATE_KINDS,
  TEMPLATE_SECTIONS,
  TEMPLATES,
  type Template,
  type TemplateKind,
  type TemplateSection,
  templatesQuery,
} from './templates.ts';

const EMPTY = { section: 'customers', kind: 'mail', name: '', subject: '', text: '', freigabe: 0 } as const;
const [LONGEST_NAME, LONGEST_TEXT] = [255, 65_535];

const valuesOf = ({ name, section, kind, subject, text, freigabe }: Omit<Template, 'id' | 'kid'>) => ({
  ...{ name, section: section as string, kind: kind as string, subject: subject ?? '', text },
  shared: freigabe === 1,
});

export const TemplateForm = ({ template, onClose }: { template: Template | null; onClose: () => void }) => {
  const { t } = useTranslation('messages');
  const { t: c } = useTranslation();
  const form = useForm({ initialValues: valuesOf(template ?? EMPTY) });
  const { section, kind } = form.values;
  const field = useRef<HTMLTextAreaElement>(null);
  const save = useSave({
    form,
    send: async ({ shared, ...values }: typeof form.values) => {
      const body = { ...values, subject: values.subject || null, freigabe: Number(shared) };
      await (template ? sendV3('PATCH', `${TEMPLATES}/${template.id}`, body) : sendV3('POST', TEMPLATES, body));
      onClose();
    },
    refresh: [templatesQuery.queryKey],
    message: () => t('saved', { name: form.values.name }),
  });
  return (
    <FormModal
      opened
      size="xl"
      onClose={onClose}
      title={template ? t('change', { name: template.name }) : t('new')}
      submit={c('save')}
      form={form}
      save={save}
    >
      <TextInput label={t('name')} required maxLength={LONGEST_NAME} data-autofocus {...form.getInputProps('name')} />
      <Group grow align="start">
        <Select
          label={t('kind')}
          allowDeselect={false}
          data={TEMPLATE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          {...form.getInputProps('kind')}
        />
        <Select
          label={t('section')}
          allowDeselect={false}
          data={TEMPLATE_SECTIONS.map((value) => ({ value, label: nameOf('records:sections', value) }))}
          {...form.getInputProps('section')}
        />
      </Group>
      <TextInput
        label={t('subject')}
        required={(kind as TemplateKind) === 'mail'}
        maxLength={LONGEST_NAME}
        {...form.getInputProps('subject')}
      />
      <Textarea
        ref={field}
        label={t('text')}
        description={t('textHint')}
        required
        autosize
        minRows={10}
        maxRows={24}
        maxLength={LONGEST_TEXT}
        {...form.getInputProps('text')}
      />
      <PlaceholderPicker
        section={section as TemplateSection}
        field={field}
        text={form.values.text}
        onChange={(text) => form.setFieldValue('text', text)}
      />
      <Checkbox label={t('share')} {...form.getInputProps('shared', { type: 'checkbox' })} />
    </FormModal>
  );
};
