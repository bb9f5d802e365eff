/** Every way to change tokens, webhooks, settings and keys, with its entry of the audit log. */

/** A prerequisite of a change; its number replaces ID. */
export type Needed =
  | 'token'
  | 'webhook'
  | 'active webhook'
  | 'delivery'
  | 'webhook of a delivery'
  | 'mailbox'
  | 'relation type'
  | 'two fields';

/** A call of the settings API (`POST /tokens`) or a line of the command (`token create ...`), and its entry. */
export interface Way {
  readonly way: string;
  readonly body?: unknown;
  readonly needs?: Needed;
  /** Section and action. */
  readonly noted: string;
  /** Names of the changed members. */
  readonly changes: readonly string[];
}

/** One pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const RANGE = { since: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' };
const TOKEN = ['name', 'user_kid', 'scopes', 'addresses', 'expires_at'];
const HOOK = ['url', 'method', 'content_type', 'events', 'headers.X-Key'];

const IMAP = {
  name: 'Büro',
  host: 'imap.example.com',
  port: 993,
  tls: 'tls',
  username: 'a',
  folder: 'INBOX',
  active: true,
};
const SMTP = { host: 'smtp.example.com', port: 465, tls: 'tls', username: 'a', password: 'b', sender: 'a@example.com' };

/** PASSWORD is replaced by the password of the administrator. */
const SSO = {
  ...{ issuer: 'https://93.184.215.14', client_id: 'a', client_secret: 'b', active: true, local_passwords: true },
  ...{ trust_emails: false, trust_factor: false, create_role: null, create_domains: [], password: 'PASSWORD' },
};

const SSO_NOTED = Object.keys(SSO).filter((name) => !['password', 'client_secret', 'create_role'].includes(name));

const bySettings: readonly Way[] = [
  {
    way: 'POST /mailboxes',
    body: { ...IMAP, password: 'geheim' },
    noted: 'mailboxes insert',
    changes: Object.keys(IMAP),
  },
  {
    way: 'PATCH /mailboxes/ID',
    body: { name: 'B', password: 'geheim' },
    needs: 'mailbox',
    noted: 'mailboxes update',
    changes: ['name', 'password'],
  },
  { way: 'DELETE /mailboxes/ID', needs: 'mailbox', noted: 'mailboxes delete', changes: Object.keys(IMAP) },
  {
    way: 'PUT /mail-server',
    body: SMTP,
    noted: 'mailboxes insert',
    changes: Object.keys(SMTP).map((name) => `mail_server.${name}`),
  },
  {
    way: 'DELETE /mail-server',
    noted: 'mailboxes delete',
    changes: ['host', 'port', 'tls', 'username', 'sender'].map((name) => `mail_server.${name}`),
  },
  {
    way: 'PUT /sso',
    body: SSO,
    noted: 'settings sso',
    changes: [...SSO_NOTED, 'client_secret'],
  },
  {
    way: 'POST /sso/remove',
    body: { password: 'PASSWORD' },
    noted: 'settings sso',
    changes: SSO_NOTED,
  },
  {
    way: 'POST /tokens',
    body: { name: 'Website', user_kid: 0, scopes: [], expires_at: '2090-01-01T00:00:00Z', addresses: ['10.0.0.0/8'] },
    noted: 'tokens insert',
    changes: TOKEN,
  },
  { way: 'PATCH /tokens/ID', body: { name: 'B' }, needs: 'token', noted: 'tokens update', changes: ['name'] },
  { way: 'POST /tokens/ID/revoke', needs: 'token', noted: 'tokens revoke', changes: ['revoked_at'] },
  {
    way: 'POST /tokens/revoke',
    body: { token_ids: ['ID'] },
    needs: 'token',
    noted: 'tokens revoke',
    changes: ['revoked_at'],
  },
  { way: 'POST /tokens/ID/reissue', needs: 'token', noted: 'tokens reissue', changes: ['issue'] },
  {
    way: 'DELETE /tokens/ID',
    needs: 'token',
    noted: 'tokens delete',
    changes: ['name', 'user_kid', 'scopes', 'addresses'],
  },
  {
    way: 'POST /webhooks',
    body: { url: 'http://127.0.0.1:1/', events: ['customers.insert'], headers: { 'X-Key': 'geheim' } },
    noted: 'webhooks insert',
    changes: HOOK,
  },
  {
    way: 'PATCH /webhooks/ID',
    body: { method: 'PUT', headers: { 'X-Key': 'geheim2' } },
    needs: 'webhook',
    noted: 'webhooks update',
    changes: ['method', 'headers.X-Key'],
  },
  { way: 'POST /webhooks/ID/activate', needs: 'webhook', noted: 'webhooks activate', changes: ['active'] },
  { way: 'POST /webhooks/ID/deactivate', needs: 'active webhook', noted: 'webhooks deactivate', changes: ['active'] },
  {
    way: 'POST /webhooks/ID/rotate-secret',
    needs: 'webhook',
    noted: 'webhooks rotate-secret',
    changes: ['old_secret_until'],
  },
  {
    way: 'POST /webhooks/HOOK/deliveries/ID/resend',
    needs: 'delivery',
    noted: 'webhooks resend',
    changes: ['delivery'],
  },
  {
    way: 'POST /webhooks/ID/replay',
    body: RANGE,
    needs: 'webhook of a delivery',
    noted: 'webhooks resend',
    changes: ['deliveries', 'since', 'until'],
  },
  {
    way: 'POST /webhooks/ID/resend-failed',
    body: RANGE,
    needs: 'webhook of a delivery',
    noted: 'webhooks resend',
    changes: ['deliveries', 'since', 'until'],
  },
  { way: 'DELETE /webhooks/ID', needs: 'webhook', noted: 'webhooks delete', changes: HOOK },
  {
    way: 'PUT /fields/customers/ind_1',
    body: { label: 'Wert', kind: 'int' },
    noted: 'settings field',
    changes: ['customers.ind_1'],
  },
  {
    way: 'PUT /fields/goals',
    body: { names: ['ind_2', 'ind_1'] },
    needs: 'two fields',
    noted: 'settings field',
    changes: ['goals.order'],
  },
  {
    way: 'PUT /fields/customers/name/label',
    body: { label: 'Nachname' },
    noted: 'settings label',
    changes: ['customers.name'],
  },
  { way: 'DELETE /fields/customers/ind_1', noted: 'settings field', changes: ['customers.ind_1'] },
  {
    way: 'PUT /lists/familienstand',
    body: { options: [{ value: 'solo', display: 'Solo' }] },
    noted: 'settings list',
    changes: ['familienstand'],
  },
  { way: 'DELETE /lists/familienstand', noted: 'settings list', changes: ['familienstand'] },
  { way: 'PATCH /sparten/3', body: { active: false }, noted: 'settings sparte', changes: ['sparten.3.active'] },
  {
    way: 'POST /roles',
    body: { id: 'aushilfe', name: 'Aushilfe', scopes: ['v3:goals:read'] },
    noted: 'settings role',
    changes: ['roles.aushilfe.name', 'roles.aushilfe.scopes'],
  },
  {
    way: 'PATCH /roles/aushilfe',
    body: { name: 'Vertretung' },
    noted: 'settings role',
    changes: ['roles.aushilfe.name'],
  },
  {
    way: 'DELETE /roles/aushilfe',
    noted: 'settings role',
    changes: ['roles.aushilfe.name', 'roles.aushilfe.scopes'],
  },
  { way: 'PATCH /privacy', body: { purge_days: 60 }, noted: 'settings settings', changes: ['purge_days'] },
  { way: 'PATCH /letterhead', body: { ort: 'Leipzig' }, noted: 'settings settings', changes: ['letterhead.ort'] },
  {
    way: 'PUT /billing-companies',
    body: { names: ['Nord GmbH'] },
    noted: 'settings billing-companies',
    changes: ['billing_companies'],
  },
  {
    way: 'PATCH /organisation',
    body: { name: 'Makler am Markt', time_zone: 'Europe/Vienna' },
    noted: 'settings organisation',
    changes: ['name', 'time_zone'],
  },
  {
    way: 'POST /organisation/logo',
    body: { content: PICTURE.toString('base64') },
    noted: 'settings logo',
    changes: ['logo'],
  },
  { way: 'DELETE /organisation/logo', noted: 'settings logo', changes: ['logo'] },
  {
    way: 'POST /relation-types',
    body: { kreis: 1, name: 'Vormieter', reverse: 'Nachmieter' },
    noted: 'settings relation-type',
    changes: ['relation_types.*.name', 'relation_types.*.name'],
  },
  {
    way: 'PATCH /relation-types/ID',
    body: { name: 'Anders' },
    needs: 'relation type',
    noted: 'settings relation-type',
    changes: ['relation_types.*.name'],
  },
  {
    way: 'DELETE /relation-types/ID',
    needs: 'relation type',
    noted: 'settings relation-type',
    changes: ['relation_types.*.name'],
  },
];

const RANGE_OPTIONS = `--failed --since ${RANGE.since} --until ${RANGE.until}`;
const STATE = '--contract inactive --plan licenses=7 --trial-ends 2090-01-01T00:00:00Z';

const byCommand: readonly Way[] = [
  {
    way: 'token create --org ORG --name B --scopes all --ip 10.0.0.0/8 --expires 2090-01-01',
    noted: 'tokens insert',
    changes: TOKEN,
  },
  { way: 'token set ID --scopes v3:users:read', needs: 'token', noted: 'tokens update', changes: ['scopes'] },
  { way: 'token revoke ID', needs: 'token', noted: 'tokens revoke', changes: ['revoked_at'] },
  { way: 'token reissue ID', needs: 'token', noted: 'tokens reissue', changes: ['issue'] },
  {
    way: 'token delete ID',
    needs: 'token',
    noted: 'tokens delete',
    changes: ['name', 'user_kid', 'scopes', 'addresses'],
  },
  {
    way: 'webhook create --org ORG --url http://127.0.0.1:1/ --events none --header X-Key=geheim',
    noted: 'webhooks insert',
    changes: HOOK,
  },
  {
    way: 'webhook set ID --url http://127.0.0.1:1/b',
    needs: 'webhook',
    noted: 'webhooks update',
    changes: ['url'],
  },
  { way: 'webhook activate ID', needs: 'webhook', noted: 'webhooks activate', changes: ['active'] },
  { way: 'webhook deactivate ID', needs: 'active webhook', noted: 'webhooks deactivate', changes: ['active'] },
  {
    way: 'webhook rotate-secret ID',
    needs: 'webhook',
    noted: 'webhooks rotate-secret',
    changes: ['old_secret_until'],
  },
  { way: 'webhook resend ID', needs: 'delivery', noted: 'webhooks resend', changes: ['delivery'] },
  {
    way: `webhook resend --webhook ID ${RANGE_OPTIONS}`,
    needs: 'webhook of a delivery',
    noted: 'webhooks resend',
    changes: ['deliveries', 'since', 'until'],
  },
  { way: 'webhook delete ID', needs: 'webhook', noted: 'webhooks delete', changes: HOOK },
  {
    way: 'field set customers ind_2 --org ORG --label Wert --kind date',
    noted: 'settings field',
    changes: ['customers.ind_2'],
  },
  { way: 'field label customers vorname Rufname --org ORG', noted: 'settings label', changes: ['customers.vorname'] },
  { way: 'field remove customers ind_2 --org ORG', noted: 'settings field', changes: ['customers.ind_2'] },
  { way: 'field options anrede --org ORG --option Du=Du', noted: 'settings list', changes: ['anrede'] },
  { way: 'field remove-options anrede --org ORG', noted: 'settings list', changes: ['anrede'] },
  {
    way: `org set ORG ${STATE}`,
    noted: 'settings organisation',
    changes: ['plan.licenses', 'contract', 'trial_ends'],
  },
  {
    way: 'role set lager --org ORG --name Lager --scopes none',
    noted: 'settings role',
    changes: ['roles.lager.name', 'roles.lager.scopes'],
  },
  {
    way: 'role delete lager --org ORG',
    noted: 'settings role',
    changes: ['roles.lager.name', 'roles.lager.scopes'],
  },
  {
    way: 'org set ORG --billing-company Süd',
    noted: 'settings billing-companies',
    changes: ['billing_companies'],
  },
  { way: 'key rotate', noted: 'settings rotate-key', changes: ['signing_key'] },
  { way: 'key rotate --retire-older', noted: 'settings rotate-key', changes: ['signing_key', 'retired_keys'] },
];

export const ways: readonly Way[] = [...bySettings, ...byCommand];

/** Actions of settings that belong to the filter "security"; those of tokens and webhooks all do. */
export const SECURITY_SETTINGS: readonly string[] = ['organisation', 'rotate-key', 'sso'];
