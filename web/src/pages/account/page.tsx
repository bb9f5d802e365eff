/** The own account, for every user. */
import { Card, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import type { Account } from '../../api/types.ts';
import { DateText } from '../../parts/date-text.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionsCard, useOwnSessions } from './sessions-card.tsx';
import { TotpCard } from './totp-card.tsx';

const Profile = ({ account }: { account: Account }) => {
  const { t } = useTranslation('account');
  const { user } = useSession();
  const rows = [
    [t('name'), account.name],
    [t('email'), account.email],
    [t('role'), user.administrator ? t('administrator') : account.rolle],
    [t('lastLogin'), <DateText key="login" value={account.letzter_login} />],
  ] as const;
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4" mb="xs">
        {t('profile')}
      </Title>
      <Table variant="vertical" withRowBorders={false} layout="fixed">
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w="40%" scope="row">
                {label}
              </Table.Th>
              <Table.Td className="break-anywhere">
                <Text span size="sm">
                  {value}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
};

export default function AccountPage() {
  const { t } = useTranslation('account');
  const { organisation } = useSession();
  useOwnSessions();
  const query = useQuery({ queryKey: ['account'], queryFn: () => api('GET /account') });
  return (
    <>
      <PageTitle title={t('title')} description={t('text', { organisation: organisation.name })} />
      <QueryState query={query}>
        {(account) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
            <Stack>
              <Profile account={account} />
              <TotpCard on={account.totp} codesLeft={account.recovery_codes} />
            </Stack>
            <Stack>
              <PasswordForm changedAt={account.password_changed_at} email={account.email} totp={account.totp} />
              <SessionsCard />
            </Stack>
          </SimpleGrid>
        )}
      </QueryState>
    </>
  );
}
