import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { useSession, useTakeSession } from '../api/session.ts';
import { notifyError } from '../parts/notify.ts';
import { useLeave } from '../parts/unsaved.ts';

/** Who is signed in, with the way out. */
export const UserMenu = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
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
  return (
    <Menu position="bottom-end" shadow="md" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('menu.account')}>
          <IconUserCircle size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/settings/account" leftSection={<IconUser size={16} aria-hidden />}>
          <Text size="sm" fw={600}>
            {t('title', { ns: 'account' })}
          </Text>
          <Text size="xs" c="dimmed" className="break-anywhere">
            {user.email}
          </Text>
          <Text size="xs" c="dimmed">
            {organisation.name}
          </Text>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave(() => signOut.mutate())}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
