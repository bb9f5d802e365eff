import { Badge, Menu, Table, Text } from '@mantine/core';
import { IconBan, IconPencil, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Token, Tokens } from '../../api/types.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { DateText } from '../../parts/date-text.tsx';
import { DeleteItem, RowMenu } from '../../parts/row-menu.tsx';
import type { ListState } from '../../parts/use-list.ts';

export type TokenAct = 'edit' | 'reissue' | 'revoke' | 'delete';

const stateOf = (token: Token): 'valid' | 'revoked' | 'expired' => {
  if (token.revoked_at) return 'revoked';
  return token.expires_at && Date.parse(token.expires_at) <= Date.now() ? 'expired' : 'valid';
};
const colours = { valid: 'green', revoked: 'red', expired: 'gray' } as const;

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
      <DeleteItem onClick={() => onAct('delete')} />
    </RowMenu>
  );
};

/** All tokens, one a row. */
export const TokenTable = (props: {
  tokens: readonly Token[];
  list: ListState<Tokens>;
  onAct: (act: TokenAct, token: Token) => void;
}) => {
  const { t } = useTranslation('tokens');
  const { tokens, onAct } = props;
  const { sortedBy } = props.list;
  return (
    <DataTable
      label={t('title')}
      head={[
        sortedBy('name', t('name')),
        t('state'),
        t('scopes'),
        sortedBy('expires_at', t('expires')),
        sortedBy('last_used_at', t('lastUsed')),
        sortedBy('created_at', t('created')),
        '',
      ]}
      minWidth={860}
    >
      {tokens.map((token) => {
        const state = stateOf(token);
        const { addresses } = token;
        return (
          <Table.Tr key={token.token_id}>
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
