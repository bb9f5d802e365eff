/** Makes letters of one record, or letters or e-mails of ticked ones: from a template, with a preview. */
import { Alert, Anchor, Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/v3.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { Select } from '../../components/select/select.tsx';
import { notifyError } from '../../hooks/notify.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import type { Section } from '../schema/section.ts';
import { LetterProgress } from './letter-progress.tsx';
import {
  addressOf,
  beginLetters,
  type LetterKind,
  type Recipient,
  recipientsQuery,
  withoutAddress,
} from './letters.ts';
import { MailRecipients } from './mail-recipients.tsx';
import { PlaceholderPicker } from './placeholder-picker.tsx';
import { filledQuery, type TemplateSection, templatesQuery } from './templates.ts';

const LONGEST_TEXT = 65_535;

interface Shown {
  readonly subject: string;
  readonly text: string;
  readonly empty: readonly string[];
}

export const LetterForm = (props: {
  kind: LetterKind;
  section: Section;
  ids: readonly number[];
  onClose: () => void;
}) => {
  const { kind, section, ids, onClose } = props;
  const { t } = useTranslation('messages');
  const client = useQueryClient();
  const path = section.path as TemplateSection;
  const { data: templates } = useQuery(templatesQuery);
  const offered = (templates ?? []).filter(
    (one) => one.section === path && (one.kind === 'mail') === (kind === 'mail'),
  );
  const [first = 0] = ids;
  const only = ids.length === 1 ? first : undefined;
  const [job, setJob] = useState<number | null>(null);
  const [empty, setEmpty] = useState<readonly string[]>([]);
  const [address, setAddress] = useState('');
  const [shown, setShown] = useState<Shown | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const usual: Recipient = path === 'products' ? 'gesellschaft' : 'kunde';
  const form = useForm({
    initialValues: { template: '', subject: '', text: '', recipient: usual, consent: false },
    onValuesChange: () => setShown(null),
  });
  const { recipient, consent } = form.values;
  const { data: recipients } = useQuery({ ...recipientsQuery(path, ids, recipient), enabled: kind === 'mail' });
  const without = (consent ? recipients?.without_consent : recipients?.without_address) ?? [];
  const count = ids.length - without.length;
  const save = useSave({
    form,
    send: async ({ template, subject, text }: typeof form.values) => {
      if (!template) return form.setFieldError('template', t('chooseTemplate'));
      const body = { template: Number(template), ids: [...ids], subject, text: address + text };
      setJob(await beginLetters(path, kind === 'mail' ? { ...body, recipient, consent } : body));
    },
  });
  const choose = async (chosen: string | null) => {
    const template = offered.find(({ id }) => String(id) === chosen);
    if (!template) return;
    const begin = kind === 'mail' ? '' : addressOf(template.text);
    setAddress(begin);
    if (only === undefined) {
      form.setValues({
        template: String(template.id),
        subject: template.subject ?? '',
        text: template.text.slice(begin.length),
      });
      return;
    }
    const filled = await client.fetchQuery(filledQuery(template.id, path, only));
    const text = begin ? withoutAddress(filled.text) : filled.text;
    form.setValues({ template: String(template.id), subject: filled.subject, text });
    setEmpty(filled.empty);
  };
  const preview = () => {
    const { template, subject, text } = form.values;
    const body = { section: path, id: first, subject, text };
    call('POST /v3/system/templates/:id/preview', { id: Number(template), body }).then(setShown, notifyError);
  };
  if (job !== null) return <LetterProgress kind={kind} section={section} id={job} onClose={onClose} />;
  return (
    <FormModal
      opened
      size="xl"
      onClose={onClose}
      title={only === undefined ? t(`${kind}.many`, { count: ids.length }) : t(`${kind}.one`)}
      submit={only === undefined ? t(`${kind}.make`, { count }) : t(`${kind}.makeOne`)}
      form={form}
      save={save}
    >
      {templates && !offered.length ? (
        <Alert color="yellow">
          {t(`${kind}.noTemplate`)}{' '}
          <Anchor component={Link} to="/templates">
            {t('title')}
          </Anchor>
        </Alert>
      ) : null}
      <Select
        label={t('template')}
        required
        data-autofocus
        data={offered.map((one) => ({
          value: String(one.id),
          label: kind === 'mail' ? one.name : `${one.name} (${t(`kinds.${one.kind}`)})`,
        }))}
        {...form.getInputProps('template')}
        onChange={(chosen) => void choose(chosen)}
      />
      {kind === 'mail' ? (
        <MailRecipients
          {...{ section, recipient, consent, without }}
          onChange={(change) => form.setValues({ ...change })}
        />
      ) : null}
      <TextInput label={t('subject')} required={kind === 'mail'} maxLength={255} {...form.getInputProps('subject')} />
      {empty.length ? <Alert color="yellow">{t('empty', { names: empty.join(', ') })}</Alert> : null}
      <Textarea
        ref={field}
        label={t('text')}
        description={only === undefined ? t('placeholdersHint') : undefined}
        required
        autosize
        minRows={10}
        maxRows={22}
        maxLength={LONGEST_TEXT}
        {...form.getInputProps('text')}
      />
      {only === undefined ? (
        <>
          <PlaceholderPicker
            section={path}
            field={field}
            text={form.values.text}
            onChange={(text) => form.setFieldValue('text', text)}
          />
          <Group>
            <Button variant="default" size="compact-sm" disabled={!form.values.template} onClick={preview}>
              {t('firstPreview')}
            </Button>
          </Group>
        </>
      ) : null}
      {shown ? (
        <div role="status">
          <Text fw={600}>{shown.subject}</Text>
          <Text style={{ whiteSpace: 'pre-wrap' }}>{shown.text}</Text>
          {shown.empty.length ? <Alert color="yellow">{t('empty', { names: shown.empty.join(', ') })}</Alert> : null}
        </div>
      ) : null}
      <Text size="sm" c="dimmed">
        {t(`${kind}.kept`)}
      </Text>
    </FormModal>
  );
};
