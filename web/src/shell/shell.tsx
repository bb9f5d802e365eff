/** Frame of every page behind the login: header, navigation, content. */
import { Burger, Group, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { addressOf } from '../api/client.ts';
import { useSessionQuery } from '../api/session.ts';
import type { Duty, SignedIn } from '../api/types.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { ErrorBox } from '../parts/query-state.tsx';
import { useBusy, useLocation } from '../router/hooks.ts';
import { Redirect } from '../router/link.tsx';
import { InnerPart } from '../router/view.tsx';
import { type Location, navigate } from '../router/visits.ts';
import { Waiting } from './fallbacks.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Navigation } from './navigation.tsx';
import { usePhoneNavigation } from './phone-navigation.ts';
import { SchemeMenu } from './scheme-menu.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { UserMenu } from './user-menu.tsx';

const ACCOUNT = '/settings/account';
const DutyPage = lazy(() => import('../pages/account/duty.tsx'));

/**
 * What the user has to do before anything else. It stays until the page says that it is done: a session that is asked
 * again in between must not take recovery codes away that nobody has written down yet.
 */
const useDuty = (must: Duty | null) => {
  const [duty, setDuty] = useState<Duty | null>(null);
  if (must !== null && duty === null) setDuty(must);
  return [duty, () => setDuty(null)] as const;
};

/**
 * After a change of the page the keyboard goes on at its content, not at the link that was followed; within a page,
 * where that link is gone. What a page writes into its own address leads nowhere.
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

const Frame = ({ user: { administrator }, organisation }: SignedIn) => {
  const { t } = useTranslation();
  const location = useLocation();
  const { opened, covers, toggle, close, button } = usePhoneNavigation();
  const main = useFocusOnChange(location);
  const busy = useBusy();
  return (
    <div className="frame">
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
            <Mark organisation={organisation} />
            <Text fw={650} visibleFrom={organisation.logo ? 'sm' : 'xs'}>
              {t('product')}
            </Text>
          </Group>
          <Group wrap="nowrap" gap="xs">
            <LanguageMenu />
            <SchemeMenu />
            <UserMenu />
          </Group>
        </Group>
      </header>
      <nav className="frame-navigation" data-opened={opened || undefined} aria-label={t('menu.label')}>
        <Navigation administrator={administrator} onFollow={close} />
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
  if (!user.administrator && pathname !== ACCOUNT) return <Redirect to={ACCOUNT} />;
  return (
    // What one of them has opened is nothing of the next one who signs in in another tab.
    <UnsavedGuard key={`${organisation.org_id}/${user.kid}`}>
      <Frame {...session.data} />
    </UnsavedGuard>
  );
}
