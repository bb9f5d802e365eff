/** API tokens: list, create, change, reissue, revoke (several at once), delete. */
import { Badge, Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconBan, IconHistory, IconPencil, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api, callOf } from '../../api/client.ts';
import type { IssuedToken, Token, Tokens } from '../../api/types.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { EmptyState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { Select } from '../../components/select/select.tsx';
import { UserSelect } from '../../components/select/user-select.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { Listed } from '../../components/table/paged-list.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { notify } from '../../hooks/notify.ts';
import { type ListState, useList } from '../../hooks/use-list.ts';
import { useSave } from '../../hooks/use-save.ts';
import { anyText, numberTo, oneOf, type SearchParamsOf, useSearchParams } from '../../hooks/use-search-params.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TokenNames } from './token-names.tsx';
import { useScopes } from './use-scopes.ts';

type TokenAct = 'edit' | 'reissue' | 'revoke' | 'delete';

/** A token expires soon within this time, as in the filter of the service. */
const SOON_MS = 30 * 86_400_000;

const stateOf = ({ revoked_at, expires_at }: Token): 'valid' | 'soon' | 'revoked' | 'expired' => {
  if (revoked_at) return 'revoked';
  const left = expires_at ? Date.parse(expires_at) - Date.now() : Number.POSITIVE_INFINITY;
  if (left <= 0) return 'expired';
  return left <= SOON_MS ? 'soon' : 'valid';
};
const colours = { valid: 'green', soon: 'orange', revoked: 'red', expired: 'gray' } as const;

const SORTS = ['name', 'expires_at', 'last_used_at', 'created_at'] as const;

const TokenMenu = ({ token, onAct }: { token: Token; onAct: (act: TokenAct) => void }) => {
  const { t } = useTranslation('tokens');
  const { t: common } = useTranslation();
  const open = token.revoked_at === null;
  return (
    <RowMenu
      name={token.name}
      actions={[
        open ? { name: common('edit'), icon: IconPencil, run: () => onAct('edit') } : null,
        open ? { name: t('reissue'), icon: IconRefresh, run: () => onAct('reissue') } : null,
        open ? { name: t('revoke'), icon: IconBan, run: () => onAct('revoke') } : null,
        { name: t('didWhat'), icon: IconHistory, to: `/settings/audit?token=${token.token_id}` },
        { name: t('becameWhat'), icon: IconHistory, to: `/settings/audit?record=tokens/${token.token_id}` },
        { name: common('delete'), icon: IconTrash, danger: true, run: () => onAct('delete') },
      ]}
    />
  );
};

const Row = (props: {
  token: Token;
  marked: boolean;
  onMark: (on: boolean) => void;
  onAct: (act: TokenAct) => void;
}) => {
  const { token, marked, onMark, onAct } = props;
  const { t } = useTranslation('tokens');
  const { addresses } = token;
  const state = stateOf(token);
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={t('mark', { name: token.name })}
          checked={marked}
          disabled={token.revoked_at !== null}
          onChange={(event) => onMark(event.currentTarget.checked)}
        />
      </td>
      <th scope="row" className="break-anywhere">
        <Text size="sm" fw={600}>
          {token.name}
        </Text>
        <Text size="xs" c="dimmed">
          {token.user_name}
        </Text>
      </th>
      <td>
        <Badge variant="light" color={colours[state]}>
          {t(state)}
        </Badge>
      </td>
      <td>
        <Text size="sm" title={token.scopes.join(', ')}>
          {t('scopeCount', { count: token.scopes.length })}
        </Text>
        <Text size="xs" c="dimmed" title={addresses.join(', ')}>
          {addresses.length ? t('addressCount', { count: addresses.length }) : t('fromAnywhere')}
        </Text>
      </td>
      <td>
        <DateText value={token.expires_at} fallback={t('unlimited')} />
      </td>
      <td>
        <DateText value={token.last_used_at} />
        {token.last_used_address ? (
          <Text size="xs" c="dimmed">
            {t('fromAddress', { address: token.last_used_address })}
          </Text>
        ) : null}
      </td>
      <td>
        <DateText value={token.created_at} kind="date" />
      </td>
      <td className="end">
        <TokenMenu token={token} onAct={onAct} />
      </td>
    </tr>
  );
};

/** Tokens, one a row; those that have not ended can be marked. */
const TokenTable = (props: {
  tokens: readonly Token[];
  list: ListState<Tokens, (typeof SORTS)[number]>;
  marked: ReadonlySet<number>;
  onMark: (marked: ReadonlySet<number>) => void;
  onAct: (act: TokenAct, token: Token) => void;
}) => {
  const { t } = useTranslation('tokens');
  const { tokens, marked, onMark, onAct } = props;
  const { sortedBy } = props.list;
  const markable = tokens.filter(({ revoked_at }) => !revoked_at).map(({ token_id }) => token_id);
  const mark = (ids: readonly number[], on: boolean) =>
    onMark(new Set([...marked].filter((id) => !ids.includes(id)).concat(on ? ids : [])));
  return (
    <DataTable
      label={t('title')}
      head={[
        <Checkbox
          key="mark"
          aria-label={t('markAll')}
          checked={markable.length > 0 && marked.size === markable.length}
          indeterminate={marked.size > 0 && marked.size < markable.length}
          disabled={!markable.length}
          onChange={(event) => mark(markable, event.currentTarget.checked)}
        />,
        sortedBy('name', t('name')),
        t('state'),
        t('scopes'),
        sortedBy('expires_at', t('expires')),
        sortedBy('last_used_at', t('lastUsed')),
        sortedBy('created_at', t('created')),
        '',
      ]}
      minWidth={720}
    >
      {tokens.map((token) => (
        <Row
          key={token.token_id}
          token={token}
          marked={marked.has(token.token_id)}
          onMark={(on) => mark([token.token_id], on)}
          onAct={(act) => onAct(act, token)}
        />
      ))}
    </DataTable>
  );
};

const STATES = ['valid', 'soon', 'expired', 'revoked'] as const;

/** Filters of the list; '' for no filter. */
const IN_ADDRESS = {
  state: oneOf(['', ...STATES]),
  scope: anyText,
  // A user's number: one with more digits would be refused, and there is none.
  user: numberTo(999_999_999),
};

type TokenFilters = SearchParamsOf<typeof IN_ADDRESS>;

/** The scope of an address; '' for an unknown one: an old link, or one that was typed. */
const useKnownScope = (scope: string): string => {
  const { data } = useScopes(scope !== '');
  const isScope =
    !data || data.families.some(({ name, actions }) => actions.some((action) => scope === `v3:${name}:${action}`));
  return isScope ? scope : '';
};

/** Filters of the list; every change applies at once. */
const Filters = (props: { value: TokenFilters; onChange: (value: TokenFilters) => void }) => {
  const { value, onChange } = props;
  const { t } = useTranslation('tokens');
  const scopes = useScopes();
  const chooser = (name: keyof TokenFilters, label: string) => ({
    label,
    placeholder: t('all'),
    value: value[name] || null,
    onChange: (chosen: string | null) => onChange({ ...value, [name]: chosen ?? '' }),
    clearable: true,
    clearButtonProps: { 'aria-label': `${t('reset')}: ${label}` },
  });
  const states = STATES.map((state) => ({ value: state, label: t(state) }));
  const scopeChoices = (scopes.data?.families ?? []).flatMap(({ name, actions }) =>
    actions.map((action) => ({
      value: `v3:${name}:${action}`,
      label: `${nameOf('tokens:family', name)}: ${t(action === 'write' ? 'write' : 'read')}`,
    })),
  );
  return (
    <SimpleGrid
      cols={{ base: 1, xs: 2, md: 3 }}
      spacing="sm"
      component="section"
      className="not-printed"
      aria-label={t('filters')}
    >
      <Select {...chooser('state', t('state'))} data={states} />
      <Select {...chooser('scope', t('scope'))} data={scopeChoices} searchable />
      <UserSelect {...chooser('user', t('user'))} />
    </SimpleGrid>
  );
};

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
