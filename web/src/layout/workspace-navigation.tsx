/** Links to the work: the first page, and the kinds of records that the user may read. */
import { Stack, Text } from '@mantine/core';
import {
  IconAddressBook,
  IconBookmark,
  IconBuildingCommunity,
  IconCalendarCheck,
  IconChecklist,
  IconCoinEuro,
  IconFileCertificate,
  IconFileExport,
  IconFileImport,
  IconFolder,
  IconHourglass,
  IconId,
  IconInbox,
  IconSettings,
  IconSquareRounded,
  IconStar,
  IconTarget,
  IconTemplate,
  IconUrgent,
  IconUsers,
  IconWorldShare,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useSession } from '../api/session.ts';
import { Count } from '../components/text/count.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { Link } from '../router/link.tsx';
import { useLocation } from '../router/use-router.ts';
import { READS_EXPORTS } from '../workspace/exports/export-job.ts';
import { IMPORT_SCOPE } from '../workspace/imports/import-job.ts';
import { INBOX_SCOPE, waitingQuery } from '../workspace/inbox/waiting.ts';
import { useLiveChanges } from '../workspace/live/use-live-changes.ts';
import { READS_MESSAGES } from '../workspace/messages/templates.ts';
import { type AgendaGroup, agendaQuery, pageOfList, useUsualAdviser } from '../workspace/my-day/agenda.ts';
import { today } from '../workspace/my-day/days.ts';
import type { Section } from '../workspace/schema/section.ts';
import { listedSections, titleOfSection, useSections } from '../workspace/schema/sections.ts';
import { addressOf, useAllViews, useStars, type View } from '../workspace/views/views.ts';

/** Pictures by the names that kinds of records say; another one is plain. */
const ICONS: Readonly<Record<string, TablerIcon>> = {
  users: IconUsers,
  'file-certificate': IconFileCertificate,
  urgent: IconUrgent,
  folder: IconFolder,
  checklist: IconChecklist,
  'coin-euro': IconCoinEuro,
  target: IconTarget,
  'building-community': IconBuildingCommunity,
  'address-book': IconAddressBook,
  id: IconId,
  'world-share': IconWorldShare,
};

/** A number of records as it is read at a glance. */
const short = (count: number, language: string): string =>
  count > 99_999
    ? new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(count)
    : count.toLocaleString(language);

/** Icon and name of a page; if only the icon is shown, the name is its tooltip. */
export const LinkContent = ({ name, icon: Icon }: { name: string; icon: TablerIcon }) => (
  <>
    <span className="navigation-icon" title={name} aria-hidden>
      <Icon size={18} stroke={1.6} />
    </span>
    <span className="navigation-name">{name}</span>
  </>
);

export const WorkLink = (props: {
  to: string;
  name: string;
  icon: TablerIcon;
  total?: number | null;
  /** The number is work to do. */
  due?: boolean;
  current: boolean;
  onFollow: () => void;
}) => {
  const { language } = useTranslation();
  const { to, name, icon, total = null, due = false, current, onFollow } = props;
  return (
    <Link to={to} className="navigation-link" aria-current={current ? 'page' : undefined} onClick={onFollow}>
      <LinkContent name={name} icon={icon} />
      {total === null ? null : <Count due={due}>{short(total, language)}</Count>}
    </Link>
  );
};

const DEADLINES = '/contracts/deadlines';

/** The work that is due today: its numbers are those of the first page. */
const useDue = (sections: readonly Section[]) => {
  const adviser = useUsualAdviser(sections);
  const { data } = useQuery({ ...agendaQuery(today(), adviser), enabled: sections.length > 0, staleTime: 300_000 });
  return data;
};

const Group = (props: {
  name: 'stock' | 'partner' | 'team';
  sections: readonly Section[];
  due?: AgendaGroup | undefined;
  onFollow: () => void;
}) => {
  const { name, sections, due, onFollow } = props;
  const { t } = useTranslation('records');
  const { pathname, search } = useLocation();
  const inView = new URLSearchParams(search).has('view');
  if (!sections.length) return null;
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600} px="sm" mb={4} id={`group-${name}`} className="navigation-group">
        {t(`navigation.${name}`)}
      </Text>
      <ul className="plain-list" aria-labelledby={`group-${name}`}>
        {sections.map((section) => (
          <Fragment key={section.path}>
            <li>
              <WorkLink
                to={`/${section.path}`}
                name={titleOfSection(section)}
                icon={ICONS[section.layout.icon] ?? IconSquareRounded}
                total={section.total}
                current={pathname.split('/')[1] === section.path && pathname !== DEADLINES && !inView}
                onFollow={onFollow}
              />
            </li>
            {due && section.path === 'contracts' ? (
              <li>
                <WorkLink
                  to={pageOfList(due.list)}
                  name={t('navigation.deadlines')}
                  icon={IconHourglass}
                  total={due.total || null}
                  due
                  current={pathname === DEADLINES}
                  onFollow={onFollow}
                />
              </li>
            ) : null}
          </Fragment>
        ))}
      </ul>
    </div>
  );
};

/** So many views are in the navigation: starred ones first, then own ones. */
const VIEWS_SHOWN = 7;

const Views = ({ sections, onFollow }: { sections: readonly Section[]; onFollow: () => void }) => {
  const { t } = useTranslation('records');
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const { starred } = useStars();
  const weight = ({ id, kid }: View) => 2 * Number(starred.has(id)) + Number(kid === user.kid);
  const known = useAllViews().filter(({ section }) => sections.some(({ path }) => path === section));
  const views = known.toSorted((one, other) => weight(other) - weight(one)).slice(0, VIEWS_SHOWN);
  if (!views.length) return null;
  const shown = new URLSearchParams(search).get('view');
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600} px="sm" mb={4} id="group-views" className="navigation-group">
        {t('navigation.views')}
      </Text>
      <ul className="plain-list" aria-labelledby="group-views">
        {views.map((view) => (
          <li key={view.id}>
            <WorkLink
              to={addressOf(view)}
              name={view.name}
              icon={starred.has(view.id) ? IconStar : IconBookmark}
              current={pathname === `/${view.section}` && shown === String(view.id)}
              onFollow={onFollow}
            />
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The inbox with the number of waiting documents, for users who may assign them. */
const InboxLink = ({ onFollow }: { onFollow: () => void }) => {
  const { t } = useTranslation('inbox');
  const { pathname } = useLocation();
  const { data = null } = useQuery(waitingQuery);
  return (
    <WorkLink
      to="/inbox"
      name={t('title')}
      icon={IconInbox}
      total={data}
      current={pathname === '/inbox'}
      onFollow={onFollow}
    />
  );
};

export const WorkNavigation = ({ onFollow }: { onFollow: () => void }) => {
  const { t } = useTranslation('records');
  const { t: exports } = useTranslation('exports');
  const { t: imports } = useTranslation('imports');
  const { t: messages } = useTranslation('messages');
  const { pathname } = useLocation();
  const { user } = useSession();
  const { data = [] } = useSections();
  const sections = listedSections(data);
  const due = useDue(data);
  useLiveChanges();
  const inGroup = (name: string) => sections.filter(({ layout }) => layout.nav?.[0] === name);
  return (
    <Stack gap="md">
      <div>
        <WorkLink
          to="/"
          name={t('navigation.day')}
          icon={IconCalendarCheck}
          total={due?.tasks?.total || null}
          due
          current={pathname === '/'}
          onFollow={onFollow}
        />
        {user.scopes.includes(INBOX_SCOPE) ? <InboxLink onFollow={onFollow} /> : null}
      </div>
      {(['stock', 'partner', 'team'] as const).map((name) => (
        <Group key={name} name={name} sections={inGroup(name)} due={due?.deadlines} onFollow={onFollow} />
      ))}
      <Views sections={sections} onFollow={onFollow} />
      <div>
        {user.scopes.includes(READS_MESSAGES) && sections.length ? (
          <WorkLink
            to="/templates"
            name={messages('title')}
            icon={IconTemplate}
            current={pathname === '/templates'}
            onFollow={onFollow}
          />
        ) : null}
        {user.scopes.includes(IMPORT_SCOPE) ? (
          <WorkLink
            to="/imports"
            name={imports('title')}
            icon={IconFileImport}
            current={pathname.split('/')[1] === 'imports'}
            onFollow={onFollow}
          />
        ) : null}
        {user.scopes.includes(READS_EXPORTS) && sections.length ? (
          <WorkLink
            to="/exports"
            name={exports('title')}
            icon={IconFileExport}
            current={pathname === '/exports'}
            onFollow={onFollow}
          />
        ) : null}
      </div>
      <WorkLink
        to="/settings"
        name={t('navigation.settings')}
        icon={IconSettings}
        current={false}
        onFollow={onFollow}
      />
    </Stack>
  );
};
