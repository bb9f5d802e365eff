/** English: the texts of the settings. */
export { audit } from './audit.ts';
export { billingCompanies as 'billing-companies' } from './billing-companies.ts';
export { fields } from './fields.ts';
export { inboxRules as 'inbox-rules' } from './inbox-rules.ts';
export { mailboxes } from './mailboxes.ts';
export { organisation } from './organisation.ts';
export { overview } from './overview.ts';
export { processing } from './processing.ts';
export { relationTypes as 'relation-types' } from './relation-types.ts';
export { retention } from './retention.ts';
export { roles } from './roles.ts';
export { sparten } from './sparten.ts';
export { sso } from './sso.ts';
export { tags } from './tags.ts';
export { tokens } from './tokens.ts';
export { usage } from './usage.ts';
export { users } from './users.ts';
export { webhooks } from './webhooks.ts';
