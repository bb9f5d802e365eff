import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from '../../router/link.tsx';
import { type Action, type ActionMenuProps, MenuButton } from './menu-button.tsx';

const Item = ({ name, content = name, icon: Icon, to, run, danger, chosen, lang }: Action) => {
  const shown = {
    ...(danger ? { c: 'var(--mantine-color-error)' } : {}),
    ...(lang ? { lang } : {}),
    ...(run ? { onClick: run } : {}),
    leftSection: Icon ? <Icon size={16} aria-hidden /> : null,
    rightSection: chosen ? <IconCheck size={16} aria-hidden /> : null,
    children: content,
  };
  return to ? <Menu.Item component={Link} to={to} {...shown} /> : <Menu.Item {...shown} />;
};

/** A menu with its button; it opens as soon as it is there. */
export const DrawnMenu = ({ width, start = false, actions, ...button }: ActionMenuProps) => {
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The pressed button was unmounted: this one gets the focus, now and when the menu closes.
    place.current?.focus();
    setOpened(true);
  }, []);
  return (
    <Menu
      position={start ? 'bottom-start' : 'bottom-end'}
      shadow="md"
      opened={opened}
      onChange={setOpened}
      {...(width ? { width } : {})}
    >
      <Menu.Target>
        <MenuButton {...button} ref={place} />
      </Menu.Target>
      <Menu.Dropdown>{actions.map((action) => (action ? <Item key={action.name} {...action} /> : null))}</Menu.Dropdown>
    </Menu>
  );
};
