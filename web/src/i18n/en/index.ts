/** English: all texts of the page. */
import type { Texts } from '../texts.ts';
import { account } from './account.ts';
import { audit } from './audit.ts';
import { billingCompanies } from './billing-companies.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { fields } from './fields.ts';
import { forgotten } from './forgotten.ts';
import { inbox } from './inbox.ts';
import { invitation } from './invitation.ts';
import { login } from './login.ts';
import { organisation } from './organisation.ts';
import { overview } from './overview.ts';
import { reference } from './reference.ts';
import { relationTypes } from './relation-types.ts';
import { resources } from './resources.ts';
import { sparten } from './sparten.ts';
import { tags } from './tags.ts';
import { tokens } from './tokens.ts';
import { usage } from './usage.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const texts: Texts = {
  account,
  audit,
  'billing-companies': billingCompanies,
  common,
  errors,
  fields,
  forgotten,
  inbox,
  invitation,
  login,
  organisation,
  overview,
  reference,
  'relation-types': relationTypes,
  resources,
  sparten,
  tags,
  tokens,
  usage,
  users,
  webhooks,
};
