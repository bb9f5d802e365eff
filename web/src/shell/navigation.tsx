/** Links to all pages, by group. */
import { NavLink, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { groups, type Page, pages } from '../pages/registry.ts';

const Entry = ({ page, onFollow }: { page: Page; onFollow: () => void }) => {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const Icon = page.icon;
  const label = t('title', { ns: page.name });
  const icon = <Icon size={18} stroke={1.6} aria-hidden />;
  // The API reference is a document of its own, not a page of this application.
  if (!page.load) return <NavLink component="a" href={page.path} label={label} leftSection={icon} />;
  const active = pathname === page.path;
  // What fails now is tried again when the link is followed.
  const preload = () => void page.load?.().catch(() => undefined);
  return (
    <NavLink
      component={Link}
      to={page.path}
      label={label}
      leftSection={icon}
      active={active}
      aria-current={active ? 'page' : undefined}
      onClick={onFollow}
      onPointerEnter={preload}
      onFocus={preload}
    />
  );
};

export const Navigation = ({ administrator, onFollow }: { administrator: boolean; onFollow: () => void }) => {
  const { t } = useTranslation();
  const visible = pages.filter((page) => administrator || page.everyone);
  return (
    <Stack gap="md">
      {groups.map((group) => {
        const members = visible.filter((page) => page.group === group);
        return members.length ? (
          <div key={group}>
            <Text size="xs" c="dimmed" fw={600} px="sm" mb={4} id={`group-${group}`}>
              {t(`group.${group}`)}
            </Text>
            <ul className="plain-list" aria-labelledby={`group-${group}`}>
              {members.map((page) => (
                <li key={page.name}>
                  <Entry page={page} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          </div>
        ) : null;
      })}
    </Stack>
  );
};
