import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ActionMenu } from './action-menu.tsx';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
const schemes = ['light', 'dark', 'auto'] as const;

export const SchemeMenu = () => {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const actions = schemes.map((scheme) => ({
    name: t(`scheme.${scheme}`),
    icon: icons[scheme],
    chosen: colorScheme === scheme,
    run: () => setColorScheme(scheme),
  }));
  return <ActionMenu label={t('scheme.label')} icon={icons[colorScheme]} actions={actions} />;
};
