/** Every page of the settings; routes and navigation derive from this list, in its order. */
import {
  IconAffiliate,
  IconBook2,
  IconBuildingBank,
  IconChartBar,
  IconForms,
  IconHistory,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconTags,
  IconUmbrella,
  IconUser,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Messages } from '../i18n/define.ts';
import { pageMessages } from './messages.ts';

export const groups = ['start', 'integration', 'data', 'organisation'] as const;

export interface Page {
  /** Folder of the page and namespace of its texts; `title` is what the navigation shows. */
  readonly name: Exclude<keyof typeof pageMessages, 'login' | 'invitation'>;
  readonly path: string;
  readonly icon: TablerIcon;
  readonly group: (typeof groups)[number];
  /** Null: a document outside of this application. */
  readonly load: (() => Promise<{ default: ComponentType }>) | null;
  readonly messages: Messages;
  /** Shown to users who are no administrators as well. */
  readonly everyone?: boolean;
}

export const pages: readonly Page[] = [
  {
    name: 'overview',
    path: '/settings',
    icon: IconLayoutDashboard,
    group: 'start',
    load: () => import('./overview/page.tsx'),
    messages: pageMessages.overview,
  },
  {
    name: 'tokens',
    path: '/settings/tokens',
    icon: IconKey,
    group: 'integration',
    load: () => import('./tokens/page.tsx'),
    messages: pageMessages.tokens,
  },
  {
    name: 'webhooks',
    path: '/settings/webhooks',
    icon: IconWebhook,
    group: 'integration',
    load: () => import('./webhooks/page.tsx'),
    messages: pageMessages.webhooks,
  },
  {
    name: 'usage',
    path: '/settings/usage',
    icon: IconChartBar,
    group: 'integration',
    load: () => import('./usage/page.tsx'),
    messages: pageMessages.usage,
  },
  {
    name: 'reference',
    path: '/reference',
    icon: IconBook2,
    group: 'integration',
    load: null,
    messages: pageMessages.reference,
  },
  {
    name: 'fields',
    path: '/settings/fields',
    icon: IconForms,
    group: 'data',
    load: () => import('./fields/page.tsx'),
    messages: pageMessages.fields,
  },
  {
    name: 'sparten',
    path: '/settings/sparten',
    icon: IconUmbrella,
    group: 'data',
    load: () => import('./sparten/page.tsx'),
    messages: pageMessages.sparten,
  },
  {
    name: 'relation-types',
    path: '/settings/relation-types',
    icon: IconAffiliate,
    group: 'data',
    load: () => import('./relation-types/page.tsx'),
    messages: pageMessages['relation-types'],
  },
  {
    name: 'billing-companies',
    path: '/settings/billing-companies',
    icon: IconBuildingBank,
    group: 'data',
    load: () => import('./billing-companies/page.tsx'),
    messages: pageMessages['billing-companies'],
  },
  {
    name: 'tags',
    path: '/settings/tags',
    icon: IconTags,
    group: 'data',
    load: () => import('./tags/page.tsx'),
    messages: pageMessages.tags,
  },
  {
    name: 'inbox',
    path: '/settings/inbox',
    icon: IconInbox,
    group: 'data',
    load: () => import('./inbox/page.tsx'),
    messages: pageMessages.inbox,
  },
  {
    name: 'users',
    path: '/settings/users',
    icon: IconUsers,
    group: 'organisation',
    load: () => import('./users/page.tsx'),
    messages: pageMessages.users,
  },
  {
    name: 'audit',
    path: '/settings/audit',
    icon: IconHistory,
    group: 'organisation',
    load: () => import('./audit/page.tsx'),
    messages: pageMessages.audit,
  },
  {
    name: 'account',
    path: '/settings/account',
    icon: IconUser,
    group: 'organisation',
    load: () => import('./account/page.tsx'),
    messages: pageMessages.account,
    everyone: true,
  },
];
