/** API tokens: list, create, change, reissue, revoke (several at once), delete. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBan, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api, callOf } from '../../api/client.ts';
import type { IssuedToken, Token, Tokens } from '../../api/types.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { EmptyState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { Listed } from '../../components/table/paged-list.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { notify } from '../../hooks/notify.ts';
import { type ListState, useList } from '../../hooks/use-list.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useSearchParams } from '../../hooks/use-search-params.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Filters, IN_ADDRESS, type TokenFilters, useKnownScope } from './token-filters.tsx';
import { TokenNames } from './token-names.tsx';
import { SORTS, type TokenAct, TokenTable } from './token-table.tsx';

const TokenForm = laterDialog(async () => (await import('./token-form.tsx')).TokenForm);
const ReissueForm = laterDialog(async () => (await import('./reissue-form.tsx')).ReissueForm);
const TokenSecret = laterDialog(async () => (await import('./token-secret.tsx')).TokenSecret);

/** Actions that ask first. */
type Asked =
  | { readonly act: Exclude<TokenAct, 'edit' | 'reissue'>; readonly token: Token }
  | { readonly act: 'revokeSeveral'; readonly tokens: readonly Token[] };
/** The open dialog: a form, or the question before an action. */
type Open =
  | { readonly act: 'create' }
  | { readonly act: 'edit'; readonly token: Token }
  | { readonly act: 'reissue'; readonly token: Token }
  | Asked
  | null;

const useTokens = () => {
  const [said, change] = useSearchParams(IN_ADDRESS);
  const filters = { ...said, scope: useKnownScope(said.scope) };
  const list = useList(['tokens', filters], SORTS, (place) =>
    callOf('GET /tokens', { query: { ...place, ...filters } }),
  );
  const narrow = (value: TokenFilters) => {
    change(value);
    list.turnTo(1);
  };
  return { list, filters, narrow, narrowed: Object.values(filters).some(Boolean) };
};

const Question = ({ open, onClose }: { open: Asked; onClose: () => void }) => {
  const { t } = useTranslation('tokens');
  const { t: common } = useTranslation();
  const act = async () => {
    if (open.act === 'revokeSeveral') {
      const token_ids = open.tokens.map(({ token_id }) => token_id);
      const { revoked } = await api('POST /tokens/revoke', { body: { token_ids } });
      return notify(() => t('wereRevoked', { count: revoked }));
    }
    const { token_id: id } = open.token;
    await (open.act === 'revoke' ? api('POST /tokens/:id/revoke', { id }) : api('DELETE /tokens/:id', { id }));
    notify(() => t(open.act === 'revoke' ? 'wasRevoked' : 'wasDeleted'));
  };
  const save = useSave({ send: act, refresh: [['tokens']] });
  const question =
    open.act === 'revokeSeveral'
      ? {
          title: t('revokeSeveral', { count: open.tokens.length }),
          text: (
            <Stack gap="sm">
              <Text size="sm">{t('revokeSeveralText', { count: open.tokens.length })}</Text>
              <TokenNames label={t('marked')} tokens={open.tokens} total={open.tokens.length} />
            </Stack>
          ),
          confirm: t('revoke'),
        }
      : {
          title: t(`${open.act}Title`),
          text: t(`${open.act}Text`, { name: open.token.name }),
          confirm: open.act === 'delete' ? common('delete') : t(open.act),
        };
  return <ConfirmModal opened onClose={onClose} {...question} run={() => save.mutateAsync({})} />;
};

/** The rows of the page, with the actions on several. */
const Page = (props: {
  tokens: readonly Token[];
  list: ListState<Tokens, (typeof SORTS)[number]>;
  onOpen: (open: Open) => void;
}) => {
  const { tokens, list, onOpen } = props;
  const { t } = useTranslation('tokens');
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  // Tokens on another page, or ended meanwhile, are not selected.
  const chosen = tokens.filter(({ token_id, revoked_at }) => marked.has(token_id) && !revoked_at);
  return (
    <>
      <TokenTable
        tokens={tokens}
        list={list}
        marked={new Set(chosen.map(({ token_id }) => token_id))}
        onMark={setMarked}
        onAct={(act, token) => onOpen({ act, token })}
      />
      <Group className={chosen.length ? 'marked-acts' : ''}>
        <Button
          color="red"
          variant="light"
          leftSection={<IconBan size={16} aria-hidden />}
          disabled={!chosen.length}
          onClick={() => onOpen({ act: 'revokeSeveral', tokens: chosen })}
        >
          {chosen.length ? t('revokeSeveral', { count: chosen.length }) : t('revokeMarked')}
        </Button>
      </Group>
    </>
  );
};

export default function TokensPage() {
  const { t } = useTranslation('tokens');
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { list, filters, narrow, narrowed } = useTokens();
  const close = () => setOpen(null);
  const showSecret = ({ token }: IssuedToken) => setSecret(token);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ act: 'create' })}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('title')} description={t('text')} actions={create} />
      <Stack>
        {narrowed || list.query.data?.total ? <Filters value={filters} onChange={narrow} /> : null}
        <Listed list={list} named={t('title')} empty={<EmptyState text={narrowed ? t('noneFits') : t('empty')} />}>
          {({ items }) => <Page tokens={items} list={list} onOpen={setOpen} />}
        </Listed>
      </Stack>
      {open?.act === 'create' || open?.act === 'edit' ? (
        <TokenForm token={open.act === 'edit' ? open.token : null} onClose={close} onIssued={showSecret} />
      ) : open?.act === 'reissue' ? (
        <ReissueForm token={open.token} onClose={close} onIssued={showSecret} />
      ) : open ? (
        <Question open={open} onClose={close} />
      ) : null}
      {secret ? <TokenSecret token={secret} onClose={() => setSecret(null)} /> : null}
    </>
  );
}
