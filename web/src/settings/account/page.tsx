/** The own account, for every user. */
import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callOf } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CalendarCard } from './calendar-card.tsx';
import { KeyboardCard } from './keyboard-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard, useOwnSessions } from './sessions-card.tsx';
import { TotpCard } from './totp-card.tsx';

export default function AccountPage() {
  const { t } = useTranslation('account');
  const { organisation, user } = useSession();
  useOwnSessions();
  const query = useQuery({ queryKey: ['account'], ...callOf('GET /account') });
  return (
    <>
      <PageTitle title={t('title')} description={t('text', { organisation: organisation.name })} />
      <QueryState query={query}>
        {(account) => (
          <Stack>
            <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
              <Stack>
                <ProfileCard account={account} />
                <PasskeysCard passkeys={account.passkeys} />
                <TotpCard on={account.totp} codesLeft={account.recovery_codes} />
                <KeyboardCard />
              </Stack>
              <Stack>
                {user.proof === 'password' ? (
                  <PasswordForm changedAt={account.password_changed_at} email={account.email} />
                ) : null}
                <CalendarCard />
              </Stack>
            </SimpleGrid>
            <SessionsCard />
          </Stack>
        )}
      </QueryState>
    </>
  );
}
