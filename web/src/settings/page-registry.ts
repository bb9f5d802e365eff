/** Every page of the settings; routes and navigation derive from this list, in its order. */
import {
  IconAffiliate,
  IconBook2,
  IconBuilding,
  IconBuildingBank,
  IconChartBar,
  IconClipboardList,
  IconForms,
  IconHistory,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconLogin2,
  IconMail,
  IconShieldLock,
  IconTags,
  IconUmbrella,
  IconUser,
  IconUserShield,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Texts } from '../i18n/texts.ts';

export const groups = ['start', 'integration', 'data', 'organisation'] as const;

interface Entry {
  /** Folder of the page, and the name of its texts; the navigation shows their `title`. */
  readonly name: { [Name in keyof Texts]: Texts[Name] extends { title: string } ? Name : never }[keyof Texts];
  readonly group: (typeof groups)[number];
  readonly icon: TablerIcon;
  /** Null: a document outside of this application. */
  readonly load: (() => Promise<{ default: ComponentType }>) | null;
  /** `/settings/<name>` where it is absent. */
  readonly path?: string;
  /** Shown to users who are no administrators as well. */
  readonly everyone?: boolean;
}

const entries: readonly Entry[] = [
  {
    name: 'overview',
    group: 'start',
    icon: IconLayoutDashboard,
    load: () => import('./overview/page.tsx'),
    path: '/settings',
  },
  { name: 'tokens', group: 'integration', icon: IconKey, load: () => import('./tokens/page.tsx') },
  { name: 'webhooks', group: 'integration', icon: IconWebhook, load: () => import('./webhooks/page.tsx') },
  { name: 'usage', group: 'integration', icon: IconChartBar, load: () => import('./usage/page.tsx') },
  { name: 'reference', group: 'integration', icon: IconBook2, load: null, path: '/reference' },
  { name: 'fields', group: 'data', icon: IconForms, load: () => import('./fields/page.tsx') },
  { name: 'sparten', group: 'data', icon: IconUmbrella, load: () => import('./sparten/page.tsx') },
  { name: 'relation-types', group: 'data', icon: IconAffiliate, load: () => import('./relation-types/page.tsx') },
  {
    name: 'billing-companies',
    group: 'data',
    icon: IconBuildingBank,
    load: () => import('./billing-companies/page.tsx'),
  },
  { name: 'tags', group: 'data', icon: IconTags, load: () => import('./tags/page.tsx') },
  { name: 'inbox-rules', group: 'data', icon: IconInbox, load: () => import('./inbox-rules/page.tsx') },
  { name: 'organisation', group: 'organisation', icon: IconBuilding, load: () => import('./organisation/page.tsx') },
  { name: 'mailboxes', group: 'organisation', icon: IconMail, load: () => import('./mailboxes/page.tsx') },
  { name: 'users', group: 'organisation', icon: IconUsers, load: () => import('./users/page.tsx') },
  { name: 'sso', group: 'organisation', icon: IconLogin2, load: () => import('./sso/page.tsx') },
  { name: 'roles', group: 'organisation', icon: IconUserShield, load: () => import('./roles/page.tsx') },
  {
    name: 'retention',
    group: 'organisation',
    icon: IconShieldLock,
    load: () => import('./retention/page.tsx'),
  },
  {
    name: 'processing',
    group: 'organisation',
    icon: IconClipboardList,
    load: () => import('./processing/page.tsx'),
  },
  { name: 'audit', group: 'organisation', icon: IconHistory, load: () => import('./audit/page.tsx') },
  { name: 'account', group: 'organisation', icon: IconUser, load: () => import('./account/page.tsx'), everyone: true },
];

export type Page = Entry & { readonly path: string };

export const pages: readonly Page[] = entries.map((entry) => ({ path: `/settings/${entry.name}`, ...entry }));
