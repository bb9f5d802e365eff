import { Badge, Checkbox, Menu, Table, Text } from '@mantine/core';
import { IconBan, IconHistory, IconPencil, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Token } from '../../api/types.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { DateText } from '../../parts/date-text.tsx';
import { DeleteItem, RowMenu } from '../../parts/row-menu.tsx';

export type TokenAct = 'edit' | 'reissue' | 'revoke' | 'delete';

/** So long before its end a token is said to expire soon, as the filter of the service has it. */
const SOON_MS = 30 * 86_400_000;

const stateOf = ({ revoked_at, expires_at }: Token): 'valid' | 'soon' | 'revoked' | 'expired' => {
  if (revoked_at) return 'revoked';
  const left = expires_at ? Date.parse(expires_at) - Date.now() : Number.POSITIVE_INFINITY;
  if (left <= 0) return 'expired';
  return left <= SOON_MS ? 'soon' : 'valid';
};
const colours = { valid: 'green', soon: 'orange', revoked: 'red', expired: 'gray' } as const;

const TokenMenu = ({ token, onAct }: { token: Token; onAct: (act: TokenAct) => void }) => {
  const { t } = useTranslation('tokens');
  const { t: common } = useTranslation();
  const revoked = token.revoked_at !== null;
  return (
    <RowMenu name={token.name}>
      {revoked ? null : (
        <>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onAct('edit')}>
            {common('edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => onAct('reissue')}>
            {t('reissue')}
          </Menu.Item>
          <Menu.Item leftSection={<IconBan size={16} aria-hidden />} onClick={() => onAct('revoke')}>
            {t('revoke')}
          </Menu.Item>
        </>
      )}
      <Menu.Item
        leftSection={<IconHistory size={16} aria-hidden />}
        component={Link}
        to={`/settings/audit?token=${token.token_id}`}
      >
        {t('didWhat')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconHistory size={16} aria-hidden />}
        component={Link}
        to={`/settings/audit?record=tokens/${token.token_id}`}
      >
        {t('becameWhat')}
      </Menu.Item>
      <DeleteItem onClick={() => onAct('delete')} />
    </RowMenu>
  );
};

/** Tokens, one a row; those that have not ended can be marked. */
export const TokenTable = (props: {
  tokens: readonly Token[];
  marked: ReadonlySet<number>;
  onMark: (marked: ReadonlySet<number>) => void;
  onAct: (act: TokenAct, token: Token) => void;
}) => {
  const { t } = useTranslation('tokens');
  const { tokens, marked, onMark, onAct } = props;
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
        t('name'),
        t('state'),
        t('scopes'),
        t('expires'),
        t('lastUsed'),
        t('created'),
        '',
      ]}
      minWidth={860}
    >
      {tokens.map((token) => {
        const state = stateOf(token);
        const { addresses } = token;
        return (
          <Table.Tr key={token.token_id}>
            <Table.Td>
              <Checkbox
                aria-label={t('mark', { name: token.name })}
                checked={marked.has(token.token_id)}
                disabled={token.revoked_at !== null}
                onChange={(event) => mark([token.token_id], event.currentTarget.checked)}
              />
            </Table.Td>
            <Table.Td className="break-anywhere">
              <Text size="sm" fw={600}>
                {token.name}
              </Text>
              <Text size="xs" c="dimmed">
                {token.user_name}
              </Text>
            </Table.Td>
            <Table.Td>
              <Badge variant="light" color={colours[state]}>
                {t(state)}
              </Badge>
            </Table.Td>
            <Table.Td>
              <Text size="sm" title={token.scopes.join(', ')}>
                {t('scopeCount', { count: token.scopes.length })}
              </Text>
              <Text size="xs" c="dimmed" title={addresses.join(', ')}>
                {addresses.length ? t('addressCount', { count: addresses.length }) : t('fromAnywhere')}
              </Text>
            </Table.Td>
            <Table.Td>
              <DateText value={token.expires_at} fallback={t('unlimited')} />
            </Table.Td>
            <Table.Td>
              <DateText value={token.last_used_at} />
              {token.last_used_address ? (
                <Text size="xs" c="dimmed">
                  {t('fromAddress', { address: token.last_used_address })}
                </Text>
              ) : null}
            </Table.Td>
            <Table.Td>
              <DateText value={token.created_at} kind="date" />
            </Table.Td>
            <Table.Td ta="right">
              <TokenMenu token={token} onAct={(act) => onAct(act, token)} />
            </Table.Td>
          </Table.Tr>
        );
      })}
    </DataTable>
  );
};
