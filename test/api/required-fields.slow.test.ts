/** Fields of an organisation that are required (rules 9.6, docs/decisions/0018). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CustomField } from '../../src/derive/org-settings/apply-settings.ts';
import { registry } from '../../src/model/registry.ts';
import { setField, setOptions } from '../../src/operations/org-settings/custom-fields.ts';
import { removeField } from '../../src/operations/org-settings/remove-field.ts';
import { rebuildJson } from '../../src/operations/rebuild/rebuild-json.ts';
import { signIn } from '../support/browser-session.ts';
import { type Client, type Organisation, type Reply, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let organisation: Organisation;
let api: Client;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  organisation = await service.organisation();
  api = await organisation.client();
});
afterAll(() => service.stop());

type Given = Partial<CustomField>;
/** Gives a record kind the field `ind_1`, required by default. */
const requireField = (path: string, given: Given = {}): Promise<void> =>
  setField(service.db, organisation.orgId, path, {
    name: 'ind_1',
    kind: 'text',
    label: 'Kundenwert',
    required: true,
    ...given,
  });

const issuesOf = ({ status, error, body }: Reply): unknown => {
  expect([status, error]).toEqual([400, 'validation_failed']);
  return body.data.issues.map(({ path, code, message }: Record<string, unknown>) => [path, code, message]);
};
const missing = (name = 'ind_1', ...before: unknown[]) => [[...before, name], 'invalid_type', `${name} is required.`];
const empty = (name = 'ind_1') => [[name], 'too_small', `${name} must not be empty.`];
const no = (type: string) => [['ind_1'], 'invalid_type', `ind_1 must be ${type}.`];

test('a create without a required field and a PATCH that empties it are refused', async () => {
  const before = (await api.post('/v3/customers', { name: 'Altbestand' })).body.kid;
  await requireField('customers');
  expect(issuesOf(await api.post('/v3/customers', { name: 'A' }))).toEqual([missing()]);
  expect(issuesOf(await api.post('/v3/customers', {}))).toEqual([missing()]);
  expect(issuesOf(await api.post('/v3/customers', { ind_1: null }))).toEqual([no('a text')]);
  for (const ind_1 of ['', ' ', '\t\n '])
    expect(issuesOf(await api.post('/v3/customers', { name: 'A', ind_1 }))).toEqual([empty()]);
  expect(issuesOf(await api.post('/v3/customers', { geb: 'x' }))).toEqual(
    [missing(), [['geb'], 'invalid_format', expect.any(String)]].toSorted(),
  );
  const { kid, ind_1 } = (await api.post('/v3/customers', { name: 'A', ind_1: ' viel ' })).body;
  expect(ind_1).toBe(' viel ');
  expect((await api.get('/v3/customers')).body.total).toBe(2);

  const address = `/v3/customers/${kid}`;
  expect(issuesOf(await api.patch(address, { ind_1: null }))).toEqual([no('a text')]);
  for (const value of ['', '  ']) expect(issuesOf(await api.patch(address, { ind_1: value }))).toEqual([empty()]);
  expect((await api.patch(address, { name: 'B' })).body.updated).toBe(1);
  expect((await api.patch(address, { ind_1: 'mehr' })).body.updated).toBe(1);

  // Records of before stay readable and changeable; once they have a value they keep one.
  const old = `/v3/customers/${before}`;
  expect((await api.get(old)).body.ind_1).toBeNull();
  expect((await api.patch(old, { vorname: 'V' })).body.updated).toBe(1);
  expect((await api.get('/v3/customers?ind_1=')).status).toBe(200);
  expect(await rebuildJson(service.db, registry, organisation.orgId, false)).toEqual([]);
  expect((await api.patch(old, { ind_1: 'neu' })).body.updated).toBe(1);
  expect(issuesOf(await api.patch(old, { ind_1: null }))).toEqual([no('a text')]);

  const { fields } = (await api.get('/v3/customers?with_schema=1')).body;
  expect(Object.keys(fields.customers.ind_1)).toEqual(Object.keys(fields.customers.name));
});

test.each([
  ['int', 'a number', 0, 0],
  ['money', 'a number or a text', 0, '0.00'],
  ['rate', 'a number or a text', '0.5', '0.50000'],
  ['date', 'a text', '2026-01-02', '2026-01-02'],
  ['datetime', 'a text', '2026-01-02 03:04:05', '2026-01-02 03:04:05'],
  // An explicit false satisfies the requirement.
  ['flag', 'a number', false, 0],
  ['boolean', 'true or false', false, false],
] as const)('of kind %s: there must be a value, and nothing is one that is no value', async (kind, type, value, shown) => {
  await requireField('damages', { kind });
  expect(issuesOf(await api.post('/v3/damages', {}))).toEqual([missing()]);
  for (const ind_1 of [null, '']) expect(issuesOf(await api.post('/v3/damages', { ind_1 }))).toEqual([no(type)]);
  const { id } = (await api.post('/v3/damages', { ind_1: value })).body;
  for (const ind_1 of [null, '']) expect(issuesOf(await api.patch(`/v3/damages/${id}`, { ind_1 }))).toEqual([no(type)]);
  expect((await api.get(`/v3/damages/${id}`)).body.ind_1).toBe(shown);
});

test('a required select field needs a value, also where the list accepts names for numbers', async () => {
  await requireField('goals', { list: 'anrede' });
  await requireField('goals', { name: 'ind_2', kind: 'int', list: 'aktivitaetKategorie' });
  expect(issuesOf(await api.post('/v3/goals', {}))).toEqual([missing(), missing('ind_2')]);
  for (const value of [null, ''])
    expect(issuesOf(await api.post('/v3/goals', { ind_1: value, ind_2: 1 }))).toEqual([no('a text')]);
  const other = await api.post('/v3/goals', { ind_1: ' ', ind_2: 1 });
  expect(issuesOf(other)).toEqual([empty()]);
  const { id } = (await api.post('/v3/goals', { ind_1: 'Frau', ind_2: 2 })).body;
  expect(issuesOf(await api.patch(`/v3/goals/${id}`, { ind_1: '' }))).toEqual([no('a text')]);
});

test('a missing built-in required field gets the same error', async () => {
  expect(issuesOf(await api.post('/v3/activities', {}))).toEqual([missing('kategorie')]);
});

test('a default fills an omitted field and is returned; only an empty text is refused', async () => {
  await requireField('goals', { default: 'viel' });
  const { id } = (await api.post('/v3/goals', { subject: 'Haus' })).body;
  const stored = async () => (await api.get(`/v3/goals/${id}`)).body.ind_1;
  expect(await stored()).toBe('viel');
  expect((await api.patch(`/v3/goals/${id}`, { ind_1: 'wenig' })).body.updated).toBe(1);
  expect((await api.patch(`/v3/goals/${id}`, { ind_1: null })).body.updated).toBe(1);
  expect(await stored()).toBe('viel');
  expect(issuesOf(await api.patch(`/v3/goals/${id}`, { ind_1: ' ' }))).toEqual([empty()]);
  await expect(requireField('goals', { default: '  ' })).rejects.toMatchObject({ error: 'invalid_default' });
  // A default that left its list is none.
  await setOptions(service.db, organisation.orgId, 'ampel', [{ value: 'r', display: 'Rot' }]);
  await requireField('goals', { name: 'ind_2', list: 'ampel', default: 'r' });
  expect((await api.post('/v3/goals', { subject: 'Haus' })).status).toBe(201);
  await setOptions(service.db, organisation.orgId, 'ampel', [{ value: 'g', display: 'Grün' }]);
  expect(issuesOf(await api.post('/v3/goals', { subject: 'Haus' }))).toEqual([missing('ind_2')]);
});

test('one batch item without a required field refuses the batch, as other invalid items do', async () => {
  await requireField('customers');
  const batch = await api.post('/v3/customers', [{ ind_1: 'a' }, { name: 'B' }, {}]);
  expect(issuesOf(batch)).toEqual([missing('ind_1', 1), missing('ind_1', 2)]);
  expect((await api.get('/v3/customers')).body.total).toBe(0);
  expect((await api.post('/v3/customers', [{ ind_1: 'a' }, { ind_1: 'b' }])).body.inserted).toHaveLength(2);
});

test('a field of one Sparte is required of its contracts alone', async () => {
  await requireField('contracts', { sparte: 41 });
  const { kid } = (await api.post('/v3/customers', { name: 'A' })).body;
  const make = (body: object) => api.post(`/v3/customers/${kid}/contracts`, body);
  for (const sparte of ['kfz', 41]) expect(issuesOf(await make({ sparte, nummer: '1' }))).toEqual([missing()]);
  expect(issuesOf(await make({ sparte: 'kfz', ind_1: null }))).toEqual([no('a text')]);
  expect(issuesOf(await make({ sparte: 'kfz', ind_1: ' ' }))).toEqual([empty()]);
  expect(issuesOf(await make([{ sparte: 'phv' }, { sparte: 'kfz' }] as never))).toEqual([missing('ind_1', 1)]);
  expect(issuesOf(await make({ sparte: 'phv', ind_1: null }))).toEqual([
    [['ind_1'], 'unrecognized_key', 'ind_1 is no field of this Sparte.'],
  ]);
  const other = (await make({ sparte: 'phv', tariffs: [{ name: 'T' }] })).body.id;
  expect((await make({ nummer: 'ohne' })).status).toBe(201);
  const { id } = (await make({ sparte: 'kfz', ind_1: 'B-A 1' })).body;
  expect(issuesOf(await api.patch(`/v3/contracts/${id}`, { ind_1: null }))).toEqual([no('a text')]);
  expect((await api.patch(`/v3/contracts/${id}`, { nummer: '2' })).body.updated).toBe(1);
  // A change that does not name the field succeeds, also into its Sparte; one that sets it to null does not.
  expect(issuesOf(await api.patch(`/v3/contracts/${other}`, { sparte: 41, ind_1: null }))).toEqual([no('a text')]);
  expect((await api.patch(`/v3/contracts/${other}`, { sparte: 41 })).body.updated).toBe(1);
});

test('a field becomes required with the response to the change, in this organisation only', async () => {
  const stranger = await (await service.organisation()).client();
  for (const required of [true, false, true]) {
    await requireField('customers', { required });
    const made = await Promise.all(Array.from({ length: 10 }, () => api.post('/v3/customers', { name: 'A' })));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([required ? 400 : 201]));
  }
  expect((await stranger.post('/v3/customers', { name: 'A' })).status).toBe(201);
  expect((await api.post('/v3/products', { name: 'P' })).status).toBe(201);
  // Changed without a word of it, it stays; removed, it is none.
  const label = { name: 'ind_1', kind: 'text', label: 'Wert' } as const;
  await setField(service.db, organisation.orgId, 'customers', label);
  expect(issuesOf(await api.post('/v3/customers', { name: 'A' }))).toEqual([missing()]);
  await removeField(service.db, organisation.orgId, 'customers', 'ind_1');
  expect((await api.post('/v3/customers', { name: 'A' })).status).toBe(201);
});

test('uploads as JSON and as a form need a required field; inbox documents are assigned without it', async () => {
  const { kid } = (await api.post('/v3/customers', { name: 'A' })).body;
  await requireField('documents');
  const file = { base64: 'SGFsbG8=', name: 'a.txt' };
  const at = `/v3/customers/${kid}/documents`;
  expect(issuesOf(await api.post(at, file))).toEqual([missing()]);
  const form = new FormData();
  form.append('file', new File(['x'], 'b.txt'));
  expect(issuesOf(await api.send('POST', at, form))).toEqual([missing()]);
  form.append('ind_1', 'rot');
  expect((await api.send('POST', at, form)).status).toBe(201);
  const made = await api.post(at, { ...file, ind_1: 'blau' });
  expect(made.body.ind_1).toBe('blau');

  const folder = (await api.post(`${at}/folders`, { name: 'Ordner' })).body.id;
  expect((await api.patch(`/v3/documents/${made.body.id}`, { ordner: folder })).body.updated).toBe(1);
  const { id } = (await api.post('/v3/inbox/documents', file)).body;
  const assigned = await api.post(`/v3/inbox/documents/${id}/assign`, { section: 'customers', id: kid });
  expect(assigned.status).toBe(200);
  const document = `/v3/documents/${assigned.body.document_id}`;
  expect((await api.get(document)).body.ind_1).toBeNull();
  expect((await api.patch(document, { ordner: folder })).body.updated).toBe(1);
});

test('customers without a required field can be merged', async () => {
  const kids = [
    (await api.post('/v3/customers', { name: 'A' })).body.kid,
    (await api.post('/v3/customers', { name: 'B' })).body.kid,
  ];
  await requireField('customers');
  const [master, slave_kid] = kids;
  const merged = await api.post(`/v3/customers/${master}/merge`, { slave_kid, mode: 'enrich_master' });
  expect([merged.status, (await api.get(`/v3/customers/${master}`)).body.ind_1]).toEqual([200, null]);
});

test('the API creates users with a required field; invitations of the settings page omit it', async () => {
  await requireField('users');
  expect(issuesOf(await api.post('/v3/users', { email: 'a@example.com' }))).toEqual([missing()]);
  expect((await api.post('/v3/users', { email: 'a@example.com', ind_1: 'x' })).status).toBe(201);
  const admin = await signIn(service.address, organisation.login);
  const invited = await admin.send('POST', '/users', {
    email: 'b@example.com',
    rolle: 'berater',
    lizenz: false,
    lizenz_typ: null,
    vorname: 'V',
    name: 'N',
  });
  expect(invited.status).toBe(201);
  const { kid } = invited.body;
  expect((await admin.send('PATCH', `/users/${kid}`, { vorname: 'B' })).status).toBe(200);
  expect((await api.get(`/v3/users/${kid}`)).body).toMatchObject({ vorname: 'B', ind_1: null });
});
