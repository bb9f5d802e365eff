/** API tokens: list, create, change, issue anew, revoke, delete. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { IssuedToken, Token } from '../../api/types.ts';
import { ConfirmModal } from '../../parts/confirm-button.tsx';
import { notify } from '../../parts/notify.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Listed } from '../../parts/paged.tsx';
import { EmptyState } from '../../parts/query-state.tsx';
import { useList } from '../../parts/use-list.ts';
import { TokenForm } from './token-form.tsx';
import { TokenSecret } from './token-secret.tsx';
import { type TokenAct, TokenTable } from './token-table.tsx';

/** What is open: the form, or the question before an act. */
type Asked = Exclude<TokenAct, 'edit'>;
type Open =
  | { readonly act: 'create' }
  | { readonly act: 'edit'; readonly token: Token }
  | { readonly act: Asked; readonly token: Token }
  | null;

export default function TokensPage() {
  const { t } = useTranslation('tokens');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useList(['tokens'], (query) => api('GET /tokens', { query }));
  const close = () => setOpen(null);
  const showSecret = ({ token }: IssuedToken) => setSecret(token);

  const acts = {
    reissue: async ({ token_id: id }: Token) => showSecret(await api('POST /tokens/:id/reissue', { id })),
    revoke: async ({ token_id: id }: Token) => {
      await api('POST /tokens/:id/revoke', { id });
      notify(t('wasRevoked'));
    },
    delete: async ({ token_id: id }: Token) => {
      await api('DELETE /tokens/:id', { id });
      notify(t('wasDeleted'));
    },
  };
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ act: 'create' })}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('title')} description={t('text')} actions={create} />
      <Listed list={list} named={t('title')} empty={<EmptyState text={t('empty')} />}>
        {({ items }) => <TokenTable tokens={items} list={list} onAct={(act, token) => setOpen({ act, token })} />}
      </Listed>
      {open?.act === 'create' || open?.act === 'edit' ? (
        <TokenForm token={open.act === 'edit' ? open.token : null} onClose={close} onIssued={showSecret} />
      ) : open ? (
        <ConfirmModal
          opened
          onClose={close}
          title={t(`${open.act}Title`)}
          text={t(`${open.act}Text`, { name: open.token.name })}
          confirm={open.act === 'delete' ? common('delete') : t(open.act)}
          run={async () => {
            await acts[open.act](open.token);
            await client.invalidateQueries({ queryKey: ['tokens'] });
          }}
        />
      ) : null}
      {secret ? <TokenSecret token={secret} onClose={() => setSecret(null)} /> : null}
    </>
  );
}
