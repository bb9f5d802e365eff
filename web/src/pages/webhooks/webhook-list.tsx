import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, api } from '../../api/client.ts';
import type { Webhook } from '../../api/types.ts';
import { ConfirmModal } from '../../parts/confirm-button.tsx';
import { notify, notifyError } from '../../parts/notify.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Paged } from '../../parts/paged.tsx';
import { EmptyState, QueryState } from '../../parts/query-state.tsx';
import { SecretModal } from '../../parts/secret-modal.tsx';
import { TestDialog } from './test-dialog.tsx';
import { type WebhookAct, WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

type Asked = 'deactivate' | 'rotate' | 'delete';
type Open =
  | { readonly act: 'create' }
  | { readonly act: 'edit'; readonly webhook: Webhook }
  | { readonly act: 'test'; readonly webhook: Webhook }
  | { readonly act: Asked; readonly webhook: Webhook }
  | null;

/** All webhooks, with the dialogs of what can be done with them. */
export const WebhookList = ({ query }: { query: UseQueryResult<AnswerOf<'GET /webhooks'>, Error> }) => {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [busy, setBusy] = useState<number | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpen(null);
  const refresh = () => client.invalidateQueries({ queryKey: ['webhooks'] });

  const activate = async ({ webhook_id: id }: Webhook) => {
    setBusy(id);
    try {
      await api('POST /webhooks/:id/activate', { id });
      notify(t('activated'));
    } catch (error) {
      notifyError(error);
    }
    await refresh();
    setBusy(null);
  };
  const asked: Record<Asked, (webhook: Webhook) => Promise<void>> = {
    deactivate: async ({ webhook_id: id }) => {
      await api('POST /webhooks/:id/deactivate', { id });
      notify(t('deactivated'));
    },
    rotate: async ({ webhook_id: id }) => {
      setSecret((await api('POST /webhooks/:id/rotate-secret', { id })).secret);
    },
    delete: async ({ webhook_id: id }) => {
      await api('DELETE /webhooks/:id', { id });
      notify(common('deleted'));
    },
  };
  const act = (name: WebhookAct, webhook: Webhook) =>
    name === 'activate' ? activate(webhook) : setOpen({ act: name, webhook });
  return (
    <>
      <PageTitle
        title={t('title')}
        description={t('text')}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ act: 'create' })}>
            {t('create')}
          </Button>
        }
      />
      <QueryState query={query} isEmpty={({ items }) => !items.length} empty={<EmptyState text={t('empty')} />}>
        {({ items }) => (
          <Paged items={items} named={t('title')} textOf={({ url, events }) => `${url} ${events.join(' ')}`}>
            {(webhooks) => (
              <Stack>
                {webhooks.map((webhook) => (
                  <WebhookCard
                    key={webhook.webhook_id}
                    webhook={webhook}
                    busy={busy === webhook.webhook_id}
                    onAct={(name) => act(name, webhook)}
                  />
                ))}
              </Stack>
            )}
          </Paged>
        )}
      </QueryState>
      {open?.act === 'create' || open?.act === 'edit' ? (
        <WebhookForm webhook={open.act === 'edit' ? open.webhook : null} onClose={close} onCreated={setSecret} />
      ) : open?.act === 'test' ? (
        <TestDialog webhook={open.webhook} onClose={close} />
      ) : open ? (
        <ConfirmModal
          opened
          onClose={close}
          title={t(`${open.act}Title`)}
          text={t(`${open.act}Text`)}
          confirm={open.act === 'delete' ? common('delete') : t(open.act)}
          color={open.act === 'rotate' ? 'petrol' : 'red'}
          run={async () => {
            await asked[open.act](open.webhook);
            await refresh();
          }}
        />
      ) : null}
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
