/** Calls of administrators in the settings, over HTTP on a real database. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingsRoutes } from '../../src/settings/routes/index.ts';
import { sql } from '../../src/sql/sql.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { holdLock } from '../support/held-lock.ts';
import { queued } from '../support/queued.ts';
import type { Client } from '../support/service.ts';

const { service, organisation } = setUpService(
  { env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } },
  { api_requests_per_minute: 100_000, licenses: 3 },
);
let api: Client;
let admin: SettingsClient;
let stranger: SettingsClient;
let receiver: Server;
let receiverStatus = 200;

beforeAll(async () => {
  api = await organisation.client();
  admin = await signIn(service.address, organisation.login);
  stranger = await signIn(service.address, (await service.organisation()).login);
  receiver = createServer((_request, response) => response.writeHead(receiverStatus).end('ok')).listen(0, '127.0.0.1');
});
afterAll(async () => {
  receiver.close();
});

const json = (text: string) => ({ authorization: `Bearer ${text}` });

test.each([
  ['PUT', '/billing-companies', { names: ['Erste', 'Zwei\0te'] }, ['names', 1]],
  ['PUT', '/billing-companies', { names: ['\ud800'] }, ['names', 0]],
  ['POST', '/tags', { tag: 'a\0', freigabe: 1 }, ['tag']],
  ['POST', '/webhooks', { url: 'https://example.com', events: [], headers: { 'x-\0': 'x' } }, ['headers']],
])('%s %s: a text that cannot be stored is reported with its field', async (method, path, body, at) => {
  const answer = await admin.send(method, path, body);
  expect([answer.status, answer.error]).toEqual([400, 'validation_failed']);
  expect(answer.body.data.issues).toMatchObject([{ path: at, code: 'invalid_format' }]);
});

test('tokens are created, used, restricted, reissued, revoked and deleted', async () => {
  const scopes = ['v3:customers:read'];
  const body = { name: 'Test', user_kid: organisation.adminKid, scopes, expires_at: null, addresses: [] };
  const made = await admin.send('POST', '/tokens', body);
  expect(made.status).toBe(201);
  const { token, token_id: id } = made.body;
  const status = async (text: string) => (await service.ask('GET', '/v3/customers', json(text))).status;
  expect(await status(token)).toBe(200);
  const listed = (await admin.get('/tokens')).body.items.find((one: { token_id: number }) => one.token_id === id);
  expect(listed).toMatchObject({ name: 'Test', scopes, user_name: 'Administrator', revoked_at: null });
  const all = await admin.get('/tokens');
  expect([all.text.includes(token), all.headers.get('cache-control')]).toEqual([false, 'no-store']);
  expect((await admin.send('PATCH', `/tokens/${id}`, { scopes: [] })).status).toBe(200);
  expect(await status(token)).toBe(403);
  await admin.send('PATCH', `/tokens/${id}`, { scopes });
  const { body: again } = await admin.send('POST', `/tokens/${id}/reissue`);
  expect([await status(token), await status(again.token)]).toEqual([401, 200]);
  const wrong = await admin.send('POST', '/tokens', { ...body, scopes: ['v3:none:read'] });
  expect([wrong.status, wrong.error]).toEqual([400, 'unknown_scope']);
  expect((await admin.send('PATCH', `/tokens/${id}`, { addresses: ['x'] })).error).toBe('invalid_address');
  await admin.send('POST', `/tokens/${id}/revoke`);
  expect(await status(again.token)).toBe(401);
  for (const change of [{ name: 'Anders' }, { name: 'Test' }, { scopes: [] }])
    expect((await admin.send('PATCH', `/tokens/${id}`, change)).error).toBe('already_revoked');
  expect((await admin.send('DELETE', `/tokens/${id}`)).status).toBe(200);
  const { items } = (await admin.get(`/audit?record=tokens/${id}`)).body;
  const actions = items.map((one: { action: string }) => one.action).reverse();
  expect(actions).toEqual(['insert', 'update', 'update', 'reissue', 'revoke', 'delete']);
  expect(items[0]).toMatchObject({ user_kid: organisation.adminKid, token_id: null });
});

test('webhooks are tested before activation, have a delivery log, and resend', async () => {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const made = await admin.send('POST', '/webhooks', {
    url,
    events: ['customers.insert'],
    headers: { 'X-Key': 'geheim' },
  });
  expect(made.body).toMatchObject({ active: false, secret: expect.stringMatching(/^whsec_/) });
  const id = made.body.webhook_id;
  expect((await admin.send('POST', `/webhooks/${id}/activate`)).error).toBe('test_required');
  receiverStatus = 404;
  const failed = await admin.send('POST', `/webhooks/${id}/test`, {});
  expect(failed.body).toMatchObject({ ok: false, error: { code: 'HTTP_404' } });
  receiverStatus = 200;
  const tested = await admin.send('POST', `/webhooks/${id}/test`, { event: 'customers.insert' });
  expect(tested.body).toMatchObject({ ok: true, response: { status: 200, body: 'ok' } });
  expect(tested.text).not.toContain('geheim');
  expect((await admin.send('POST', `/webhooks/${id}/activate`)).status).toBe(200);
  const [listed] = (await admin.get('/webhooks')).body.items;
  expect(listed).toMatchObject({ colour: 'green', active: true, headers: { 'X-Key': '********' }, released: true });
  await api.post('/v3/customers', { name: 'Ereignis' });
  const log = (await admin.get(`/webhooks/${id}/deliveries`)).body;
  expect(log).toMatchObject({
    items: [{ event_name: 'customers.insert', state: 'pending' }],
    total: 1,
    complete: true,
  });
  const [{ delivery_id: delivery }] = log.items;
  const totalSince = async (since: string) => (await admin.get(`/webhooks/${id}/deliveries?since=${since}`)).body.total;
  expect([await totalSince('2020-01-01T00:00:00Z'), await totalSince('2100-01-01T00:00:00Z')]).toEqual([log.total, 0]);
  expect((await admin.send('POST', `/webhooks/${id}/deliveries/${delivery}/resend`)).body).toEqual({ resent: 1 });
  const sent = (await admin.get(`/webhooks/${id}/deliveries/${delivery}/body`)).body;
  const message = JSON.parse(sent.body);
  expect([message.event_name, message.payload.record.name, sent.truncated]).toEqual([
    'customers.insert',
    'Ereignis',
    false,
  ]);
  expect((await stranger.get(`/webhooks/${id}/deliveries/${delivery}/body`)).status).toBe(404);
  const { sample } = (await admin.get('/events/customers.insert')).body;
  expect(Object.keys(sample)).toEqual(Object.keys(message));
  expect(Object.keys(sample.payload).sort()).toEqual(Object.keys(message.payload).sort());
  expect(Object.keys(sample.payload.record).sort()).toEqual(Object.keys(message.payload.record).sort());
  expect((await admin.get('/events/customers.none')).status).toBe(404);
  const found = async (search: string) =>
    (await admin.get(`/webhooks/${id}/deliveries?search=${encodeURIComponent(search)}`)).body.total;
  const { kid } = message.payload;
  expect(await found(`customers/${kid}`)).toBe(1);
  expect([await found(`customers/${kid}0`), await found(`contracts/${kid}`), await found('customers/1%')]).toEqual([
    0, 0, 0,
  ]);
  expect([await found(message.request_id), await found('.insert')]).toEqual([1, 1]);
  const range = { since: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' };
  expect((await admin.send('POST', `/webhooks/${id}/replay`, range)).body).toEqual({ resent: 0 });
  expect((await admin.send('POST', `/webhooks/${id}/resend-failed`, range)).body).toEqual({ resent: 0 });
  expect((await stranger.send('POST', `/webhooks/${id}/deliveries/${delivery}/resend`)).status).toBe(404);
  // The masked value that the form sends back changes nothing.
  await admin.send('PATCH', `/webhooks/${id}`, { headers: { 'X-Key': '********' } });
  expect((await admin.get('/webhooks')).body.items[0].released).toBe(true);
  await admin.send('PATCH', `/webhooks/${id}`, { headers: { 'X-Key': 'neu' } });
  expect((await admin.get('/webhooks')).body.items[0].released).toBe(false);
  expect((await admin.send('POST', `/webhooks/${id}/rotate-secret`)).body.secret).toMatch(/^whsec_/);
  await admin.send('POST', `/webhooks/${id}/deactivate`);
  expect((await admin.send('DELETE', `/webhooks/${id}`)).status).toBe(200);
  const refused = await admin.send('POST', '/webhooks', { url: 'http://10.0.0.1/', events: [] });
  expect([refused.status, refused.error]).toEqual([400, 'invalid_url']);
});

test('numbers and times of a query that are out of range are refused or ignored, never a 5xx', async () => {
  const { body: hook } = await admin.send('POST', '/webhooks', { url: 'https://example.com/', events: [] });
  const long = '9'.repeat(30);
  const audit = ['user', 'token', 'before', 'limit', 'since', 'until'].map((name) => `/audit?${name}=${long}`);
  for (const path of [...audit, '/audit?user=2147483648', '/audit?record=customers/2147483648']) {
    const refused = await admin.get(path);
    expect([path, refused.status, refused.error]).toEqual([path, 400, 'validation_failed']);
  }
  const log = `/webhooks/${hook.webhook_id}/deliveries`;
  for (const query of [`before=${long}`, `limit=${long}`, 'before=x', 'state=%00'])
    expect((await admin.get(`${log}?${query}`)).status).toBeLessThan(500);
});

test('configured fields and lists apply to with_schema and the API', async () => {
  const path = '/fields/customers/ind_7';
  expect((await admin.send('PUT', path, { label: 'Kundenwert', kind: 'int' })).status).toBe(200);
  expect((await admin.send('PUT', '/fields/customers/name/label', { label: 'Nachname' })).status).toBe(200);
  const list = { options: [{ value: 'solo', display: 'Solo' }] };
  expect((await admin.send('PUT', '/lists/familienstand', list)).status).toBe(200);
  const { resources, lists, kinds } = (await admin.get('/fields')).body;
  const customers = resources.find((one: { path: string }) => one.path === 'customers');
  expect(customers.fields).toContainEqual({
    name: 'ind_7',
    label: 'Kundenwert',
    kind: 'int',
    list: null,
    custom: true,
    sparte: null,
    group: null,
    note: null,
    default: null,
    required: false,
  });
  expect(lists.find((one: { name: string }) => one.name === 'familienstand')).toMatchObject({ own: true, ...list });
  expect(kinds).toContain('date');
  const kindsOf = (name: string) => lists.find((one: { name: string }) => one.name === name).kinds;
  expect(['familienstand', 'kontaktArt', 'sparten'].map(kindsOf)).toEqual([['text'], ['int'], []]);
  const unfit = await admin.send('PUT', path, { label: 'Kundenwert', kind: 'int', list: 'familienstand' });
  expect([unfit.status, unfit.error]).toEqual([400, 'unfit_list']);
  const preview = (await admin.get('/fields/customers/preview')).body;
  const schema = (await api.get('/v3/customers?with_schema=true')).body;
  expect(preview).toEqual({ fields: schema.fields, select_fields: schema.select_fields });
  expect((await api.post('/v3/customers', { ind_7: 'x' })).body.data.issues[0].path).toEqual(['ind_7']);
  expect((await admin.send('PUT', '/fields/customers/other', { label: 'x', kind: 'int' })).error).toBe('invalid_name');
  expect((await admin.send('DELETE', path)).status).toBe(200);
  expect((await admin.send('PUT', '/lists/sparten', list)).error).toBe('fixed_list');
});

test('records that have an entry of a list are counted, by built-in and own fields', async () => {
  await admin.send('PUT', '/lists/farbe', { options: [{ value: 'blau', display: 'Blau' }] });
  await admin.send('PUT', '/fields/customers/ind_9', { label: 'Farbe', kind: 'text', list: 'farbe' });
  const { kid } = (await api.post('/v3/customers', { ind_9: 'blau' })).body;
  await api.post(`/v3/customers/${kid}/addresses`, { strasse: 'Ring 1', art: 5 });
  const usesOf = async (list: string, value: string) =>
    (await admin.get(`/lists/${list}/uses?value=${value}`)).body.records;
  expect([await usesOf('farbe', 'blau'), await usesOf('farbe', 'rot')]).toEqual([1, 0]);
  expect([await usesOf('adressArt', '5'), await usesOf('adressArt', '4')]).toEqual([1, 0]);
  expect((await admin.get('/lists/nirgends/uses?value=1')).status).toBe(404);
  expect((await admin.send('DELETE', '/fields/customers/ind_9')).status).toBe(200);
});

test('a changed list can be reset, a new list can be removed, a list that fields use cannot', async () => {
  const find = async (name: string) =>
    (await admin.get('/fields')).body.lists.find((one: { name: string }) => one.name === name);
  const shipped = await find('anrede');
  expect(shipped).toMatchObject({ own: false, shipped: true });
  const options = [{ value: 'r', display: 'Rot' }];
  await admin.send('PUT', '/lists/anrede', { options });
  expect(await find('anrede')).toMatchObject({ own: true, shipped: true, options });
  expect((await admin.send('DELETE', '/lists/anrede')).status).toBe(200);
  expect(await find('anrede')).toEqual(shipped);

  await admin.send('PUT', '/lists/ampel', { options });
  expect(await find('ampel')).toMatchObject({ own: true, shipped: false });
  await admin.send('PUT', '/fields/goals/ind_8', { label: 'Ampel', kind: 'text', list: 'ampel' });
  const { id } = (
    await api.post('/v3/goals', { kid: (await api.post('/v3/customers', { name: 'A' })).body.kid, ind_8: 'r' })
  ).body;
  const used = await admin.send('DELETE', '/lists/ampel');
  expect([used.status, used.error]).toEqual([409, 'list_in_use']);
  expect(used.text).toContain('goals.ind_8 choose from ampel');
  await admin.send('PUT', '/fields/goals/ind_8', { label: 'Ampel', kind: 'text' });
  expect((await admin.send('DELETE', '/lists/ampel')).status).toBe(200);
  expect(await find('ampel')).toBeUndefined();
  expect((await api.get(`/v3/goals/${id}`)).body.ind_8).toBe('r');
  expect((await admin.send('DELETE', '/fields/goals/ind_8')).status).toBe(200);
  for (const name of ['ampel', 'sparten', 'constructor', '__proto__'])
    expect((await admin.send('DELETE', `/lists/${name}`)).status).toBe(404);
  expect(
    (await admin.send('PUT', '/fields/goals/ind_9', { label: 'x', kind: 'text', list: 'constructor' })).error,
  ).toBe('unknown_list');
});

test('a list that other settings generate is refused with the lists that can be used', async () => {
  let number = 20;
  for (const [list, what] of [
    ['sparten', 'the Sparten in use'],
    ['abrFirma', 'the billing companies'],
  ] as const) {
    for (const [kind, usable] of [
      ['int', 'prioritaet'],
      ['text', 'anrede'],
    ] as const) {
      number += 1;
      const put = (one: string) => admin.send('PUT', `/fields/goals/ind_${number}`, { label: 'x', kind, list: one });
      const refused = await put(list);
      expect([refused.status, refused.error]).toEqual([400, 'fixed_list']);
      const { message } = refused.body.data;
      expect(message).toContain(`The list ${list} is made of ${what}`);
      expect(message).toContain(usable);
      expect(message).not.toContain(`(${list}`);
      expect((await put(usable)).status).toBe(200);
      expect((await admin.send('DELETE', `/fields/goals/ind_${number}`)).status).toBe(200);
    }
    const changed = await admin.send('PUT', `/lists/${list}`, { options: [{ value: 'a', display: 'A' }] });
    expect([changed.error, changed.body.data.message]).toEqual(['fixed_list', expect.stringContaining(what)]);
  }
});

test('custom fields have an order, a group, a note and a default', async () => {
  const own = async () => {
    const { resources } = (await admin.get('/fields')).body;
    const goals = resources.find(({ path }: { path: string }) => path === 'goals');
    return goals.fields.filter(({ custom }: { custom: boolean }) => custom);
  };
  const put = (name: string, body: object) => admin.send('PUT', `/fields/goals/${name}`, body);
  const first = { label: 'Erstes', kind: 'int', group: 'Werte', note: 'In Euro', default: '5' };
  expect((await put('ind_1', first)).status).toBe(200);
  await put('ind_2', { label: 'Zweites', kind: 'text', list: 'anrede' });
  const wrong = await Promise.all([
    put('ind_1', { ...first, default: 'viel' }),
    put('ind_2', { label: 'Zweites', kind: 'text', list: 'anrede', default: 'Niemand' }),
  ]);
  expect(wrong.map(({ status, error }) => [status, error])).toEqual(Array(2).fill([400, 'invalid_default']));
  // A field that is changed keeps its place, and what the call does not name.
  await put('ind_1', { label: 'Wert', kind: 'int' });
  expect(await own()).toMatchObject([
    { ...first, name: 'ind_1', label: 'Wert' },
    { name: 'ind_2', group: null },
  ]);
  const made = (await api.post('/v3/goals', { kid: null, ind_2: 'Frau' })).body;
  expect((await api.get(`/v3/goals/${made.id}`)).body).toMatchObject({ ind_1: 5, ind_2: 'Frau' });
  expect((await api.patch(`/v3/goals/${made.id}`, { ind_1: null })).status).toBe(200);
  expect((await api.get(`/v3/goals/${made.id}`)).body.ind_1).toBe(5);
  expect((await admin.send('PUT', '/fields/goals', { names: ['ind_2', 'ind_1'] })).status).toBe(200);
  expect((await own()).map(({ name }: { name: string }) => name)).toEqual(['ind_2', 'ind_1']);
  for (const names of [['ind_2'], ['ind_2', 'ind_2'], ['ind_1', 'ind_9'], []])
    expect((await admin.send('PUT', '/fields/goals', { names })).error).toBe('unknown_field');
  const { items } = (await admin.get('/audit?limit=1')).body;
  expect(items[0].changes).toEqual({
    'goals.order': [
      ['ind_1', 'ind_2'],
      ['ind_2', 'ind_1'],
    ],
  });
  await put('ind_1', { label: 'Wert', kind: 'int', group: null, note: null, default: null });
  expect((await own()).at(-1)).toMatchObject({ group: null, note: null, default: null });
});

test('custom fields can be required of API clients, and optional again', async () => {
  const path = '/fields/finances/ind_1';
  const field = { label: 'Depot', kind: 'text' };
  const shown = async () => {
    const { resources } = (await admin.get('/fields')).body;
    return resources.flatMap(({ path, fields }: { path: string; fields: { name: string; required: boolean }[] }) =>
      fields.filter(({ required }) => required).map(({ name }) => `${path}.${name}`),
    );
  };
  const made = async () => (await api.post('/v3/finances', { kid: null })).status;
  const builtIn = await shown();
  expect(builtIn).toContain('activities.kategorie');
  expect((await admin.send('PUT', path, { ...field, required: true })).status).toBe(200);
  expect([await shown(), await made()]).toEqual([expect.arrayContaining([...builtIn, 'finances.ind_1']), 400]);
  // Members that the call omits are unchanged.
  await admin.send('PUT', path, { ...field, label: 'Depotnummer' });
  expect(await made()).toBe(400);
  const late = await admin.send('PUT', path, { ...field, required: false, before: { required: false } });
  expect(late.error).toBe('precondition_failed');
  expect((await admin.send('PUT', path, { ...field, required: 'yes' })).error).toBe('validation_failed');
  expect((await admin.send('PUT', path, { ...field, required: false, before: { required: true } })).status).toBe(200);
  expect([await shown(), await made()]).toEqual([builtIn, 201]);
  const { items } = (await admin.get('/audit?section=settings&limit=1')).body;
  expect(items[0].changes).toEqual({
    'finances.ind_1': [{ ...field, label: 'Depotnummer', required: true }, field],
  });
});

test('Sparten and billing companies', async () => {
  const { items } = (await admin.get('/sparten')).body;
  const [first] = items;
  expect(first).toMatchObject({ active: true, contracts: 0 });
  expect((await admin.send('PATCH', `/sparten/${first.id}`, { active: false })).status).toBe(200);
  const shown = (await api.get('/v3/system/sparten')).body.items.map(({ id }: { id: number }) => id);
  expect(shown).not.toContain(first.id);
  expect((await admin.send('PATCH', '/sparten/999999', { active: false })).status).toBe(404);
  await admin.send('PUT', '/billing-companies', { names: ['Nord GmbH', 'Süd GmbH'] });
  const { kid } = (await api.post('/v3/customers', { name: 'K' })).body;
  expect((await api.post(`/v3/customers/${kid}/contracts`, { gd_abr_firma: 2 })).status).toBe(201);
  const cut = await admin.send('PUT', '/billing-companies', { names: ['Nord GmbH'] });
  expect([cut.status, cut.error]).toEqual([409, 'billing_company_in_use']);
  expect((await admin.send('PUT', '/billing-companies', { names: ['Nord', 'Süd AG'] })).status).toBe(200);
  expect((await admin.get('/billing-companies')).body.items[1]).toEqual({ id: 2, name: 'Süd AG', contracts: 1 });
});

test('billing companies that differ only in case are duplicates; stored duplicates do not block other changes', async () => {
  const own = await service.organisation();
  const its = await signIn(service.address, own.login);
  const set = (...names: string[]) => its.send('PUT', '/billing-companies', { names });
  expect((await set('Nord GmbH')).status).toBe(200);
  const twins = await set('Nord GmbH', 'Süd GmbH', 'NORD GmbH ');
  expect([twins.status, twins.error]).toEqual([400, 'validation_failed']);
  expect(twins.body.data.issues).toMatchObject([{ path: ['names', 2], code: 'duplicate_name' }]);
  expect((await set('nord GmbH')).status).toBe(200);
  await service.db.transaction((tx) =>
    tx.run(
      sql`update organisation set settings = ${JSON.stringify({ billing_companies: ['Ost', 'OST'] })}, settings_version = settings_version + 1
        where org_id = ${own.orgId}`,
    ),
  );
  expect((await set('Ost', 'OST', 'West')).status).toBe(200);
  expect((await set('Ost', 'OST', 'West', 'ost')).error).toBe('validation_failed');
});

test('a contract with a billing company waits for a change of the list, and is refused if the list loses the company', async () => {
  expect((await admin.send('PUT', '/billing-companies', { names: ['Nord', 'Süd', 'West'] })).status).toBe(200);
  const { kid } = (await api.post('/v3/customers', { name: 'K' })).body;
  const [kept, changed] = await Promise.all(
    [3, 0].map(async (gd_abr_firma) => (await api.post(`/v3/customers/${kid}/contracts`, { gd_abr_firma })).body.id),
  );
  // An uncommitted change of the settings: the process still has the old list.
  const release = await holdLock(
    service.db,
    sql`update organisation
      set settings = jsonb_set(settings, '{billing_companies}', '["Nord", "Süd"]'), settings_version = settings_version + 1
      where org_id = ${organisation.orgId}`,
  );
  let answered = 0;
  const writes = [
    () => api.post(`/v3/customers/${kid}/contracts`, { gd_abr_firma: 3 }),
    () => api.patch(`/v3/contracts/${changed}`, { gd_abr_firma: 3 }),
    () => api.post(`/v3/customers/${kid}/contracts`, [{ gd_abr_firma: 3 }]),
  ].map(async (write) => {
    const reply = await write();
    answered += 1;
    return reply;
  });
  try {
    // The contract's own company and the main company do not wait.
    const others = await Promise.all([
      api.patch(`/v3/contracts/${kept}`, { gd_abr_firma: 3, nummer: 'N' }),
      api.post(`/v3/customers/${kid}/contracts`, { gd_abr_firma: 0, nummer: 'N' }),
    ]);
    expect(others.map(({ status }) => status)).toEqual([200, 201]);
    await queued(service.db, writes.length);
    expect(answered).toBe(0);
  } finally {
    await release();
  }
  const [created, patched, batch] = await Promise.all(writes);
  const issues = [{ path: ['gd_abr_firma'], code: 'invalid_select_value' }];
  for (const refused of [created, patched])
    expect(refused).toMatchObject({ status: 400, error: 'validation_failed', body: { data: { issues } } });
  expect(batch?.body.failed).toMatchObject([{ index: 0, status: 400, issues }]);
  expect((await admin.send('PUT', '/billing-companies', { names: ['Nord', 'Süd', 'Ost'] })).status).toBe(200);
  expect((await api.post(`/v3/customers/${kid}/contracts`, { gd_abr_firma: 3 })).status).toBe(201);
});

test('tags and users use the operations of the API', async () => {
  const made = await admin.send('POST', '/tags', { tag: ' Wichtig ', freigabe: 1 });
  expect(made.status).toBe(201);
  const { id } = made.body;
  await admin.send('PATCH', `/tags/${id}`, { tag: 'Sehr wichtig' });
  const [tag] = (await admin.get('/tags')).body.items;
  expect(tag).toMatchObject({ id, tag: 'Sehr wichtig', uses: 0, user_name: 'Administrator' });
  const twin = await admin.send('POST', '/tags', { tag: 'sehr WICHTIG', freigabe: 0 });
  const warnings = [expect.objectContaining({ path: ['tag'], code: 'duplicate_name' })];
  expect([twin.status, twin.body]).toEqual([201, { id: expect.any(Number), warnings }]);
  const again = await admin.send('PATCH', `/tags/${id}`, { tag: 'SEHR wichtig' });
  expect([again.status, again.body]).toEqual([200, { success: true, warnings }]);
  const elsewhere = await stranger.send('POST', '/tags', { tag: 'sehr wichtig', freigabe: 1 });
  expect([elsewhere.status, elsewhere.body]).toEqual([201, { id: expect.any(Number) }]);
  expect((await admin.send('DELETE', `/tags/${id}`)).status).toBe(200);

  const wish = { email: 'neu@example.com', name: 'Neu', vorname: 'Nele', rolle: 'berater', lizenz: true };
  const user = await admin.send('POST', '/users', wish);
  expect(user.status).toBe(201);
  expect((await admin.send('POST', '/users', wish)).error).toBe('email_not_unique');
  const { items, licences, roles } = (await admin.get('/users')).body;
  expect(licences).toEqual({ used: 2, limit: 3 });
  expect(roles).toContainEqual({ value: 'admin', display: 'Administrator' });
  expect(items.at(-1)).toMatchObject({ kid: user.body.kid, has_password: false, invited_until: expect.any(String) });
  await admin.send('POST', '/users', { ...wish, email: 'drei@example.com' });
  const full = await admin.send('POST', '/users', { ...wish, email: 'vier@example.com' });
  expect([full.status, full.error]).toEqual([400, 'license_quota_exceeded']);
  for (const [method, body] of [
    ['PATCH', { rolle: 'berater' }],
    ['PATCH', { aktiv: false }],
    ['DELETE', undefined],
  ] as const) {
    const last = await admin.send(method, `/users/${organisation.adminKid}`, body);
    expect([last.status, last.error]).toEqual([409, 'last_administrator']);
  }
  const { items: entries } = (await admin.get(`/audit?record=users/${user.body.kid}`)).body;
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(['link', 'insert']);
  for (const entry of entries) expect(entry).toMatchObject({ user_name: 'Administrator', token_id: null });
});

test('overview and usage', async () => {
  expect((await admin.get('/overview')).body).toMatchObject({ inbox: 0, users: { licenses: 3 } });
  const usage = (await admin.get('/usage')).body;
  expect(usage.requests).toHaveLength(60);
  expect(usage.plan).toMatchObject({ api_requests_per_minute: 100_000, webhook_deliveries_per_minute: 120 });
  expect(usage.storage).toMatchObject({ documents: 0 });
});

describe('isolation', () => {
  test('records of another organisation do not exist for an administrator', async () => {
    const token = await admin.send('POST', '/tokens', { name: 'x', user_kid: organisation.adminKid, scopes: [] });
    const hook = await admin.send('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: [] });
    const tag = await admin.send('POST', '/tags', { tag: 'Eigen', freigabe: 1 });
    const type = await admin.send('POST', '/relation-types', { kreis: 6, name: 'Eigenart', reverse: null });
    const ids: Readonly<Record<string, number>> = {
      tokens: token.body.token_id,
      webhooks: hook.body.webhook_id,
      tags: tag.body.id,
      users: organisation.adminKid,
      'relation-types': type.body.id,
    };
    const bodies: Readonly<Record<string, unknown>> = {
      '/webhooks/:id/replay': { since: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' },
      '/webhooks/:id/resend-failed': { since: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' },
      '/tags/:id': { tag: 'x' },
      '/users/:kid': { name: 'x' },
      '/relation-types/:id': { name: 'x' },
    };
    const routes = settingsRoutes.filter(({ path }) => /:(id|kid)/.test(path) && !path.startsWith('/sparten'));
    expect(routes.length).toBeGreaterThan(15);
    for (const route of routes) {
      const id = ids[route.path.split('/')[1] ?? ''];
      expect(id, route.path).toBeGreaterThan(0);
      const body = route.body ? (bodies[route.path] ?? {}) : undefined;
      const ask = (number: number) =>
        stranger.send(route.method, route.path.replace(/:(id|kid)/, String(number)).replace(':delivery', '1'), body);
      const [theirs, none] = [await ask(id ?? 0), await ask(2147483647)];
      expect([theirs.status, theirs.error], route.path).toEqual([404, none.error]);
    }
    const { items } = (await stranger.get('/audit')).body;
    expect(JSON.stringify(items)).not.toContain('Eigen');
  });
});
