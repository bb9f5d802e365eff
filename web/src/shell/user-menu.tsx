import { Text } from '@mantine/core';
import { IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useSession, useTakeSession } from '../api/session.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { ActionMenu } from '../parts/action-menu.tsx';
import { notifyError } from '../parts/notify.ts';
import { useLeave } from '../parts/unsaved.ts';
import { navigate } from '../router/visits.ts';

/** Who is signed in, with the way out. */
export const UserMenu = () => {
  const { t } = useTranslation();
  const { t: account } = useTranslation('account');
  const { user, organisation } = useSession();
  const takeSession = useTakeSession();
  const leave = useLeave();
  const signOut = useMutation({
    mutationFn: () => api('DELETE /session'),
    onSuccess: () => {
      navigate('/login', { replace: true });
      takeSession({ signed_in: false });
    },
    onError: notifyError,
  });
  const who = (
    <>
      <Text size="sm" fw={600}>
        {account('title')}
      </Text>
      <Text size="xs" c="dimmed" className="break-anywhere">
        {user.email}
      </Text>
      <Text size="xs" c="dimmed" className="break-anywhere">
        {organisation.name}
      </Text>
    </>
  );
  return (
    <ActionMenu
      label={t('menu.account')}
      icon={IconUserCircle}
      width={240}
      actions={[
        { name: account('title'), content: who, icon: IconUser, to: '/settings/account' },
        { name: t('signOut'), icon: IconLogout, run: () => leave(() => signOut.mutate()) },
      ]}
    />
  );
};
