/** Frame of every page behind the login: header, navigation, content. */
import { ActionIcon, Burger, Group, Stack, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import {
  IconArrowLeft,
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { addressOf, api } from '../api/client.ts';
import { useSession, useSessionQuery, useTakeSession } from '../api/session.ts';
import type { RequiredAction, SignedIn } from '../api/types.ts';
import { Waiting } from '../components/feedback/page-fallbacks.tsx';
import { ErrorBox } from '../components/feedback/query-state.tsx';
import { laterDialog } from '../components/lazy.ts';
import { ActionMenu } from '../components/menu/action-menu.tsx';
import { LanguageMenu } from '../components/menu/language-menu.tsx';
import { SchemeMenu } from '../components/menu/scheme-menu.tsx';
import { removeOtherDrafts } from '../hooks/drafts.ts';
import { useKeys } from '../hooks/keys.ts';
import { notifyError } from '../hooks/notify.ts';
import { useLeave } from '../hooks/unsaved-changes.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Link, Redirect } from '../router/link.tsx';
import { type Location, navigate } from '../router/router.ts';
import { useBusy, useLocation } from '../router/use-router.ts';
import { groups, type Page, pages } from '../settings/page-registry.ts';
import { SearchButton } from '../workspace/search/search-button.tsx';
import { usePageKeys } from './page-keys.ts';
import { InnerPart } from './page-view.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { LinkContent, WorkLink, WorkNavigation } from './workspace-navigation.tsx';

const KeyboardHelp = laterDialog(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);

/** Who is signed in, with the way out. */
const UserMenu = () => {
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
    onSuccess: () => {
      removeOtherDrafts(null);
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

/** Windows without space for the navigation next to the page. */
const PHONE = '(max-width: 47.99em)';

/** `covers`: elements behind it are not reachable; `button` opens it, and gets the focus after Escape. */
const usePhoneNavigation = () => {
  const [opened, { toggle, close }] = useDisclosure();
  const covers = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) && opened;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!covers) return;
    const closeAtEscape = ({ key }: KeyboardEvent) => {
      // Menus and dialogs above it close first.
      if (key !== 'Escape' || document.querySelector('[role=menu], [role=dialog]')) return;
      close();
      button.current?.focus();
    };
    // In the capture phase, before a menu handles the key and is unmounted.
    window.addEventListener('keydown', closeAtEscape, { capture: true });
    return () => window.removeEventListener('keydown', closeAtEscape, { capture: true });
  }, [covers, close]);
  return { opened, covers, toggle, close, button };
};

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

const Navigation = ({ administrator, onFollow }: { administrator: boolean; onFollow: () => void }) => {
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

const KEY = 'navigation';

const stored = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'collapsed';
  } catch {
    return false;
  }
};

/** Its state, and what turns it round; Ctrl+B does too. */
const useCollapsed = (): readonly [collapsed: boolean, turn: () => void] => {
  const [collapsed, setCollapsed] = useState(stored);
  useEffect(() => {
    try {
      localStorage.setItem(KEY, collapsed ? 'collapsed' : 'wide');
    } catch {
      // A browser that stores nothing begins with the wide one.
    }
  }, [collapsed]);
  useEffect(() => {
    const turnAtKey = (event: KeyboardEvent) => {
      if (event.key !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setCollapsed((now) => !now);
    };
    window.addEventListener('keydown', turnAtKey);
    return () => window.removeEventListener('keydown', turnAtKey);
  }, []);
  return [collapsed, () => setCollapsed((now) => !now)];
};

const SETTINGS = '/settings';
const ACCOUNT = '/settings/account';
/** The page of the inbox was one of the settings. */
const [OLD_INBOX, INBOX] = ['/settings/inbox', '/inbox'];
const DutyPage = lazy(() => import('../settings/account/required-action.tsx'));

/**
 * An action that the user has to take first. It stays until the page reports it done: a session that is requested
 * meanwhile must not hide recovery codes before they were written down.
 */
const useDuty = (must: RequiredAction | null) => {
  const [duty, setDuty] = useState<RequiredAction | null>(null);
  if (must !== null && duty === null) setDuty(must);
  return [duty, () => setDuty(null)] as const;
};

/**
 * After a change of the page the focus moves to its content, not the followed link; within a page, only where that
 * link was removed. A change of the page's own parameters moves nothing.
 */
const useFocusOnChange = ({ pathname, search, entry }: Location) => {
  const main = useRef<HTMLElement>(null);
  const shown = useRef({ pathname, search, entry });
  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, search, entry };
    const led = before.entry !== entry && before.search !== search;
    const lost = led && document.activeElement === document.body;
    if (before.pathname === pathname && !lost) return;
    main.current?.focus();
    window.scrollTo(0, 0);
  }, [pathname, search, entry]);
  return main;
};

/** The organisation's logo; the product's sign where it has none. */
const Mark = ({ organisation: { logo, name } }: Pick<SignedIn, 'organisation'>) =>
  logo ? (
    <img className="logo" src={addressOf('GET /organisation/logo', { query: { name: logo } })} alt={name} />
  ) : (
    <img src="/favicon.svg" alt="" width={28} height={28} />
  );

const isOfSettings = (pathname: string): boolean => pathname === SETTINGS || pathname.startsWith(`${SETTINGS}/`);

const Frame = ({ user: { administrator, kid }, organisation }: SignedIn) => {
  const { t } = useTranslation();
  const { t: records } = useTranslation('records');
  const location = useLocation();
  const inSettings = isOfSettings(location.pathname);
  const [collapsed, turn] = useCollapsed();
  const Collapse = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const { opened, covers, toggle, close, button } = usePhoneNavigation();
  const main = useFocusOnChange(location);
  useEffect(() => removeOtherDrafts(`${organisation.org_id}/${kid}`), [organisation.org_id, kid]);
  const busy = useBusy();
  usePageKeys();
  return (
    <div className="frame" data-collapsed={collapsed || undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads into the page, which the navigation of a phone may cover */}
      <a className="skip-link" href="#content" onClick={close}>
        {t('skip')}
      </a>
      {/* The second class keeps it in its place while a dialog takes the bar that scrolls away. */}
      <header className="frame-header right-scroll-bar-position">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap" gap="xs">
            <Burger
              ref={button}
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? t('menu.close') : t('menu.open')}
              aria-expanded={opened}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              visibleFrom="sm"
              onClick={turn}
              aria-label={records(collapsed ? 'expand' : 'collapse')}
              aria-expanded={!collapsed}
            >
              <Collapse size={20} stroke={1.6} aria-hidden />
            </ActionIcon>
            <Mark organisation={organisation} />
            <Text
              fw={650}
              truncate
              title={organisation.name}
              visibleFrom={organisation.logo ? 'sm' : 'xs'}
              className="organisation-name"
            >
              {organisation.name}
            </Text>
          </Group>
          <SearchButton />
          <Group wrap="nowrap" gap="xs">
            <LanguageMenu />
            <SchemeMenu />
            <UserMenu />
          </Group>
        </Group>
      </header>
      <nav
        className="frame-navigation"
        data-opened={opened || undefined}
        aria-label={inSettings ? t('menu.label') : records('navigation.label')}
      >
        {inSettings ? (
          <Navigation administrator={administrator} onFollow={close} />
        ) : (
          <WorkNavigation onFollow={close} />
        )}
      </nav>
      <main ref={main} id="content" tabIndex={-1} aria-busy={busy} inert={covers}>
        <InnerPart />
      </main>
    </div>
  );
};

/** Leads to the sign-in once, however often it is drawn while the files of that are on their way. */
const ToLogin = ({ from, ended }: { from: string; ended: boolean }) => {
  useEffect(() => {
    navigate('/login', { replace: true, state: { from, ended } });
  }, [from, ended]);
  return <Waiting />;
};

export default function Shell() {
  const session = useSessionQuery();
  const [duty, dutyDone] = useDuty(session.data?.signed_in ? session.data.must : null);
  const { pathname, search } = useLocation();
  if (session.data === undefined) {
    if (!session.isError) return <Waiting />;
    return (
      <main style={{ padding: '1rem' }}>
        <ErrorBox error={session.error} retry={() => session.refetch()} />
      </main>
    );
  }
  if (!session.data.signed_in) {
    return <ToLogin from={`${pathname}${search}`} ended={session.data.ended === true} />;
  }
  if (duty !== null) {
    return (
      <UnsavedGuard>
        <Suspense fallback={<Waiting />}>
          <DutyPage key={duty} duty={duty} done={dutyDone} />
        </Suspense>
      </UnsavedGuard>
    );
  }
  const { user, organisation } = session.data;
  if (pathname === OLD_INBOX) return <Redirect to={INBOX} />;
  if (isOfSettings(pathname) && !user.administrator && pathname !== ACCOUNT) return <Redirect to={ACCOUNT} />;
  return (
    // State of one user is discarded when another one signs in in another tab.
    <UnsavedGuard key={`${organisation.org_id}/${user.kid}`}>
      <Frame {...session.data} />
    </UnsavedGuard>
  );
}
