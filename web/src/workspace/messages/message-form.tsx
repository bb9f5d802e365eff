/** Writes a mail about a record: from a template or free, sent by the service or only filed. */
import { Alert, Anchor, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Row, readV3, sendV3 } from '../../api/v3.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { MultiSelect } from '../../components/select/multi-select.tsx';
import { Select } from '../../components/select/select.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Section } from '../schema/section.ts';
import { idOf } from '../schema/sections.ts';
import { filledQuery, type TemplateSection, templatesQuery } from './templates.ts';

const LONGEST_TEXT = 65_535;
/** Documents that are offered as attachments, the newest. */
const DOCUMENTS = 100;
const MAIL_ART = 'E-Mail';

/** Addresses of the contacts that a record names: its customer, its insurer. */
const useAddresses = (section: Section, row: Row): readonly string[] => {
  const own = section.path === 'products' ? ['products'] : ['customers'];
  const contacts = [
    ...own.map((path) => `/${path}/${row.kid}/contacts`),
    ...(row.gesellschaft_kid ? [`/products/${row.gesellschaft_kid}/contacts`] : []),
    ...(section.path === 'damages' && row.vid ? [`/products/${row.vid}/contacts`] : []),
  ];
  const queries = useQueries({
    queries: contacts.map((path) => ({ queryKey: ['v3', path], queryFn: () => readV3(path), retry: false })),
  });
  const rows = queries.flatMap(({ data }) => data?.items ?? []);
  return [...new Set(rows.flatMap(({ art, wert }) => (art === MAIL_ART && wert ? [String(wert)] : [])))];
};

export const MessageForm = (props: { section: Section; row: Row; onClose: () => void }) => {
  const { section, row, onClose } = props;
  const { t } = useTranslation('messages');
  const client = useQueryClient();
  const id = idOf(section, row);
  const path = `/${section.path}/${id}`;
  const { data: templates = [] } = useQuery(templatesQuery);
  const offered = templates.filter((one) => one.section === section.path && one.kind === 'mail');
  const addresses = useAddresses(section, row);
  const { data: documents } = useQuery({
    queryKey: ['v3', 'attachable', row.kid],
    queryFn: () => readV3('/documents', { kid: Number(row.kid), sort: '-datum', limit: DOCUMENTS }),
    enabled: Boolean(row.kid),
    retry: false,
  });
  const [template, setTemplate] = useState<string | null>(null);
  const [empty, setEmpty] = useState<readonly string[]>([]);
  const form = useForm({ initialValues: { to: '', subject: '', text: '', attachments: [] as string[], send: 'mail' } });
  const save = useSave({
    form,
    send: async ({ to, attachments, ...values }: typeof form.values) => {
      const recipients = to.split(/[\s,;]+/).filter(Boolean);
      await sendV3('POST', `${path}/messages`, { ...values, to: recipients, attachments: attachments.map(Number) });
      onClose();
    },
    refresh: [['v3']],
    message: () => t(form.values.send === 'mail' ? 'sent' : 'filed'),
  });
  const choose = async (chosen: string | null) => {
    setTemplate(chosen);
    if (!chosen) return;
    const filled = await client.fetchQuery(filledQuery(Number(chosen), section.path as TemplateSection, id));
    form.setValues({ subject: filled.subject, text: filled.text });
    setEmpty(filled.empty);
  };
  const add = (address: string) =>
    form.setFieldValue('to', [form.values.to.trim(), address].filter(Boolean).join(', '));
  return (
    <FormModal
      opened
      size="xl"
      onClose={onClose}
      title={t('write')}
      submit={t(form.values.send === 'mail' ? 'send' : 'file')}
      form={form}
      save={save}
    >
      {offered.length ? (
        <Select
          label={t('template')}
          placeholder={t('noTemplate')}
          clearable
          data={offered.map((one) => ({ value: String(one.id), label: one.name }))}
          value={template}
          onChange={(chosen) => void choose(chosen)}
        />
      ) : null}
      <div>
        <TextInput label={t('to')} required data-autofocus {...form.getInputProps('to')} />
        <Group gap="xs" mt={4}>
          {addresses
            .filter((address) => !form.values.to.includes(address))
            .map((address) => (
              <Anchor key={address} component="button" type="button" size="sm" onClick={() => add(address)}>
                {t('addAddress', { address })}
              </Anchor>
            ))}
        </Group>
      </div>
      <TextInput label={t('subject')} required maxLength={255} {...form.getInputProps('subject')} />
      {empty.length ? <Alert color="yellow">{t('empty', { names: empty.join(', ') })}</Alert> : null}
      <Textarea
        label={t('text')}
        required
        autosize
        minRows={8}
        maxRows={20}
        maxLength={LONGEST_TEXT}
        {...form.getInputProps('text')}
      />
      {documents?.items.length ? (
        <MultiSelect
          label={t('attachments')}
          data={documents.items.map((one) => ({ value: String(one.id), label: String(one.name ?? one.id) }))}
          {...form.getInputProps('attachments')}
        />
      ) : null}
      <Select
        label={t('sending')}
        allowDeselect={false}
        data={[
          { value: 'mail', label: t('sendNow') },
          { value: 'none', label: t('onlyFile') },
        ]}
        {...form.getInputProps('send')}
      />
      <Text size="sm" c="dimmed">
        {t('kept')}
      </Text>
    </FormModal>
  );
};
