import { Badge, Checkbox, Text } from '@mantine/core';
import { IconBan, IconHistory, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { Token, Tokens } from '../../api/types.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import type { ListState } from '../../hooks/use-list.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

export type TokenAct = 'edit' | 'reissue' | 'revoke' | 'delete';

/** A token expires soon within this time, as in the filter of the service. */
const SOON_MS = 30 * 86_400_000;

const stateOf = ({ revoked_at, expires_at }: Token): 'valid' | 'soon' | 'revoked' | 'expired' => {
  if (revoked_at) return 'revoked';
  const left = expires_at ? Date.parse(expires_at) - Date.now() : Number.POSITIVE_INFINITY;
  if (left <= 0) return 'expired';
  return left <= SOON_MS ? 'soon' : 'valid';
};
const colours = { valid: 'green', soon: 'orange', revoked: 'red', expired: 'gray' } as const;

export const SORTS = ['name', 'expires_at', 'last_used_at', 'created_at'] as const;

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
export const TokenTable = (props: {
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
