/** Two people change one record: the later one gets an error and overwrites nothing unseen. */
import { beforeAll, describe, expect, test } from 'vitest';
import { settingsRoutes } from '../../src/settings/routes/index.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';

const { service, organisation } = setUpService();
let admin: SettingsClient;
beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
});

type Members = Readonly<Record<string, unknown>>;

interface Case {
  /** Creates the record. @returns the address of its change */
  readonly make: () => Promise<string>;
  /** The shown members, the own change, and the concurrent one. */
  readonly shown: Members;
  readonly theirs: Members;
  readonly mine: Members;
  /** Further members that the call needs. */
  readonly also?: Members;
}

const SMTP = { host: 'smtp.example.com', port: 25, tls: 'none', username: '', sender: 'a@example.com' };

const SSO = {
  ...{ issuer: 'https://93.184.215.14', client_secret: 'b', active: true, local_passwords: true },
  ...{ trust_emails: false, trust_factor: false, create_role: null, create_domains: [] },
};

const made = async (path: string, body: unknown, key: string): Promise<string> =>
  `${path}/${(await admin.send('POST', path, body)).body[key]}`;

const cases: Readonly<Record<string, Case>> = {
  'PATCH /tokens/:id': {
    make: async () => {
      const { items } = (await admin.get('/users')).body;
      const scopes = ['v3:customers:read', 'v3:customers:write'];
      return made('/tokens', { name: 'T', user_kid: items[0].kid, scopes }, 'token_id');
    },
    shown: { scopes: ['v3:customers:read', 'v3:customers:write'] },
    theirs: { scopes: ['v3:customers:read'] },
    mine: { scopes: ['v3:customers:read', 'v3:customers:write', 'v3:goals:read'] },
  },
  'PATCH /webhooks/:id': {
    make: () => made('/webhooks', { url: 'https://example.com/x', events: ['customers.insert'] }, 'webhook_id'),
    shown: { events: ['customers.insert'], headers: {} },
    theirs: { events: [] },
    mine: { events: ['customers.insert', 'customers.update'] },
  },
  'PATCH /mailboxes/:id': {
    make: () =>
      made(
        '/mailboxes',
        {
          ...{ name: 'Alt', host: 'imap.example.com', port: 993, tls: 'tls', username: 'a', password: 'b' },
          ...{ folder: 'INBOX', active: false },
        },
        'mailbox_id',
      ),
    shown: { name: 'Alt', folder: 'INBOX' },
    theirs: { name: 'Neu' },
    mine: { name: 'Büro', folder: 'Archiv' },
  },
  'PUT /mail-server': {
    make: async () => {
      await admin.send('PUT', '/mail-server', SMTP);
      return '/mail-server';
    },
    shown: { host: 'smtp.example.com', sender: 'a@example.com' },
    theirs: { ...SMTP, sender: 'b@example.com' },
    mine: { ...SMTP, sender: 'c@example.com' },
  },
  'PUT /sso': {
    make: async () => {
      await admin.send('PUT', '/sso', { ...SSO, client_id: 'a', password: organisation.login.password });
      return '/sso';
    },
    shown: { issuer: SSO.issuer, client_id: 'a' },
    theirs: { client_id: 'b' },
    mine: { client_id: 'c' },
    get also() {
      return { ...SSO, password: organisation.login.password };
    },
  },
  'PATCH /users/:kid': {
    make: () => {
      const wish = { email: 'ida@example.com', vorname: 'Ida', name: 'Alt', rolle: 'berater', lizenz: false };
      return made('/users', wish, 'kid');
    },
    shown: { rolle: 'berater', vorname: 'Ida', lizenz_typ: null },
    theirs: { rolle: null },
    mine: { rolle: 'berater', vorname: 'Ada' },
  },
  'PATCH /tags/:id': {
    make: () => made('/tags', { tag: 'VIP', freigabe: 1 }, 'id'),
    shown: { tag: 'VIP', freigabe: 1 },
    theirs: { tag: 'A' },
    mine: { tag: 'B' },
  },
  'PATCH /sparten/:id': {
    make: async () => `/sparten/${(await admin.get('/sparten')).body.items[0].id}`,
    shown: { active: true },
    theirs: { active: false },
    mine: { active: true },
  },
  'PATCH /relation-types/:id': {
    make: async () => {
      const kreis = (await admin.get('/relation-types')).body.folders[0].id;
      return made('/relation-types', { kreis, name: 'Kegelbruder', reverse: null }, 'id');
    },
    shown: { name: 'Kegelbruder' },
    theirs: { name: 'Kegelschwester' },
    mine: { name: 'Kegelfreund' },
  },
  'PUT /fields/:path/:name': {
    make: async () => {
      await admin.send('PUT', '/fields/customers/ind_1', { label: 'One', kind: 'int' });
      return '/fields/customers/ind_1';
    },
    shown: { label: 'One', kind: 'int', list: null, sparte: null, default: null, required: false },
    theirs: { label: 'Eins' },
    mine: { label: 'Uno' },
    also: { kind: 'int' },
  },
  'PUT /fields/:path': {
    make: async () => {
      for (const name of ['ind_1', 'ind_2', 'ind_3'])
        await admin.send('PUT', `/fields/goals/${name}`, { label: name, kind: 'int' });
      return '/fields/goals';
    },
    shown: { names: ['ind_1', 'ind_2', 'ind_3'] },
    theirs: { names: ['ind_2', 'ind_1', 'ind_3'] },
    mine: { names: ['ind_3', 'ind_1', 'ind_2'] },
  },
  'PUT /fields/:path/:name/label': {
    make: async () => '/fields/customers/vorname/label',
    shown: { label: 'Vorname' },
    theirs: { label: 'Rufname' },
    mine: { label: 'Erster Name' },
  },
  'PUT /lists/:name': {
    make: async () => '/lists/farben',
    shown: { options: [] },
    theirs: { options: [{ value: 'r', display: 'Rot' }] },
    mine: { options: [{ value: 'b', display: 'Blau' }] },
  },
  'PATCH /roles/:name': {
    make: async () => {
      await admin.send('POST', '/roles', { id: 'aushilfe', name: 'Aushilfe', scopes: [] });
      return '/roles/aushilfe';
    },
    shown: { name: 'Aushilfe', scopes: [] },
    theirs: { name: 'Hilfe' },
    mine: { name: 'Vertretung' },
  },
  'PATCH /privacy': {
    make: async () => '/privacy',
    shown: { purge_days: 90 },
    theirs: { purge_days: 60 },
    mine: { purge_days: 120 },
  },
  'PUT /billing-companies': {
    make: async () => '/billing-companies',
    shown: { names: [] },
    theirs: { names: ['Ost'] },
    mine: { names: ['West'] },
  },
  'PATCH /account': {
    make: async () => '/account',
    shown: { vorname: null, name: 'Administrator' },
    theirs: { vorname: 'Ida' },
    mine: { vorname: 'Ada', name: 'Lang' },
  },
  'PATCH /organisation': {
    make: async () => {
      await admin.send('PATCH', '/organisation', { name: 'Eins' });
      return '/organisation';
    },
    shown: { name: 'Eins', time_zone: 'Europe/Berlin' },
    theirs: { name: 'Zwei' },
    mine: { name: 'Drei', time_zone: 'Europe/Vienna' },
  },
  'PATCH /letterhead': {
    make: async () => {
      await admin.send('PATCH', '/letterhead', { name: 'Eins', ort: 'Bonn' });
      return '/letterhead';
    },
    shown: { name: 'Eins', ort: 'Bonn' },
    theirs: { name: 'Zwei' },
    mine: { name: 'Drei', ort: 'Ulm' },
  },
  'PUT /second-factor': {
    make: async () => '/second-factor',
    shown: { required_of: 'nobody' },
    theirs: { required_of: 'nobody' },
    mine: { required_of: 'nobody' },
  },
};

test('every route that changes an existing record is tested', () => {
  const changes = settingsRoutes.filter(({ method }) => method === 'PATCH' || method === 'PUT');
  expect(Object.keys(cases).sort(), 'Give each PATCH and PUT a case here').toEqual(
    changes.map(({ name }) => name as string).sort(),
  );
});

describe.each(Object.entries(cases).filter(([name]) => name !== 'PUT /second-factor'))('%s', (name, one) => {
  const method = name.split(' ')[0] ?? '';
  test('is refused if the record differs from the shown one, and made after the new state was seen', async () => {
    const path = await one.make();
    const send = (body: Members, before?: unknown) => admin.send(method, path, { ...one.also, ...body, before });
    expect((await send(one.theirs, one.shown)).status).toBe(200);
    const late = await send(one.mine, one.shown);
    expect([late.status, late.error]).toEqual([412, 'precondition_failed']);
    // The refused call wrote nothing: the concurrent change is stored.
    expect((await send(one.mine, { ...one.shown, ...one.theirs })).status).toBe(200);
    // Without the shown members the last call wins.
    expect((await send(one.theirs)).status).toBe(200);
  });
});

test('the second factor is refused if it differs from the shown state', async () => {
  const late = await admin.send('PUT', '/second-factor', {
    required_of: 'nobody',
    before: { required_of: 'everybody' },
  });
  expect([late.status, late.error]).toEqual([412, 'precondition_failed']);
});

test('changes of different members do not conflict', async () => {
  const path = await made('/tags', { tag: 'Zwei', freigabe: 1 }, 'id');
  expect((await admin.send('PATCH', path, { freigabe: 0, before: { freigabe: 1 } })).status).toBe(200);
  expect((await admin.send('PATCH', path, { tag: 'Drei', before: { tag: 'Zwei' } })).status).toBe(200);
});

test('one of two concurrent changes of the same state is refused', async () => {
  const path = await made('/webhooks', { url: 'https://example.com/y', events: [] }, 'webhook_id');
  const send = (events: string[]) => admin.send('PATCH', path, { events, before: { events: [] } });
  const both = await Promise.all([send(['customers.insert']), send(['customers.update']), send(['goals.insert'])]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
});

test('a field that another user created or deleted meanwhile is a conflict', async () => {
  const nothing = { label: null, kind: null, list: null, sparte: null };
  const put = (label: string, before: Members) =>
    admin.send('PUT', '/fields/contracts/ind_5', { label, kind: 'text', before });
  expect((await put('Mine', nothing)).status).toBe(200);
  expect((await put('Yours', nothing)).error).toBe('precondition_failed');
  await admin.send('DELETE', '/fields/contracts/ind_5');
  expect((await put('Yours', { label: 'Mine' })).error).toBe('precondition_failed');
});

test('a deleted record is a 404, and the shown state must be an object', async () => {
  expect((await admin.send('PATCH', '/tags/999999', { tag: 'x', before: { tag: 'y' } })).status).toBe(404);
  expect((await admin.send('PATCH', '/tokens/999999', { name: 'x', before: { name: 'y' } })).status).toBe(404);
  expect((await admin.send('PATCH', '/webhooks/999999', { events: [], before: { events: [] } })).status).toBe(404);
  expect((await admin.send('PUT', '/billing-companies', { names: [], before: 'x' })).error).toBe('validation_failed');
});
