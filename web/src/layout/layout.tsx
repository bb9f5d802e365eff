/** Frame of every page behind the login: header, navigation, content. */
import { ActionIcon, Burger, Group, Text } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { addressOf } from '../api/client.ts';
import { SessionProvider, useSessionQuery } from '../api/session.ts';
import type { RequiredAction, SignedIn } from '../api/types.ts';
import { Waiting } from '../components/feedback/page-fallbacks.tsx';
import { ErrorBox } from '../components/feedback/query-state.tsx';
import { LanguageMenu } from '../components/menu/language-menu.tsx';
import { SchemeMenu } from '../components/menu/scheme-menu.tsx';
import { removeOtherDrafts } from '../hooks/drafts.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Redirect } from '../router/link.tsx';
import { type Location, navigate } from '../router/router.ts';
import { useBusy, useLocation } from '../router/use-router.ts';
import { SearchButton } from '../workspace/search/search-button.tsx';
import { useCollapsed } from './collapsed.ts';
import { Navigation } from './navigation.tsx';
import { usePageKeys } from './page-keys.ts';
import { InnerPart } from './page-view.tsx';
import { usePhoneNavigation } from './phone-navigation.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { UserMenu } from './user-menu.tsx';
import { WorkNavigation } from './workspace-navigation.tsx';

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
              fw={600}
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
      <SessionProvider value={session.data}>
        <UnsavedGuard>
          <Suspense fallback={<Waiting />}>
            <DutyPage key={duty} duty={duty} done={dutyDone} />
          </Suspense>
        </UnsavedGuard>
      </SessionProvider>
    );
  }
  const { user, organisation } = session.data;
  if (pathname === OLD_INBOX) return <Redirect to={INBOX} />;
  if (isOfSettings(pathname) && !user.administrator && pathname !== ACCOUNT) return <Redirect to={ACCOUNT} />;
  return (
    // State of one user is discarded when another one signs in in another tab.
    <SessionProvider key={`${organisation.org_id}/${user.kid}`} value={session.data}>
      <UnsavedGuard>
        <Frame {...session.data} />
      </UnsavedGuard>
    </SessionProvider>
  );
}
