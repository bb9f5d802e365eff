/** The own mail server, by which messages are sent. */
import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, api, callOf } from '../../api/client.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { bodyOfServer, FailureText, ServerFields, type ServerValues, useServerRules } from './server-fields.tsx';

type Server = NonNullable<AnswerOf<'GET /mail-server'>['server']>;

interface Values extends ServerValues {
  readonly sender: string;
}

const KEY = ['mail-server'];
const PORTS = { tls: 465, starttls: 587, none: 25 };
const NEW: Server = { host: '', port: PORTS.tls, tls: 'tls', username: '', sender: '' };

/** Asked with the mailboxes, so that neither waits for the other. */
export const useMailServer = () => useQuery({ queryKey: KEY, ...callOf('GET /mail-server') });

const valuesOf = ({ port, ...others }: Server): Values => ({ ...others, port: String(port), password: '' });

const bodyOf = (values: Values) => ({ ...bodyOfServer(values), sender: values.sender.trim() });

const ServerForm = ({ server, onClose }: { server: Server | null; onClose: () => void }) => {
  const { t } = useTranslation('mailboxes');
  const { t: common } = useTranslation();
  const form = useForm<Values>({
    initialValues: valuesOf(server ?? NEW),
    validate: {
      ...useServerRules(),
      sender: (value) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : t('noAddress')),
    },
  });
  const save = useVersionedForm({
    form,
    shown: server,
    valuesOf,
    bodyOf,
    current: async () => (await api('GET /mail-server')).server ?? undefined,
    create: (body) => api('PUT /mail-server', { body }),
    change: (changed, before, there) => api('PUT /mail-server', { body: { ...there, ...changed, before } }),
    refresh: [KEY],
    message: () => common('saved'),
    done: onClose,
  });
  const labels = {
    ...{ host: t('host'), port: t('port'), tls: t('tls'), username: t('username'), sender: t('sender') },
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('serverTitle')}
      submit={common('save')}
      form={form}
      save={save}
      words={{ labels }}
      size="lg"
      draft={false}
    >
      <ServerFields form={form} ports={PORTS} stored={server !== null} optional />
      <TextInput
        label={t('sender')}
        description={t('senderText')}
        type="email"
        maxLength={255}
        required
        {...form.getInputProps('sender')}
      />
    </FormModal>
  );
};

const Acts = ({ server, onEdit }: { server: Server | null; onEdit: () => void }) => {
  const { t } = useTranslation('mailboxes');
  const { t: common } = useTranslation();
  const [asks, setAsks] = useState(false);
  const { mutate, isPending, data, error } = useSave({
    send: (_: Record<string, never>) => api('POST /mail-server/test'),
  });
  const remove = useSave({
    send: (_: Record<string, never>) => api('DELETE /mail-server'),
    refresh: [KEY],
    message: () => common('deleted'),
  });
  if (!server)
    return (
      <Group justify="flex-end">
        <Button variant="light" onClick={onEdit}>
          {t('serverSet')}
        </Button>
      </Group>
    );
  return (
    <>
      {data && !data.failure ? <Alert color="teal">{t('sent', { to: data.to })}</Alert> : null}
      {data?.failure ? <FailureText failure={data.failure} said={data.said} server={server} /> : null}
      {error ? <Alert color="red">{errorText(error)}</Alert> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => setAsks(true)}>
          {t('serverRemove')}
        </Button>
        <Button variant="default" onClick={onEdit}>
          {t('serverEdit')}
        </Button>
        <Button variant="light" loading={isPending} onClick={() => mutate({})}>
          {t('serverTest')}
        </Button>
      </Group>
      <ConfirmModal
        opened={asks}
        onClose={() => setAsks(false)}
        title={t('serverRemoveTitle')}
        text={t('serverRemoveText')}
        confirm={common('delete')}
        run={() => remove.mutateAsync({})}
      />
    </>
  );
};

export const MailServerCard = () => {
  const { t } = useTranslation('mailboxes');
  const [edits, setEdits] = useState(false);
  const query = useMailServer();
  return (
    <Card withBorder component="section" padding="lg" mt="xl">
      <Title order={2} size="h4" mb="sm">
        {t('server')}
      </Title>
      <QueryState query={query} rows={1}>
        {({ server }) => (
          <Stack>
            <Text size="sm" className="break-anywhere">
              {server ? t('serverIs', { host: server.host, sender: server.sender }) : t('serverNone')}
            </Text>
            <Acts server={server} onEdit={() => setEdits(true)} />
            {edits ? <ServerForm server={server} onClose={() => setEdits(false)} /> : null}
          </Stack>
        )}
      </QueryState>
    </Card>
  );
};
