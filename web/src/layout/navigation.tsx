/** Links to all pages of the settings, by group. */
import { Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Link } from '../router/link.tsx';
import { useLocation } from '../router/use-router.ts';
import { groups, type Page, pages } from '../settings/page-registry.ts';
import { LinkContent, WorkLink } from './workspace-navigation.tsx';

const Entry = ({ page, onFollow }: { page: Page; onFollow: () => void }) => {
  const { t } = useTranslation(page.name);
  const { pathname } = useLocation();
  const content = <LinkContent name={t('title')} icon={page.icon} />;
  // The API reference is a document of its own, not a page of this application.
  if (!page.load)
    return (
      <a href={page.path} className="navigation-link">
        {content}
      </a>
    );
  // A failure is retried when the link is followed.
  const preload = () => void page.load?.().catch(() => undefined);
  return (
    <Link
      to={page.path}
      className="navigation-link"
      aria-current={pathname === page.path ? 'page' : undefined}
      onClick={onFollow}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {content}
    </Link>
  );
};

export const Navigation = ({ administrator, onFollow }: { administrator: boolean; onFollow: () => void }) => {
  const { t } = useTranslation();
  const { t: work } = useTranslation('records');
  const visible = pages.filter((page) => administrator || page.everyone);
  return (
    <Stack gap="md">
      <WorkLink to="/" name={work('work')} icon={IconArrowLeft} current={false} onFollow={onFollow} />
      {groups.map((group) => {
        const members = visible.filter((page) => page.group === group);
        return members.length ? (
          <div key={group}>
            <Text size="xs" c="dimmed" fw={600} px="sm" mb={4} id={`group-${group}`} className="navigation-group">
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
