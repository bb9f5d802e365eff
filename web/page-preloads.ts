/**
 * The first calls of each page, in addition to the session. Its document preloads them, so that responses arrive
 * while scripts load; test/browser/first-load.whole.test.ts compares the list with the requests of the pages.
 */
const LIST = 'page=1&limit=50';

export const firstCalls: Readonly<Record<string, readonly string[]>> = {
  'settings/overview': ['overview'],
  'settings/tokens': [`tokens?${LIST}`],
  'settings/webhooks': ['webhooks'],
  'settings/usage': ['usage', 'usage/requests?hours=24'],
  'settings/fields': ['fields'],
  'settings/sparten': ['sparten'],
  'settings/relation-types': ['relation-types'],
  'settings/billing-companies': ['billing-companies'],
  'settings/tags': [`tags?${LIST}&sort=tag`],
  'settings/organisation': ['archive', 'organisation', 'letterhead', 'mail'],
  'settings/mailboxes': ['mail-server', 'mailboxes'],
  'settings/sso': ['sso'],
  'settings/users': [`users?${LIST}`],
  'settings/roles': ['roles'],
  'settings/retention': ['privacy'],
  'settings/audit': ['audit/filters', 'audit?limit=50'],
  'settings/account': ['account', 'account/calendar', 'account/sessions'],
  'sign-in/forgotten-password': ['forgotten-password'],
};
