import { IconDots } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { lazyComponent } from '../lazy.ts';
import { type ActionMenuProps, MenuButton } from './menu-button.tsx';

const menu = lazyComponent<ActionMenuProps>(async () => (await import('./menu.impl.tsx')).DrawnMenu);

/** A button that opens a menu, which is drawn when it is opened for the first time. */
export const ActionMenu = (props: ActionMenuProps) => {
  const [Drawn, setDrawn] = useState<ComponentType<ActionMenuProps>>();
  if (Drawn) return <Drawn {...props} />;
  const { width: _, start: __, actions: ___, ...button } = props;
  const open = () => menu.get().then((got) => got && setDrawn(() => got));
  return <MenuButton {...button} aria-haspopup="menu" aria-expanded={false} onClick={open} />;
};

/** The actions of one row. `name` names the row, `busy` that an action runs. */
export const RowMenu = (props: { name: string; busy?: boolean; actions: ActionMenuProps['actions'] }) => {
  const { name, busy = false, actions } = props;
  const { t } = useTranslation();
  const label = t('actionsFor', { name });
  return <ActionMenu variant="subtle" color="gray" loading={busy} label={label} icon={IconDots} actions={actions} />;
};
