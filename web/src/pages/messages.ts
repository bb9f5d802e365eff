/** Texts of all pages by the page's name. */
import { messages as account } from './account/messages.ts';
import { messages as audit } from './audit/messages.ts';
import { messages as billingCompanies } from './billing-companies/messages.ts';
import { messages as fields } from './fields/messages.ts';
import { messages as inbox } from './inbox/messages.ts';
import { messages as invitation } from './invitation/messages.ts';
import { messages as login } from './login/messages.ts';
import { messages as overview } from './overview/messages.ts';
import { messages as reference } from './reference/messages.ts';
import { messages as relationTypes } from './relation-types/messages.ts';
import { messages as sparten } from './sparten/messages.ts';
import { messages as tags } from './tags/messages.ts';
import { messages as tokens } from './tokens/messages.ts';
import { messages as usage } from './usage/messages.ts';
import { messages as users } from './users/messages.ts';
import { messages as webhooks } from './webhooks/messages.ts';

export const pageMessages = {
  overview,
  tokens,
  webhooks,
  usage,
  reference,
  fields,
  sparten,
  'relation-types': relationTypes,
  'billing-companies': billingCompanies,
  tags,
  inbox,
  users,
  audit,
  account,
  login,
  invitation,
};
