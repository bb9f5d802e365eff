/** Makes letters of one record or of ticked ones: from a template, with progress and the result. */
import { Alert, Anchor, Button, Group, Progress, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDownload } from '@tabler/icons-react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { type Row, readV3 } from '../../api/v3.ts';
import { Dialog } from '../../components/dialog/dialog.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { FormModal } from '../../components/form/form-modal.tsx';
import { Select } from '../../components/select/select.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { addressOf, beginLetters, type Letters, lettersQuery, pdfOf, withoutAddress } from './letters.ts';
import { filledQuery, type TemplateSection, templatesQuery } from './templates.ts';

const LONGEST_TEXT = 65_535;
/** Records without a letter, or with an incomplete one, that are listed. */
const LISTED = 20;

/** Records by name, each with a remark. */
const Records = (props: { section: Section; items: readonly { readonly id: number; readonly remark: string }[] }) => {
  const { section, items } = props;
  const { t } = useTranslation('selection');
  const shown = items.slice(0, LISTED);
  const context = useContextOf();
  const { data: schema } = useQuery(schemaQuery(section));
  const rows = useQueries({
    queries: shown.map(({ id }) => ({
      queryKey: ['v3', section.path, 'of-letter', id],
      queryFn: () => readV3<Row>(`/${section.path}/${id}`),
      retry: false,
    })),
  });
  return (
    <ul className="run-failures">
      {shown.map(({ id, remark }, at) => {
        const row = rows[at]?.data;
        return (
          <li key={id}>
            <Anchor component={Link} to={`/${section.path}/${id}`}>
              {row && schema ? titleOf(section, schema, row, context) : t('numbered', { number: id })}
            </Anchor>
            : {remark}
          </li>
        );
      })}
      {items.length > LISTED ? <li>{t('more', { count: items.length - LISTED })}</li> : null}
    </ul>
  );
};

/** The letters as they are made, then their PDF and remarks. */
const Progressing = ({ section, id, onClose }: { section: Section; id: number; onClose: () => void }) => {
  const { t } = useTranslation('messages');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(lettersQuery(id));
  const ended = data !== undefined && data.state !== 'running';
  useEffect(() => {
    // Documents and activities were made.
    if (ended)
      void client.invalidateQueries({ queryKey: ['v3'], predicate: ({ queryKey }) => queryKey[1] !== 'letters' });
  }, [ended, client]);
  const {
    done = 0,
    total = 1,
    failed = [],
    incomplete = [],
    document_ids: documents = [],
  }: Partial<Letters> = data ?? {};
  const handled = done + failed.length;
  const words = { done, total, count: done };
  return (
    <Dialog opened size="lg" onClose={onClose} title={t('letters')}>
      <Stack>
        {error ? <ErrorBox error={error} retry={() => refetch()} /> : null}
        <Text role="status">{ended ? t('lettersMade', words) : t('lettersProgress', words)}</Text>
        {ended ? null : (
          <Progress value={(100 * handled) / Math.max(total, 1)} aria-label={t('lettersProgress', words)} />
        )}
        {data?.state === 'failed' ? <Alert color="red">{t('lettersFailed')}</Alert> : null}
        {failed.length ? (
          <div>
            <Text fw={600}>{t('withoutLetter', { count: failed.length })}</Text>
            <Records
              section={section}
              items={failed.map((one) => ({
                id: one.id,
                remark: errorText(new ApiError(404, { error: one.code, message: one.code })),
              }))}
            />
          </div>
        ) : null}
        {ended && incomplete.length ? (
          <div>
            <Text fw={600}>{t('incompleteLetters', { count: incomplete.length })}</Text>
            <Records
              section={section}
              items={incomplete.map((one) => ({ id: one.id, remark: t('empty', { names: one.empty.join(', ') }) }))}
            />
          </div>
        ) : null}
        <Group justify="flex-end">
          {ended && documents.length === 1 ? (
            <Button variant="default" component={Link} to={`/documents/${documents[0]}`} onClick={onClose}>
              {t('toDocument')}
            </Button>
          ) : null}
          {ended && done ? (
            <Button component="a" href={pdfOf(id)} download leftSection={<IconDownload size={16} aria-hidden />}>
              {t('downloadLetters')}
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            {common('close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};

export const LetterForm = (props: { section: Section; ids: readonly number[]; onClose: () => void }) => {
  const { section, ids, onClose } = props;
  const { t } = useTranslation('messages');
  const client = useQueryClient();
  const path = section.path as TemplateSection;
  const { data: templates } = useQuery(templatesQuery);
  const offered = (templates ?? []).filter((one) => one.section === path && one.kind !== 'mail');
  const [only] = ids.length === 1 ? ids : [];
  const [job, setJob] = useState<number | null>(null);
  const [empty, setEmpty] = useState<readonly string[]>([]);
  const [address, setAddress] = useState('');
  const form = useForm({ initialValues: { template: '', subject: '', text: '' } });
  const save = useSave({
    form,
    send: async ({ template, subject, text }: typeof form.values) => {
      if (!template) return form.setFieldError('template', t('chooseTemplate'));
      const body = { template: Number(template), ids: [...ids], subject, text: address + text };
      setJob(await beginLetters(path, body));
    },
  });
  const choose = async (chosen: string | null) => {
    const template = offered.find(({ id }) => String(id) === chosen);
    if (!template) return;
    const begin = addressOf(template.text);
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
  if (job !== null) return <Progressing section={section} id={job} onClose={onClose} />;
  return (
    <FormModal
      opened
      size="xl"
      onClose={onClose}
      title={only === undefined ? t('writeLetters', { count: ids.length }) : t('writeLetter')}
      submit={only === undefined ? t('makeLetters', { count: ids.length }) : t('makeLetter')}
      form={form}
      save={save}
    >
      {templates && !offered.length ? (
        <Alert color="yellow">
          {t('noLetterTemplate')}{' '}
          <Anchor component={Link} to="/templates">
            {t('title')}
          </Anchor>
        </Alert>
      ) : null}
      <Select
        label={t('template')}
        required
        data-autofocus
        data={offered.map((one) => ({ value: String(one.id), label: `${one.name} (${t(`kinds.${one.kind}`)})` }))}
        {...form.getInputProps('template')}
        onChange={(chosen) => void choose(chosen)}
      />
      <TextInput label={t('subject')} maxLength={255} {...form.getInputProps('subject')} />
      {empty.length ? <Alert color="yellow">{t('empty', { names: empty.join(', ') })}</Alert> : null}
      <Textarea
        label={t('text')}
        description={only === undefined ? t('lettersHint') : undefined}
        required
        autosize
        minRows={10}
        maxRows={22}
        maxLength={LONGEST_TEXT}
        {...form.getInputProps('text')}
      />
      <Text size="sm" c="dimmed">
        {t('lettersKept')}
      </Text>
    </FormModal>
  );
};
