/** Every dialog of the settings, by the file that has it, with the way to it: one that is not listed here fails dialogs.test.ts. */
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import type { Texts } from '../../web/src/i18n/texts.ts';
import type { Organisation } from '../support/service.ts';

/** Names of the rows that `fillForDialogs` creates. */
const MADE = {
  token: 'Portal',
  webhook: 'Statistik',
  tag: 'A-Kunde',
  company: 'Nord',
  relation: 'Nachbar',
  field: 'Wert',
  person: 'Kim Yilmaz',
} as const;

/** Calls of the settings API as an administrator. */
interface Administrator {
  send(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }>;
}

/** A picture of one dot. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Gives an organisation something of everything that dialogs are opened from. @throws where a call is refused */
export const fillForDialogs = async (organisation: Organisation, admin: Administrator): Promise<void> => {
  const send = async (method: string, path: string, body: unknown) => {
    const { status, text } = await admin.send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} was refused: ${text}`);
  };
  const token = { user_kid: organisation.adminKid, scopes: ['v3:users:read'], expires_at: null, addresses: [] };
  await send('POST', '/tokens', { ...token, name: MADE.token });
  await send('POST', '/tags', { tag: MADE.tag, freigabe: 1 });
  await send('PUT', '/billing-companies', { names: [MADE.company] });
  await send('PUT', '/fields/customers/ind_1', { label: MADE.field, kind: 'int' });
  await send('PUT', '/lists/ampel', { options: [{ value: 'r', display: 'Rot' }] });
  await send('POST', '/relation-types', { kreis: 1, name: MADE.relation, reverse: null });
  await send('POST', '/webhooks', { name: MADE.webhook, url: 'https://example.com/hook', events: [] });
  await send('POST', '/organisation/logo', { content: PICTURE });
  await send('POST', '/users', {
    vorname: 'Kim',
    name: 'Yilmaz',
    email: `kim@${organisation.adminKid}.example.com`,
    rolle: 'berater',
    lizenz: false,
  });
};

/** Where a dialog is opened. */
interface Here {
  readonly page: Page;
  /** The texts of the language that is shown. */
  readonly t: Texts;
  /** The password of who is signed in. */
  readonly password: string;
}

interface Way {
  /** Below web/src. */
  readonly file: string;
  /** Where it begins; behind `/settings/`. */
  readonly page: string;
  readonly open: (here: Here) => Promise<unknown>;
}

const press = ({ page }: Here, name: string) => page.getByRole('button', { name, exact: true }).first().click();
/** A button that says whose it is. */
const pressOf = (here: Here, name: string, of: string) => press(here, `${name}: ${of}`);
const inDialog = ({ page }: Here, name: string) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();
/** Waits for the dialog that another one leads to. */
const titled = ({ page }: Here, name: string) => page.getByRole('dialog', { name, exact: true }).waitFor();

/** Chooses in the menu of a row. */
const inMenu =
  (row: string, item: (t: Texts) => string) =>
  async ({ page, t }: Here) => {
    await page.getByRole('button', { name: t.common.actionsFor.replace('{{name}}', row) }).click();
    await page.getByRole('menuitem', { name: item(t), exact: true }).click();
  };

/** In the menu of oneself. */
const ownSessions = async ({ page, t }: Here) => {
  const own = page.getByRole('row').filter({ hasText: t.users.you }).last();
  await own.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: t.users.sessions, exact: true }).click();
};

const draft = async (here: Here) => {
  await press(here, here.t.tags.add);
  await here.page.getByRole('dialog').getByRole('textbox').first().fill('B');
};

/** Switches the second factor on, with a code as the app on a phone shows it. */
const factorSetUp = async (here: Here) => {
  const { page, t, password } = here;
  await press(here, t.account.totpStart);
  await page.getByRole('dialog').locator('input[type=password]').fill(password);
  await inDialog(here, t.account.continue);
  const secret = await page.getByLabel(t.account.totpSecret, { exact: true }).inputValue();
  await page.getByLabel(t.account.totpCode).fill(new TOTP({ secret }).generate());
  await press(here, t.account.totpConfirm);
  await titled(here, t.account.recoveryCodes);
};

export const DIALOGS: readonly Way[] = [
  { file: 'settings/tokens/token-form.tsx', page: 'tokens', open: (here) => press(here, here.t.tokens.create) },
  { file: 'settings/tokens/page.tsx', page: 'tokens', open: inMenu(MADE.token, (t) => t.tokens.revoke) },
  {
    file: 'settings/tokens/reissue-form.tsx',
    page: 'tokens',
    open: inMenu(MADE.token, (t) => t.tokens.reissue),
  },
  {
    file: 'settings/tokens/token-secret.tsx',
    page: 'tokens',
    open: async (here) => {
      await inMenu(MADE.token, (t) => t.tokens.reissue)(here);
      await inDialog(here, here.t.tokens.reissue);
      await titled(here, here.t.tokens.secretTitle);
    },
  },
  { file: 'settings/webhooks/webhook-form.tsx', page: 'webhooks', open: (here) => press(here, here.t.webhooks.create) },
  { file: 'settings/webhooks/guide-dialog.tsx', page: 'webhooks', open: (here) => press(here, here.t.webhooks.guide) },
  {
    file: 'settings/webhooks/test-dialog.tsx',
    page: 'webhooks',
    open: (here) => pressOf(here, here.t.webhooks.test, MADE.webhook),
  },
  { file: 'settings/webhooks/webhook-list.tsx', page: 'webhooks', open: inMenu(MADE.webhook, (t) => t.common.delete) },
  {
    file: 'settings/webhooks/webhook-list.tsx',
    page: 'webhooks',
    open: async (here) => {
      await inMenu(MADE.webhook, (t) => t.webhooks.rotate)(here);
      await inDialog(here, here.t.webhooks.rotate);
      await titled(here, here.t.webhooks.secretTitle);
    },
  },
  {
    file: 'settings/webhooks/resend-range.tsx',
    page: 'webhooks',
    open: async (here) => {
      await here.page.getByRole('link', { name: here.t.webhooks.log }).first().click();
      await press(here, here.t.webhooks.replay);
    },
  },
  { file: 'settings/fields/field-form.tsx', page: 'fields', open: (here) => press(here, here.t.fields.add) },
  {
    file: 'settings/fields/field-form.tsx',
    page: 'fields',
    open: ({ page, t }) =>
      page
        .getByRole('button', { name: `${t.fields.rename}: ` })
        .first()
        .click(),
  },
  { file: 'settings/fields/field-table.tsx', page: 'fields', open: inMenu(MADE.field, (t) => t.fields.remove) },
  {
    file: 'settings/fields/option-lists.tsx',
    page: 'fields?tab=lists&list=ampel',
    open: (here) => press(here, here.t.fields.removeList),
  },
  {
    file: 'settings/relation-types/type-form.tsx',
    page: 'relation-types',
    open: (here) => press(here, here.t['relation-types'].add),
  },
  {
    file: 'settings/relation-types/type-form.tsx',
    page: 'relation-types',
    open: inMenu(MADE.relation, (t) => t['relation-types'].rename),
  },
  {
    file: 'settings/relation-types/type-table.tsx',
    page: 'relation-types',
    open: inMenu(MADE.relation, (t) => t['relation-types'].remove),
  },
  {
    file: 'settings/billing-companies/page.tsx',
    page: 'billing-companies',
    open: (here) => press(here, here.t['billing-companies'].add),
  },
  {
    file: 'settings/billing-companies/page.tsx',
    page: 'billing-companies',
    open: (here) => press(here, `${here.t['billing-companies'].remove}: ${MADE.company}`),
  },
  { file: 'settings/roles/role-form.tsx', page: 'roles', open: (here) => press(here, here.t.roles.add) },
  {
    file: 'settings/roles/page.tsx',
    page: 'roles',
    open: (here) => inMenu(here.t.account.roles.innendienst, (t) => t.common.delete)(here),
  },
  {
    file: 'settings/inbox-rules/rule-form.tsx',
    page: 'inbox-rules',
    open: (here) => press(here, here.t['inbox-rules'].add),
  },
  { file: 'settings/tags/tag-form.tsx', page: 'tags', open: (here) => press(here, here.t.tags.add) },
  { file: 'settings/tags/page.tsx', page: 'tags', open: inMenu(MADE.tag, (t) => t.common.delete) },
  {
    file: 'layout/keyboard-help.tsx',
    page: 'tags',
    open: async (here) => {
      await press(here, here.t.common.menu.account);
      await here.page.getByRole('menuitem', { name: here.t.keyboard.title, exact: true }).click();
      await titled(here, here.t.keyboard.title);
    },
  },
  {
    file: 'layout/unsaved-guard.tsx',
    page: 'tags',
    open: async (here) => {
      await draft(here);
      await here.page.keyboard.press('Escape');
      await titled(here, here.t.common.unsaved.title);
    },
  },
  {
    file: 'settings/organisation/logo-card.tsx',
    page: 'organisation',
    open: (here) => press(here, here.t.common.delete),
  },
  { file: 'settings/users/user-form.tsx', page: 'users', open: (here) => press(here, here.t.users.invite) },
  { file: 'settings/users/confirm-dialog.tsx', page: 'users', open: inMenu(MADE.person, (t) => t.users.deactivate) },
  { file: 'settings/users/page.tsx', page: 'users', open: inMenu(MADE.person, (t) => t.users.newInvitation) },
  { file: 'settings/users/sessions-modal.tsx', page: 'users', open: ownSessions },
  {
    file: 'settings/users/factor-requirement.tsx',
    page: 'users',
    open: async ({ page, t }) => {
      await page.getByRole('combobox', { name: t.users.factorRequired }).click();
      await page.getByRole('option', { name: t.users.factorOf.everybody }).click();
    },
  },
  { file: 'settings/sso/sso-form.tsx', page: 'sso', open: (here) => press(here, here.t.sso.create) },
  { file: 'settings/account/reauth-modal.tsx', page: 'account', open: (here) => press(here, here.t.account.totpStart) },
  { file: 'settings/account/recovery-codes.tsx', page: 'account', open: factorSetUp },
];

/** Parts that the dialogs above are made of, and what is no part of the settings. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'components/dialog/confirm-button.tsx': 'the questions',
  'components/dialog/dialog.impl.tsx': 'all of them',
  'components/form/form-modal.tsx': 'the forms',
  'components/form/rename-form.tsx': 'the names',
  'components/dialog/secret-modal.tsx': 'the secrets',
  'settings/mailboxes/mail-server-card.tsx': 'test/browser/organisation.whole.test.ts, on a phone and a wide screen',
  'settings/mailboxes/mailbox-form.tsx': 'as the mail server',
  'settings/mailboxes/page.tsx': 'as the mail server',
  'settings/organisation/archive-card.tsx': 'test/browser/privacy.whole.test.ts',
  'reference/token-field.tsx': 'test/browser/reference.whole.test.ts, in both languages',
};
