import { Alert, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import type { Webhook } from '../../api/types.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EventMatrix } from './event-matrix.tsx';
import { type Header, HeaderList, refusedOf } from './header-list.tsx';

interface WebhookValues extends Record<string, unknown> {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly method: Webhook['method'];
  readonly content_type: Webhook['content_type'];
  readonly headers: Header[];
  readonly events: string[];
}

/** The service shows this for a stored value. */
const MASK = '********';
const METHODS = ['POST', 'PUT', 'PATCH'];
const CONTENT_TYPES = [
  { value: 'json', label: 'application/json' },
  { value: 'form', label: 'application/x-www-form-urlencoded' },
];

const FIELD_OF_CODE = { invalid_url: 'url', invalid_header: 'headers', unknown_event: 'events' };

const headersOf = (headers: readonly Header[]): Record<string, string> =>
  Object.fromEntries(headers.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]));

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/** Whether it is a whole address; whether the service may call it is checked there. */
const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\//i.test(text);

const hasDoubles = (headers: readonly Header[]): boolean => {
  const names = headers.map(({ name }) => name.trim().toLowerCase()).filter(Boolean);
  return new Set(names).size < names.length;
};

const NEW: Pick<Webhook, 'name' | 'description' | 'url' | 'method' | 'content_type' | 'headers' | 'events'> = {
  name: '',
  description: '',
  url: '',
  method: 'POST',
  content_type: 'json',
  headers: {},
  events: [],
};

const valuesOf = ({ name, description, url, method, content_type, headers, events }: typeof NEW): WebhookValues => ({
  name,
  description,
  url,
  method,
  content_type,
  headers: Object.entries(headers).map(([header, value], id) => ({ id, name: header, value })),
  events: [...events],
});

const bodyOf = ({ name, description, url, method, content_type, headers, events }: WebhookValues) => ({
  name: name.trim(),
  description: description.trim(),
  url: url.trim(),
  method,
  content_type,
  headers: headersOf(headers),
  events,
});

interface Props {
  readonly webhook: Webhook | null;
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
}

const useWebhookForm = ({ webhook, onClose, onCreated }: Props) => {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation();
  const form = useForm<WebhookValues>({
    initialValues: valuesOf(webhook ?? NEW),
    validate: {
      url: (value) => (!value.trim() ? t('missing') : isWebAddress(value.trim()) ? null : t('noWebAddress')),
      headers: (value) => (hasDoubles(value) ? t('headerTwice') : null),
    },
  });
  const save = useVersionedForm({
    form,
    shown: webhook,
    valuesOf,
    bodyOf,
    current: async () => (await api('GET /webhooks')).items.find(({ webhook_id: id }) => id === webhook?.webhook_id),
    create: async (body) => (await api('POST /webhooks', { body })).secret,
    change: (changed, before, { webhook_id: id }) => api('PATCH /webhooks/:id', { id, body: { ...changed, before } }),
    fieldOfCode: FIELD_OF_CODE,
    refresh: [['webhooks']],
    done: (secret: string | null) => {
      onClose();
      if (secret) onCreated(secret);
    },
    ...(webhook ? { message: () => common('saved') } : {}),
  });
  return { form, save };
};

/** Whether the change would lose stored header values: none is sent to another address (rules 8.2). */
const losesHeaders = (webhook: Webhook | null, { url, headers }: WebhookValues): boolean =>
  webhook !== null && originOf(url.trim()) !== originOf(webhook.url) && headers.some(({ value }) => value === MASK);

type WebhookFields = UseFormReturnType<WebhookValues>;

const Target = ({ form }: { form: WebhookFields }) => {
  const { t } = useTranslation('webhooks');
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t('name')} maxLength={100} {...form.getInputProps('name')} />
        <Textarea
          label={t('description')}
          maxLength={1000}
          autosize
          minRows={1}
          {...form.getInputProps('description')}
        />
      </SimpleGrid>
      <TextInput
        label={t('url')}
        description={t('urlHint')}
        type="url"
        placeholder="https://"
        required
        maxLength={2000}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select label={t('method')} data={METHODS} allowDeselect={false} {...form.getInputProps('method')} />
        <Select
          label={t('contentType')}
          data={CONTENT_TYPES}
          allowDeselect={false}
          {...form.getInputProps('content_type')}
        />
      </SimpleGrid>
    </>
  );
};

/** How its members are called. */
const useLabels = () => {
  const { t } = useTranslation('webhooks');
  return {
    name: t('name'),
    description: t('description'),
    url: t('url'),
    method: t('method'),
    content_type: t('contentType'),
    headers: t('headers'),
    events: t('events'),
  };
};

/** Creates a webhook or changes one. Mounted for each opening. */
export const WebhookForm = (props: Props) => {
  const { webhook, onClose } = props;
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation();
  const { form, save } = useWebhookForm(props);
  const labels = useLabels();
  return (
    <FormModal
      opened
      onClose={onClose}
      title={webhook ? t('editTitle') : t('create')}
      submit={webhook ? common('save') : common('create')}
      form={form}
      save={save}
      words={{ labels }}
      size="60rem"
    >
      {webhook ? <Alert>{t('editHint')}</Alert> : null}
      <Target form={form} />
      {losesHeaders(webhook, form.values) ? <Alert color="yellow">{t('headersDropped')}</Alert> : null}
      <HeaderList
        value={form.values.headers}
        onChange={(headers) => form.setFieldValue('headers', headers)}
        error={form.errors.headers}
        refused={refusedOf(save.error, form.values.headers)}
      />
      <EventMatrix
        value={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
        error={form.errors.events}
      />
    </FormModal>
  );
};
