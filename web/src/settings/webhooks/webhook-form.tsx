import {
  ActionIcon,
  Alert,
  Button,
  Fieldset,
  Group,
  Input,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, api } from '../../api/client.ts';
import type { Webhook } from '../../api/types.ts';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { CheckMatrix } from '../../components/form/check-matrix.tsx';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

interface Header {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

interface Refused {
  readonly id: number;
  readonly part: 'name' | 'value';
}

/**
 * Which header the service has refused: it names it in its sentence, and nowhere else. @returns null where no row has that name
 */
const refusedOf = (error: unknown, headers: readonly Header[]): Refused | null => {
  if (!(error instanceof ApiError) || error.error !== 'invalid_header') return null;
  const [, value, name] = /^The (value of the )?header (\S+) /i.exec(error.message) ?? [];
  const header = headers.find((one) => one.name.trim() === name);
  return header ? { id: header.id, part: value ? 'value' : 'name' } : null;
};

/** A header with the errors of its parts, and its remove button. */
const HeaderRow = (props: {
  header: Header;
  number: number;
  /** The part of it that is not taken. */
  wrong: Refused['part'] | null;
  onChange: (part: Partial<Header>) => void;
  onRemove: () => void;
}) => {
  const { t } = useTranslation('webhooks');
  const { header, number, wrong, onChange, onRemove } = props;
  const name = header.name.trim();
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <TextInput
        label={`${t('headerName')} ${number}`}
        error={wrong === 'name' ? t('headerRefused', { name }) : null}
        maxLength={100}
        value={header.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        flex={1}
        miw={0}
      />
      <TextInput
        label={`${t('headerValue')} ${number}`}
        error={wrong === 'value' ? t('headerValueRefused', { name }) : null}
        maxLength={2000}
        value={header.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
        autoComplete="off"
        flex={1}
        miw={0}
      />
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        // Aligns with the inputs, below their labels.
        mt="1.55rem"
        aria-label={t('headerRemove', { number })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
};

/**
 * Headers are changed, removed and added; after a removal the focus moves to the remove button of the next header, or
 * to the add button.
 */
const useHeaders = (value: readonly Header[], onChange: (value: Header[]) => void) => {
  const place = useRef<HTMLDivElement>(null);
  const change = (id: number, part: Partial<Header>) =>
    onChange(value.map((header) => (header.id === id ? { ...header, ...part } : header)));
  const remove = (id: number, index: number) => {
    flushSync(() => onChange(value.filter((header) => header.id !== id)));
    const buttons = place.current?.querySelectorAll('button') ?? [];
    buttons[index]?.focus();
  };
  const add = () => onChange([...value, { id: Math.max(0, ...value.map(({ id }) => id)) + 1, name: '', value: '' }]);
  return { place, change, remove, add };
};

/** Name and value of each custom header. */
const HeaderList = (props: {
  value: readonly Header[];
  onChange: (value: Header[]) => void;
  error?: ReactNode;
  /** Which of them the error means, where that is known. */
  refused: Refused | null;
}) => {
  const { t } = useTranslation('webhooks');
  const { value, onChange, error, refused } = props;
  const { place, change, remove, add } = useHeaders(value, onChange);
  return (
    <Fieldset legend={t('headers')} data-invalid={Boolean(error) && !refused} tabIndex={-1} p="sm">
      <Stack gap="xs" ref={place}>
        <Input.Description>{t('headersHint')}</Input.Description>
        {value.map((header, index) => (
          <HeaderRow
            key={header.id}
            header={header}
            number={index + 1}
            wrong={error && refused?.id === header.id ? refused.part : null}
            onChange={(part) => change(header.id, part)}
            onRemove={() => remove(header.id, index)}
          />
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={add}
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={value.length >= 20}
          >
            {t('headerAdd')}
          </Button>
        </div>
        {error && !refused ? <Input.Error>{error}</Input.Error> : null}
      </Stack>
    </Fieldset>
  );
};

/** `contact-persons.insert` -> `['contact-persons', 'insert']` */
const partsOf = (event: string): [string, string] => {
  const dot = event.lastIndexOf('.');
  return [event.slice(0, dot), event.slice(dot + 1)];
};

const matrixOf = (events: readonly string[]) => {
  const rows = new Map<string, Record<string, string>>();
  const columns = new Set<string>();
  for (const event of events) {
    const [resource, action] = partsOf(event);
    columns.add(action);
    rows.set(resource, { ...rows.get(resource), [action]: event });
  }
  return {
    columns: [...columns].map((name) => ({ name, label: nameOf('webhooks:action', name) })),
    rows: [...rows].map(([name, values]) => ({ name, label: nameOf('resources:name', name), values })),
  };
};

/** Events grouped by resource, with actions as columns. */
const EventMatrix = (props: { value: readonly string[]; onChange: (value: string[]) => void; error?: ReactNode }) => {
  const { t, language } = useTranslation('webhooks');
  const query = useQuery({
    queryKey: ['events'],
    queryFn: () => api('GET /events'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const items = query.data?.items;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are those of the language
  const matrix = useMemo(() => matrixOf(items ?? []), [items, language]);
  if (!items) {
    return query.error ? <ErrorBox error={query.error} retry={() => query.refetch()} /> : <LoadingRows rows={3} />;
  }
  return (
    <CheckMatrix label={t('events')} description={t('eventsHint')} rowTitle={t('resource')} {...matrix} {...props} />
  );
};

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
