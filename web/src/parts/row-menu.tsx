import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** What can be done with one row; children are `Menu.Item`s. `name` says whose menu it is, `busy` that one is at work. */
export const RowMenu = (props: { name: string; busy?: boolean; children: ReactNode }) => {
  const { name, busy = false, children } = props;
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" loading={busy} aria-label={t('actionsFor', { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
};

/** The last entry of such a menu. */
export const DeleteItem = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation();
  return (
    <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} aria-hidden />} onClick={onClick}>
      {t('delete')}
    </Menu.Item>
  );
};
