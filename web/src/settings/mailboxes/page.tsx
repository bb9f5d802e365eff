/** Mailboxes whose mails come into the inbox, and the own mail server. */
import { Alert, Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, api, callOf } from '../../api/client.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { EmptyState, QueryState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { DateText, dateText } from '../../components/text/date-text.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { notifyError } from '../../hooks/notify.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MailServerCard, useMailServer } from './mail-server-card.tsx';
import type { Mailbox } from './mailbox-form.tsx';
import { FailureText } from './server-fields.tsx';

const MailboxForm = laterDialog(async () => (await import('./mailbox-form.tsx')).MailboxForm);

/** How often the state of the mailboxes is looked at. */
const STATE_MS = 15_000;
const KEY = ['mailboxes'];

type Tested = AnswerOf<'POST /mailboxes/:id/test'>;
type Open = { readonly act: 'edit' | 'delete'; readonly mailbox: Mailbox } | { readonly act: 'create' } | null;

/** The state of a mailbox: of the last test, else of the last fetch. */
const State = ({ mailbox, tested }: { mailbox: Mailbox; tested: Tested | undefined }) => {
  const { t, language } = useTranslation('mailboxes');
  const { failure, said, failing_since: since, fetched_at: at, active } = mailbox;
  if (tested?.failure) return <FailureText failure={tested.failure} said={tested.said} server={mailbox} />;
  if (tested) return <Alert color="teal">{t('works', { count: tested.mails ?? 0 })}</Alert>;
  if (failure && since)
    return (
      <FailureText
        failure={failure}
        said={said}
        server={mailbox}
        before={`${t('failsSince', { since: dateText(since, language, 'time') })} `}
      />
    );
  return (
    <Text size="sm" c="dimmed">
      {active ? t('fetched') : t('wasFetched')}: <DateText value={at} />
    </Text>
  );
};

const MailboxCard = (props: {
  mailbox: Mailbox;
  tested: Tested | undefined;
  busy: boolean;
  onTest: () => void;
  onAct: (act: 'edit' | 'delete') => void;
}) => {
  const { mailbox, tested, busy, onTest, onAct } = props;
  const { t } = useTranslation('mailboxes');
  const { t: common } = useTranslation();
  const { name, username, host, folder, active, failure } = mailbox;
  const state = !active ? 'off' : failure ? 'fails' : 'on';
  return (
    <Card withBorder padding="md" component="article" aria-label={name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} className="break-anywhere">
            {name}
          </Text>
          <Text size="sm" c="dimmed" className="break-anywhere">
            {t('reached', { username, host, folder })}
          </Text>
          <Badge variant="dot" color={{ off: 'gray', fails: 'red', on: 'green' }[state]} mt={6}>
            {t(`state.${state}`)}
          </Badge>
        </div>
        <RowMenu
          name={name}
          actions={[
            { name: common('edit'), icon: IconPencil, run: () => onAct('edit') },
            { name: common('delete'), icon: IconTrash, danger: true, run: () => onAct('delete') },
          ]}
        />
      </Group>
      <Stack gap="xs" mt="sm">
        <State mailbox={mailbox} tested={tested} />
        <Group justify="flex-end">
          <Button size="xs" variant="default" loading={busy} aria-label={`${t('test')}: ${name}`} onClick={onTest}>
            {t('test')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
};

export default function MailboxesPage() {
  const { t } = useTranslation('mailboxes');
  const { t: common } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const [results, setResults] = useState<Readonly<Record<number, Tested>>>({});
  const query = useQuery({ queryKey: KEY, ...callOf('GET /mailboxes'), refetchInterval: STATE_MS });
  useMailServer();
  const test = useSave({
    send: async ({ id }: { id: number }) => {
      const tested = await api('POST /mailboxes/:id/test', { id });
      setResults((all) => ({ ...all, [id]: tested }));
    },
    failed: notifyError,
  });
  const remove = useSave({
    send: ({ id }: { id: number }) => api('DELETE /mailboxes/:id', { id }),
    refresh: [KEY],
    message: () => common('deleted'),
  });
  const close = () => setOpen(null);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ act: 'create' })}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('title')} description={t('text')} actions={create} />
      <QueryState query={query} isEmpty={({ items }) => !items.length} empty={<EmptyState text={t('empty')} />}>
        {({ items }) => (
          <Stack>
            {items.map((mailbox) => (
              <MailboxCard
                key={mailbox.mailbox_id}
                mailbox={mailbox}
                tested={results[mailbox.mailbox_id]}
                busy={test.isPending && test.variables.id === mailbox.mailbox_id}
                onTest={() => test.mutate({ id: mailbox.mailbox_id })}
                onAct={(act) => setOpen({ act, mailbox })}
              />
            ))}
          </Stack>
        )}
      </QueryState>
      <MailServerCard />
      {open?.act === 'create' || open?.act === 'edit' ? (
        <MailboxForm
          mailbox={open.act === 'edit' ? open.mailbox : null}
          onClose={close}
          onSaved={(id) => test.mutate({ id })}
        />
      ) : null}
      {open?.act === 'delete' ? (
        <ConfirmModal
          opened
          onClose={close}
          title={t('deleteTitle')}
          text={t('deleteText', { name: open.mailbox.name })}
          confirm={common('delete')}
          run={() => remove.mutateAsync({ id: open.mailbox.mailbox_id })}
        />
      ) : null}
    </>
  );
}
