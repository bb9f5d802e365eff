import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { memo, useCallback, useState } from 'react';
import { type AnswerOf, api } from '../../api/client.ts';
import type { Webhook } from '../../api/types.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { SecretModal } from '../../components/dialog/secret-modal.tsx';
import { EmptyState, QueryState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { Paged } from '../../components/table/paged-list.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { notify, notifyError } from '../../hooks/notify.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { calledBy, type WebhookAct, WebhookCard } from './webhook-card.tsx';

const WebhookForm = laterDialog(async () => (await import('./webhook-form.tsx')).WebhookForm);
const TestDialog = laterDialog(async () => (await import('./test-dialog.tsx')).TestDialog);
const GuideDialog = laterDialog(async () => (await import('./guide-dialog.tsx')).GuideDialog);

const KEY = ['webhooks'];

type Asked = 'deactivate' | 'rotate' | 'delete';
type Open = { readonly act: 'create' } | { readonly act: 'edit' | 'test' | Asked; readonly webhook: Webhook } | null;

type Acting = (name: WebhookAct, webhook: Webhook) => void;

/** Actions that ask first. */
const useAsked = (onSecret: (secret: string) => void): Record<Asked, (id: number) => Promise<void>> => {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation();
  return {
    deactivate: async (id) => {
      await api('POST /webhooks/:id/deactivate', { id });
      notify(() => t('deactivated'));
    },
    rotate: async (id) => onSecret((await api('POST /webhooks/:id/rotate-secret', { id })).secret),
    delete: async (id) => {
      await api('DELETE /webhooks/:id', { id });
      notify(() => common('deleted'));
    },
  };
};

/** The open dialog: a form, the test, or a question. */
const Opened = (props: { open: Open; onClose: () => void; onSecret: (secret: string) => void }) => {
  const { open, onClose, onSecret } = props;
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation();
  const asked = useAsked(onSecret);
  const save = useSave({
    send: ({ act, id }: { act: Asked; id: number }) => asked[act](id),
    refresh: [KEY],
  });
  if (open === null) return null;
  if (open.act === 'create') return <WebhookForm webhook={null} onClose={onClose} onCreated={onSecret} />;
  const { act, webhook } = open;
  if (act === 'edit') return <WebhookForm webhook={webhook} onClose={onClose} onCreated={onSecret} />;
  if (act === 'test') return <TestDialog webhook={webhook} onClose={onClose} />;
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={t(`${act}Title`)}
      text={t(`${act}Text`, { name: calledBy(webhook) })}
      confirm={act === 'delete' ? common('delete') : t(act)}
      color={act === 'rotate' ? 'petrol' : 'red'}
      run={() => save.mutateAsync({ act, id: webhook.webhook_id })}
    />
  );
};

/**
 * The webhooks, in pages. Rendered only for other webhooks, and not with each dialog: every card has several buttons.
 */
const Cards = memo((props: { items: readonly Webhook[]; busy: number | null; onAct: Acting }) => {
  const { items, busy, onAct } = props;
  const { t } = useTranslation('webhooks');
  return (
    <Paged
      items={items}
      named={t('title')}
      textOf={({ name, description, url, events }) => [name, description, url, ...events].join(' ')}
    >
      {(webhooks) => (
        <Stack>
          {webhooks.map((webhook) => (
            <WebhookCard
              key={webhook.webhook_id}
              webhook={webhook}
              busy={busy === webhook.webhook_id}
              onAct={(name) => onAct(name, webhook)}
            />
          ))}
        </Stack>
      )}
    </Paged>
  );
});

/** All webhooks, with the dialogs of their actions. */
export const WebhookList = ({ query }: { query: UseQueryResult<AnswerOf<'GET /webhooks'>, Error> }) => {
  const { t } = useTranslation('webhooks');
  const [open, setOpen] = useState<Open>(null);
  const [guide, setGuide] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { mutate, isPending, variables } = useSave({
    send: ({ id }: { id: number }) => api('POST /webhooks/:id/activate', { id }),
    refresh: [KEY],
    message: () => t('activated'),
    failed: notifyError,
  });
  const act = useCallback<Acting>(
    (name, webhook) => (name === 'activate' ? mutate({ id: webhook.webhook_id }) : setOpen({ act: name, webhook })),
    [mutate],
  );
  const create = (
    <>
      <Button variant="default" onClick={() => setGuide(true)}>
        {t('guide')}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ act: 'create' })}>
        {t('create')}
      </Button>
    </>
  );
  return (
    <>
      <PageTitle title={t('title')} description={t('text')} actions={create} />
      <QueryState query={query} isEmpty={({ items }) => !items.length} empty={<EmptyState text={t('empty')} />}>
        {({ items }) => <Cards items={items} busy={isPending ? variables.id : null} onAct={act} />}
      </QueryState>
      {guide ? <GuideDialog onClose={() => setGuide(false)} /> : null}
      <Opened open={open} onClose={() => setOpen(null)} onSecret={setSecret} />
      {secret ? (
        <SecretModal
          title={t('secretTitle')}
          text={t('secretText')}
          label={t('secret')}
          secret={secret}
          done={t('secretDone')}
          onClose={() => setSecret(null)}
        />
      ) : null}
    </>
  );
};
