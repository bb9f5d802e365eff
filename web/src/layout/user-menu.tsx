import { Text } from '@mantine/core';
import { IconKeyboard, IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useSession, useTakeSession } from '../api/session.ts';
import { laterDialog } from '../components/lazy.ts';
import { ActionMenu } from '../components/menu/action-menu.tsx';
import { removeOtherDrafts } from '../hooks/drafts.ts';
import { useKeys } from '../hooks/keys.ts';
import { notifyError } from '../hooks/notify.ts';
import { useLeave } from '../hooks/unsaved-changes.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { navigate } from '../router/router.ts';

const KeyboardHelp = laterDialog(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);

/** Who is signed in, with the way out. */
export const UserMenu = () => {
  const { t } = useTranslation();
  const { t: account } = useTranslation('account');
  const { user, organisation } = useSession();
  const takeSession = useTakeSession();
  const leave = useLeave();
  const { t: keyboard } = useTranslation('keyboard');
  const [help, setHelp] = useState(false);
  useKeys({ '?': () => setHelp(true) });
  const signOut = useMutation({
    mutationFn: () => api('DELETE /session'),
    onSuccess: ({ leave: page }) => {
      removeOtherDrafts(null);
      navigate('/login', { replace: true });
      takeSession({ signed_in: false });
      if (page) window.location.assign(page);
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
    <>
      <ActionMenu
        label={t('menu.account')}
        icon={IconUserCircle}
        width={240}
        actions={[
          { name: account('title'), content: who, icon: IconUser, to: '/settings/account' },
          { name: keyboard('title'), icon: IconKeyboard, run: () => setHelp(true) },
          { name: t('signOut'), icon: IconLogout, run: () => leave(() => signOut.mutate()) },
        ]}
      />
      {help ? <KeyboardHelp opened onClose={() => setHelp(false)} /> : null}
    </>
  );
};
