/** German: all texts of the page. Every other language has the same keys (../texts.ts). */

import { common } from './common.ts';
import { errors } from './errors.ts';
import { reference } from './reference.ts';
import { resources } from './resources.ts';
import { account } from './settings/account.ts';
import { audit } from './settings/audit.ts';
import { billingCompanies } from './settings/billing-companies.ts';
import { fields } from './settings/fields.ts';
import { organisation } from './settings/organisation.ts';
import { overview } from './settings/overview.ts';
import { relationTypes } from './settings/relation-types.ts';
import { retention } from './settings/retention.ts';
import { roles } from './settings/roles.ts';
import { sparten } from './settings/sparten.ts';
import { tags } from './settings/tags.ts';
import { tokens } from './settings/tokens.ts';
import { usage } from './settings/usage.ts';
import { users } from './settings/users.ts';
import { webhooks } from './settings/webhooks.ts';
import { forgotten } from './sign-in/forgotten-password.ts';
import { invitation } from './sign-in/invitation.ts';
import { login } from './sign-in/login.ts';

import { exports } from './workspace/exports.ts';
import { history } from './workspace/history.ts';

import { imports } from './workspace/imports.ts';
import { inbox } from './workspace/inbox.ts';
import { keyboard } from './workspace/keyboard.ts';
import { merge } from './workspace/merge.ts';

import { day } from './workspace/my-day.ts';
import { privacy } from './workspace/privacy.ts';
import { records } from './workspace/records.ts';
import { schema } from './workspace/schema.ts';
import { selection } from './workspace/selection.ts';
import { views } from './workspace/views.ts';

export const texts = {
  account,
  audit,
  'billing-companies': billingCompanies,
  common,
  day,
  errors,
  exports,
  fields,
  forgotten,
  history,
  imports,
  inbox,
  invitation,
  keyboard,
  login,
  merge,
  organisation,
  overview,
  privacy,
  records,
  reference,
  'relation-types': relationTypes,
  resources,
  retention,
  roles,
  schema,
  selection,
  sparten,
  tags,
  tokens,
  usage,
  users,
  views,
  webhooks,
};
