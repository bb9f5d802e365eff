/**
 * What each page asks the service first, beside the session. Its document names it, so that the answers come while the scripts do;
 * test/web/fast.test.ts compares it with what the pages ask.
 */
const LIST = 'page=1&limit=50';

export const firstCalls: Readonly<Record<string, readonly string[]>> = {
  overview: ['overview'],
  tokens: [`tokens?${LIST}`],
  webhooks: ['webhooks'],
  usage: ['usage'],
  fields: ['fields'],
  sparten: ['sparten'],
  'relation-types': ['relation-types'],
  'billing-companies': ['billing-companies'],
  tags: [`tags?${LIST}&sort=tag`],
  inbox: [`inbox?${LIST}`],
  organisation: ['organisation', 'mail'],
  users: [`users?${LIST}`],
  audit: ['audit/filters', 'audit?limit=50'],
  account: ['account', 'account/sessions'],
  forgotten: ['forgotten-password'],
};
