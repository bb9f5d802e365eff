/** API tokens: looked through, created, changed, issued anew, revoked (several at once), deleted. */
import { Button, Group, Pagination, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBan, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import type { IssuedToken, Token } from '../../api/types.ts';
import { ConfirmModal } from '../../parts/confirm-button.tsx';
import { notify } from '../../parts/notify.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { EmptyState, QueryState } from '../../parts/query-state.tsx';
import { Filters, NO_FILTERS, type TokenFilters } from './filters.tsx';
import { TokenForm } from './token-form.tsx';
import { TokenSecret } from './token-secret.tsx';
import { type TokenAct, TokenTable } from './token-table.tsx';

/** What is open: the form, or the question before an act. */
type Asked = Exclude<TokenAct, 'edit'>;
type Open =
  | { readonly act: 'create' }
  | { readonly act: 'edit'; readonly token: Token }
  | { readonly act: Asked; readonly token: Token }
  | { readonly act: 'revokeSeveral'; readonly ids: readonly number[] }
  | null;

const PAGE = 50;
/** Typing a word is several changes; the list is asked once. */
const PAUSE_MS = 300;

const readFilters = (search: URLSearchParams): TokenFilters => {
  const names = Object.keys(NO_FILTERS) as (keyof TokenFilters)[];
  return { ...NO_FILTERS, ...Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) };
};

/** The page of the list that is shown, as the address says. */
const useTokens = () => {
  const [search, setSearch] = useSearchParams();
  const [filters, setFilters] = useState(() => readFilters(search));
  const [page, setPage] = useState(1);
  const [settled] = useDebouncedValue(filters, PAUSE_MS);
  useEffect(() => {
    setSearch(Object.fromEntries(Object.entries(settled).filter(([, value]) => value)), { replace: true });
  }, [settled, setSearch]);
  const query = useQuery({
    queryKey: ['tokens', settled, page],
    queryFn: () => api('GET /tokens', { query: { ...settled, page, limit: PAGE } }),
    placeholderData: keepPreviousData,
  });
  // The last ones of the last page are gone.
  if (page > 1 && query.data?.items.length === 0) setPage(1);
  const narrow = (value: TokenFilters) => {
    setFilters(value);
    setPage(1);
  };
  return { query, filters, narrow, page, setPage, narrowed: Object.values(settled).some(Boolean) };
};

/** The question before an act, and the act. */
const Question = (props: {
  open: Exclude<Open, { act: 'create' | 'edit' } | null>;
  onClose: () => void;
  onIssued: (issued: IssuedToken) => void;
}) => {
  const { open, onClose, onIssued } = props;
  const { t } = useTranslation('tokens');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const act = async () => {
    if (open.act === 'revokeSeveral') {
      const { revoked } = await api('POST /tokens/revoke', { body: { token_ids: open.ids } });
      return notify(t('wereRevoked', { count: revoked }));
    }
    const { token_id: id } = open.token;
    if (open.act === 'reissue') return onIssued(await api('POST /tokens/:id/reissue', { id }));
    await (open.act === 'revoke' ? api('POST /tokens/:id/revoke', { id }) : api('DELETE /tokens/:id', { id }));
    notify(t(open.act === 'revoke' ? 'wasRevoked' : 'wasDeleted'));
  };
  const several = open.act === 'revokeSeveral';
  const text = several
    ? t('revokeSeveralText', { count: open.ids.length })
    : t(`${open.act}Text`, { name: open.token.name });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={several ? t('revokeSeveral', { count: open.ids.length }) : t(`${open.act}Title`)}
      text={text}
      confirm={several ? t('revoke') : open.act === 'delete' ? common('delete') : t(open.act)}
      run={async () => {
        await act();
        await client.invalidateQueries({ queryKey: ['tokens'] });
      }}
    />
  );
};

/** What is on the page, with what can be done with several. */
const Tokens = (props: {
  tokens: readonly Token[];
  total: number;
  page: number;
  onPage: (page: number) => void;
  onOpen: (open: Open) => void;
}) => {
  const { tokens, total, page, onPage, onOpen } = props;
  const { t } = useTranslation('tokens');
  const { t: c, i18n } = useTranslation();
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  // What is not on the page, or has ended meanwhile, is not meant.
  const chosen = tokens.filter(({ token_id, revoked_at }) => marked.has(token_id) && !revoked_at);
  const ids = chosen.map(({ token_id }) => token_id);
  const number = (value: number) => value.toLocaleString(i18n.language);
  const pages = Math.max(1, Math.ceil(total / PAGE));
  const from = (page - 1) * PAGE;
  return (
    <Stack>
      <Group justify="space-between" mih={36}>
        <Text size="sm" c="dimmed" role="status">
          {pages > 1
            ? c('shown', { from: number(from + 1), to: number(from + tokens.length), total: number(total) })
            : c('entries', { count: total })}
        </Text>
        {ids.length ? (
          <Button
            color="red"
            variant="light"
            leftSection={<IconBan size={16} aria-hidden />}
            onClick={() => onOpen({ act: 'revokeSeveral', ids })}
          >
            {t('revokeSeveral', { count: ids.length })}
          </Button>
        ) : null}
      </Group>
      <TokenTable
        tokens={tokens}
        marked={new Set(ids)}
        onMark={setMarked}
        onAct={(act, token) => onOpen({ act, token })}
      />
      {pages > 1 ? (
        <Group justify="center" component="nav" aria-label={c('pagesOf', { name: t('title') })}>
          <Pagination
            total={pages}
            value={page}
            onChange={onPage}
            getItemProps={(number) => ({ 'aria-label': c('page', { number }) })}
            getControlProps={(control) => ({ 'aria-label': control === 'next' ? c('nextPage') : c('previousPage') })}
          />
        </Group>
      ) : null}
    </Stack>
  );
};

export default function TokensPage() {
  const { t } = useTranslation('tokens');
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { query, filters, narrow, page, setPage, narrowed } = useTokens();
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
        {narrowed || filters.search || query.data?.total ? <Filters value={filters} onChange={narrow} /> : null}
        <QueryState
          query={query}
          isEmpty={({ total }) => total === 0}
          empty={<EmptyState text={narrowed ? t('noneFits') : t('empty')} />}
        >
          {({ items, total }) => <Tokens tokens={items} total={total} page={page} onPage={setPage} onOpen={setOpen} />}
        </QueryState>
      </Stack>
      {open?.act === 'create' || open?.act === 'edit' ? (
        <TokenForm token={open.act === 'edit' ? open.token : null} onClose={close} onIssued={showSecret} />
      ) : open ? (
        <Question open={open} onClose={close} onIssued={showSecret} />
      ) : null}
      {secret ? <TokenSecret token={secret} onClose={() => setSecret(null)} /> : null}
    </>
  );
}
