/** Fields and select lists of an organisation (rules 9.6). */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { waitForCacheExpiry } from '../../src/concurrency/cache-propagation.ts';
import { customKinds, type KindName, kinds } from '../../src/model/declaration/value-kinds.ts';
import { registry } from '../../src/model/registry.ts';
import { removeOptions, setField, setLabel, setOptions } from '../../src/operations/org-settings/custom-fields.ts';
import { removeField } from '../../src/operations/org-settings/remove-field.ts';
import { readSettings } from '../../src/operations/org-settings/settings-document.ts';
import { startSettingsJobs } from '../../src/operations/org-settings/settings-jobs.ts';
import { rebuildJson } from '../../src/operations/rebuild/rebuild-json.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { holdLock } from '../support/held-lock.ts';
import { queued } from '../support/queued.ts';
import { until } from '../support/until.ts';

const { service, organisation, client } = setUpService();

test('an added field is validated, stored, described, found by search, and removed', async () => {
  const { db } = service;
  const { orgId } = organisation;
  expect((await client.post('/v3/contracts', { kid: 1, ind_1: 'x' })).status).toBe(400);
  await setField(db, orgId, 'customers', { name: 'ind_1', kind: 'date', label: 'Kunde seit' });
  await setField(db, orgId, 'customers', { name: 'ind_2', kind: 'text', label: 'Hobby' });
  const made = await client.post('/v3/customers', { name: 'A', ind_1: '2020-01-02', ind_2: 'Angeln', ind_3: 'weg' });
  expect(made.body).toMatchObject({ ind_1: '2020-01-02', ind_2: 'Angeln' });
  expect(made.body.ind_3).toBeUndefined();
  const { kid } = made.body;
  expect((await client.patch(`/v3/customers/${kid}`, { ind_1: 'x' })).body.data.issues[0]).toMatchObject({
    path: ['ind_1'],
    code: 'invalid_format',
  });
  expect((await client.patch(`/v3/customers/${kid}`, { ind_2: 'Segeln' })).body.updated).toBe(1);
  expect((await client.get(`/v3/customers/${kid}`)).body).toMatchObject({
    ind_1: '2020-01-02',
    ind_2: 'Segeln',
    name: 'A',
  });
  expect((await client.get('/v3/customers?with_schema=1')).body.fields.customers.ind_1).toMatchObject({
    label: 'Kunde seit',
    data_type: 'date',
  });
  expect((await client.post('/v3/search', { query: 'segeln', indices: ['customers'] })).body.total).toBe(1);
  const stranger = await (await service.organisation()).client();
  expect((await stranger.post('/v3/customers', { name: 'B', ind_2: 'x' })).body.ind_2).toBeUndefined();
  await removeField(db, orgId, 'customers', 'ind_2');
  expect((await client.get('/v3/customers?with_schema=1')).body.fields.customers.ind_2).toBeUndefined();
  expect((await client.get(`/v3/customers/${kid}`)).body).not.toHaveProperty('ind_2');
  expect((await client.get(`/v3/customers/${kid}`)).body.ind_1).toBe('2020-01-02');
  const again = setField(db, orgId, 'customers', { name: 'ind_1', kind: 'text', label: 'Kunde seit' });
  await expect(again).rejects.toMatchObject({ error: 'fixed_kind' });
});

test('each record has all added fields, regardless of the time of its last write', async () => {
  const { db } = service;
  const own = await service.organisation();
  const its = await own.client();
  const names = Array.from({ length: 24 }, (_, n) => `ind_${n + 1}`);
  const have = async (some: readonly string[]) => {
    const customers = some.map((name) => ({ name, kind: 'text', label: name }));
    await db.read(
      sql`update organisation set settings = ${JSON.stringify({ fields: { customers } })}, settings_version = settings_version + 1 where org_id = ${own.orgId}`,
    );
    await waitForCacheExpiry();
  };
  const tricky = '"ind_24":null}, {"ind_23": "\\';
  const made: Record<string, unknown>[] = [];
  const create = async (values: Record<string, unknown>): Promise<void> => {
    const { kid } = (await its.post('/v3/customers', { name: 'Muster', ...values })).body;
    made.push({ kid, ...Object.fromEntries(names.map((name) => [name, values[name] ?? null])) });
  };
  await create({});
  await have(names.slice(0, 20));
  await create({ ind_1: 'eins', ind_2: tricky });
  await have(names);
  await create({ ind_24: 'letzte', ind_3: tricky, kommentar: tricky });
  const shown = async () => {
    const lists = [
      (await its.get('/v3/customers')).body.items,
      (await its.post('/v3/search', { query: 'muster', indices: ['customers'] })).body.data.customers.items,
    ];
    const single = await Promise.all(made.map(async ({ kid }) => (await its.get(`/v3/customers/${kid}`)).body));
    return [...lists, single].map((items) => items.sort((a: { kid: number }, b: { kid: number }) => a.kid - b.kid));
  };
  for (const items of await shown()) expect(items).toMatchObject(made);
  await removeField(db, own.orgId, 'customers', 'ind_2');
  for (const items of await shown())
    for (const [n, item] of items.entries()) {
      const { ind_2: gone, ...others } = made[n] ?? {};
      expect(item).toMatchObject(others);
      expect(item).not.toHaveProperty('ind_2');
    }
});

test.each([
  ['ind_1', 'text', 'B-A 1', 'B-A 1'],
  ['ind_2', 'int', 7, '7'],
  ['ind_3', 'money', 12.5, '12.50'],
  ['ind_4', 'date', '2026-01-02', '2026-01-02'],
  ['ind_5', 'datetime', '2026-01-02 03:04:05', '2026-01-02T03:04:05'],
  ['ind_6', 'flag', true, '1'],
  ['ind_7', 'boolean', true, 'true'],
] as const)('%s of kind %s filters its list, as other columns do', async (name, kind, value, asked) => {
  await setField(service.db, organisation.orgId, 'damages', { name, kind, label: name });
  const { id } = (await client.post('/v3/damages', { [name]: value })).body;
  const found = await client.get(`/v3/damages?${new URLSearchParams({ [name]: asked })}`);
  expect(found.body.items.map((one: { id: number }) => one.id)).toEqual([id]);
  if (kind !== 'text') expect((await client.get(`/v3/damages?${name}=x`)).error).toBe('validation_failed');
});

test('a field that was added later is null in older records, in every read', async () => {
  const own = await service.organisation();
  const old = await own.client();
  const kid: number = (await old.post('/v3/customers', { name: 'Altbestand', kommentar: '"ind_7":' })).body.kid;
  const partner = (await old.post('/v3/products', { name: 'P' })).body.id;
  const person = (await old.post(`/v3/products/${partner}/contact-persons`, { name: 'Q' })).body.id;
  const address = `/v3/customers/${kid}`;
  const without = await old.get(address);
  expect(without.body).not.toHaveProperty('ind_7');

  for (const [path, name] of [
    ['customers', 'ind_7'],
    ['customers', 'ind_12'],
    ['contact-persons', 'ind_3'],
  ] as const)
    await setField(service.db, own.orgId, path, { name, kind: 'text', label: name });
  const nulls = { ind_7: null, ind_12: null };
  const { headers, body } = await old.get(address);
  expect(body).toEqual({ ...without.body, ...nulls });
  for (const query of ['', '?limit=600', '?with_addresses=1', '?flat=1'])
    expect((await old.get(`/v3/customers${query}`)).body.items).toMatchObject([nulls]);
  const found = await old.post('/v3/search', { query: 'altbestand', indices: ['customers'] });
  expect(found.body.data.customers.items).toEqual([body]);
  const embedding = await old.get(`/v3/products/${partner}?with_contact_persons=1`);
  expect(embedding.body.contact_persons).toMatchObject([{ id: person, ind_3: null }]);
  expect(embedding.body).not.toHaveProperty('ind_3');

  const changing = (etag: string | null) => old.patch(address, { ind_12: 'neu' }, { 'if-match': String(etag) });
  expect((await changing(without.headers.get('etag'))).error).toBe('precondition_failed');
  expect((await changing(headers.get('etag'))).body).toEqual({ success: true, updated: 1 });
  expect((await old.get(address)).body).toMatchObject({ ind_7: null, ind_12: 'neu' });
  await removeField(service.db, own.orgId, 'customers', 'ind_12');
  const { body: last, text } = await old.get(address);
  expect(Object.keys(last)).toEqual([...Object.keys(without.body), 'ind_7']);
  expect(text.match(/"ind_7":/g)).toHaveLength(1);
});

test('the stored JSON equals the serialized record, and reprint renews outdated JSON', async () => {
  const { db } = service;
  const { orgId } = organisation;
  const { kid } = (await client.post('/v3/customers', { name: 'Gedruckt', ind_1: '2020-01-02' })).body;
  await client.post(`/v3/customers/${kid}/addresses`, { ort: 'Bonn' });
  expect(await rebuildJson(db, registry, orgId, false)).toEqual([]);
  const before = (await client.get(`/v3/customers/${kid}?with_addresses=1`)).text;
  await db.transaction(async (tx) => {
    await tx.run(sql`update contact set printed = '{}' where org_id = ${orgId} and id = ${kid}`);
    await tx.run(sql`update address set printed = '{}' where org_id = ${orgId} and kid = ${kid}`);
  });
  const wrong = [
    { table: 'contact', section: 'customers', rows: 1 },
    { table: 'address', section: null, rows: 1 },
  ];
  expect(await rebuildJson(db, registry, orgId, false)).toEqual(wrong);
  const told = new Map<string, readonly number[]>();
  const looked = (kind: string, ...numbers: readonly number[]) => told.set(kind, numbers);
  expect(await rebuildJson(db, registry, orgId, true, looked)).toEqual(wrong);
  const [{ n = 0 } = {}] = await db.read<{ n: number }>(
    sql`select count(*)::int as n from contact where org_id = ${orgId} and section = 'customers'`,
  );
  expect(told.get('customers')).toEqual([n, n]);
  expect((await client.get(`/v3/customers/${kid}?with_addresses=1`)).text).toBe(before);
});

test('a field of one Sparte is accepted and shown only for its contracts', async () => {
  await setField(service.db, organisation.orgId, 'contracts', {
    name: 'ind_5',
    kind: 'text',
    label: 'Kennzeichen',
    sparte: 41,
  });
  const { kid } = (await client.post('/v3/customers', { name: 'A' })).body;
  expect((await client.post(`/v3/customers/${kid}/contracts`, { sparte: 'kfz', ind_5: 'B-A 1' })).status).toBe(201);
  const refused = await client.post(`/v3/customers/${kid}/contracts`, { sparte: 'phv', ind_5: 'B-A 1' });
  expect(refused.body.data.issues).toMatchObject([{ path: ['ind_5'], code: 'unrecognized_key' }]);
});

test('the default of a field of one Sparte applies to its contracts; values left after a change of the Sparte can be removed', async () => {
  const own = await service.organisation();
  const asker = await own.client();
  const field = { name: 'ind_5', kind: 'money', label: 'Wert', sparte: 41, default: '5.00' } as const;
  await setField(service.db, own.orgId, 'contracts', field);
  const { kid } = (await asker.post('/v3/customers', { name: 'A' })).body;
  const make = async (body: object): Promise<string> =>
    `/v3/contracts/${(await asker.post('/v3/contracts', { kid, ...body })).body.id}`;
  const value = async (address: string) => (await asker.get(address)).body.ind_5;
  const [car, other, none] = [
    await make({ sparte: 41 }),
    await make({ sparte: 7, nummer: 'x' }),
    await make({ nummer: 'y' }),
  ];
  expect([await value(car), await value(other), await value(none)]).toEqual(['5.00', null, null]);
  // The client sends back the values that it read.
  const { ind_5 } = (await asker.get(other)).body;
  expect((await asker.patch(other, { ind_5, nummer: 'z' })).body.updated).toBe(1);
  expect((await asker.patch(car, { sparte: 7 })).body.updated).toBe(1);
  expect((await asker.patch(car, { ind_5: '5.00', nummer: 'z' })).body.updated).toBe(1);
  const refused = await asker.patch(car, { ind_5: '6.00' });
  expect(refused.body.data.issues).toMatchObject([{ path: ['ind_5'], code: 'unrecognized_key' }]);
  expect((await asker.patch(car, { ind_5: null })).body.updated).toBe(1);
  expect(await value(car)).toBeNull();
  expect((await asker.patch(car, { sparte: 41, ind_5: null })).body.updated).toBe(2);
  expect(await value(car)).toBe('5.00');
});

/** An organisation with a customer that has two added fields, the first of them with a value that is nowhere else. */
const withFields = async () => {
  const own = await service.organisation();
  const asker = await own.client();
  for (const name of ['ind_7', 'ind_8'])
    await setField(service.db, own.orgId, 'customers', { name, kind: 'text', label: name });
  const values = { name: 'Feldsuche', ind_7: 'geheim, "so": \\', ind_8: 'bleibt' };
  const { kid } = (await asker.post('/v3/customers', values)).body;
  const found = async (query: string): Promise<number> =>
    (await asker.post('/v3/search', { query, indices: ['customers'] })).body.total;
  return { orgId: own.orgId, asker, kid: kid as number, address: `/v3/customers/${kid}`, found };
};

const storedWith = async (orgId: number, table: 'contact' | 'contract', name: string): Promise<number> => {
  const [row] = await service.db.read<{ n: number }>(
    sql`select count(*)::int as n from ${raw(table)} where org_id = ${orgId} and (extra like ${`%${name}%`} or printed like ${`%${name}%`})`,
  );
  return row?.n ?? 0;
};

/** Runs the settings jobs until no removal is left. @param meanwhile runs at the same time */
const finished = async (orgId: number, meanwhile = async () => {}): Promise<void> => {
  const failures: string[] = [];
  const dropping = startSettingsJobs(service.asService, ({ message }) => failures.push(message), {
    rest: 1,
    late: 2000,
  });
  try {
    await meanwhile();
    await until(async () => !(await readSettings(service.db, orgId)).leaving, { what: 'the end of the removal' });
  } finally {
    await dropping.stop();
  }
  expect(failures).toEqual([]);
};

test('a removed field is neither found nor in a search entry', async () => {
  const { orgId, kid, found } = await withFields();
  expect([await found('geheim'), await found('bleibt')]).toEqual([1, 1]);
  await removeField(service.db, orgId, 'customers', 'ind_7');
  expect([await found('geheim'), await found('bleibt')]).toEqual([0, 1]);
  const entries = await service.db.read<{ text: string }>(
    sql`select text from search_entry where org_id = ${orgId} and section = 'customers' and id = ${kid}`,
  );
  expect(entries.map(({ text }) => text.includes('geheim'))).toEqual([false]);
});

test('an interrupted removal hides the field at once, and can be completed', async () => {
  const { orgId, asker, kid, address, found } = await withFields();
  const { db } = service;
  const { ind_7: _removed, ...rest } = (await asker.get(address)).body;
  // A process that dies when the settings are written and no value has been dropped yet.
  let transactions = 0;
  const dying = {
    ...db,
    transaction: ((work) => {
      transactions += 1;
      return transactions > 1 ? Promise.reject(new Error('killed')) : db.transaction(work);
    }) as typeof db.transaction,
  };
  await expect(removeField(dying, orgId, 'customers', 'ind_7')).rejects.toThrow('killed');
  expect(await storedWith(orgId, 'contact', 'ind_7')).toBe(1);

  const { body, headers } = await asker.get(address);
  expect(body).toEqual(rest);
  expect((await asker.get('/v3/customers')).body.items).toContainEqual(rest);
  expect((await asker.get('/v3/customers?sort=ind_7')).error).toBe('validation_failed');
  const nothing = await asker.patch(address, { ind_8: 'bleibt' }, { 'if-match': String(headers.get('etag')) });
  expect(nothing.body.updated).toBe(0);
  const added = { name: 'ind_7', kind: 'int', label: 'Zahl' } as const;
  await expect(setField(db, orgId, 'customers', added)).rejects.toMatchObject({ error: 'field_being_removed' });
  await expect(removeField(db, orgId, 'customers', 'ind_9')).rejects.toMatchObject({ error: 'unknown_field' });

  await removeField(db, orgId, 'customers', 'ind_7');
  expect([await storedWith(orgId, 'contact', 'ind_7'), await found('geheim')]).toEqual([0, 0]);
  expect((await asker.get(address)).body).toEqual(rest);
  await finished(orgId);
  await setField(db, orgId, 'customers', added);
  expect((await asker.get(address)).body).toMatchObject({ kid, ind_7: null, ind_8: 'bleibt' });
  expect((await asker.get('/v3/customers?sort=ind_7&ind_7[gte]=1')).status).toBe(200);
});

test('the service completes a removal that takes longer than its caller waits', async () => {
  const { orgId, asker, address, found } = await withFields();
  const { kid: second } = (await asker.post('/v3/customers', { name: 'Zwei', ind_7: 'geheim' })).body;
  await service.db.read(sql`insert into contact (org_id, id, section, name, extra, printed)
    select org_id, 1500000 + n, section, name, extra, replace(printed, ${`:${second},`}, ':' || 1500000 + n || ',')
    from contact, generate_series(1, 600) n where org_id = ${orgId} and id = ${second}`);
  expect(await storedWith(orgId, 'contact', 'ind_7')).toBe(602);
  await removeField(service.db, orgId, 'customers', 'ind_7', undefined, 0);
  expect(await storedWith(orgId, 'contact', 'ind_7')).toBe(102);
  expect((await asker.get(address)).body).not.toHaveProperty('ind_7');
  await finished(orgId);
  expect([await storedWith(orgId, 'contact', 'ind_7'), await found('geheim')]).toEqual([0, 0]);
});

test('the service completes an interrupted removal by itself', async () => {
  const { orgId, found } = await withFields();
  const { db } = service;
  // The state after a process died when the settings were written.
  const { fields, ...others } = await readSettings(db, orgId);
  const left = (fields?.customers ?? []).filter(({ name }) => name !== 'ind_7');
  const leaving = { customers: [{ name: 'ind_7', since: '2026-01-01T00:00:00.000Z' }] };
  const settings = JSON.stringify({ ...others, fields: { ...fields, customers: left }, leaving });
  await db.transaction((tx) =>
    tx.run(
      sql`update organisation set settings = ${settings}, settings_version = settings_version + 1 where org_id = ${orgId}`,
    ),
  );
  await finished(orgId);
  expect([await storedWith(orgId, 'contact', 'ind_7'), await found('geheim'), await found('bleibt')]).toEqual([
    0, 0, 1,
  ]);
});

test('a write during the removal leaves no value', async () => {
  const { orgId, asker, kid } = await withFields();
  const { db } = service;
  await setField(db, orgId, 'contracts', { name: 'ind_7', kind: 'text', label: 'Farbe' });
  const release = await holdLock(db, sql`select 1 from contact where org_id = ${orgId} and id = ${kid} for update`);
  const post = asker.post(`/v3/customers/${kid}/contracts`, { nummer: '1', ind_7: 'rot' });
  try {
    await queued(db, 1);
    await removeField(db, orgId, 'contracts', 'ind_7');
  } catch (error) {
    await release();
    throw error;
  }
  await finished(orgId, async () => {
    // The first look is over by then.
    await delay(500);
    await release();
    const made = await post;
    expect(made.status).toBe(201);
    expect(await storedWith(orgId, 'contract', 'ind_7')).toBe(1);
    expect((await asker.get(`/v3/contracts/${made.body.id}`)).body).not.toHaveProperty('ind_7');
  });
  expect(await storedWith(orgId, 'contract', 'ind_7')).toBe(0);
});

test('changed labels and options are shown, and validate values', async () => {
  await setLabel(service.db, organisation.orgId, 'customers', 'name', 'Nachname');
  await setOptions(service.db, organisation.orgId, 'familienstand', [{ value: 'frei', display: 'Frei' }]);
  const { fields, select_fields } = (await client.get('/v3/customers?with_schema=1')).body;
  expect(fields.customers.name.label).toBe('Nachname');
  expect(select_fields.customers.familienstand).toEqual([{ value: 'frei', display: 'Frei' }]);
  expect((await client.post('/v3/customers', { familienstand: 'ledig' })).error).toBe('validation_failed');
  expect((await client.post('/v3/customers', { familienstand: 'frei' })).status).toBe(201);
});

test('a field accepts only a list of its type, and a list keeps the type of its values', async () => {
  const { orgId, client: by } = await service.organisation();
  const asker = await by();
  const set = (name: string, kind: KindName, list: string) =>
    setField(service.db, orgId, 'customers', { name, kind, label: name, list });
  await setOptions(
    service.db,
    orgId,
    'stufe',
    ['1', '2'].map((value) => ({ value, display: `Stufe ${value}` })),
  );
  for (const [kind, list, fitting] of [
    ['int', 'stufe', 'text'],
    ['int', 'anrede', 'text'],
    ['text', 'kontaktArt', 'int'],
    ...customKinds.filter((name) => !kinds[name].chooses).map((name) => [name, 'anrede', 'text'] as const),
  ] as const) {
    const refused = set('ind_1', kind, list);
    await expect(refused).rejects.toMatchObject({ status: 400, error: 'unfit_list' });
    await expect(refused).rejects.toThrow(
      new RegExp(`kind ${kind} .* ${list}, .*: fields of the kind ${fitting} can\\.`),
    );
  }
  await set('ind_1', 'int', 'kontaktArt');
  await set('ind_2', 'text', 'stufe');
  expect((await asker.post('/v3/customers', { ind_1: 1, ind_2: '1' })).body).toMatchObject({ ind_1: 1, ind_2: '1' });
  // Values of a numeric list stay numbers and values of a text list stay texts, whichever the caller sends.
  await setOptions(service.db, orgId, 'kontaktArt', [{ value: '7', display: 'Sieben' }]);
  await setOptions(service.db, orgId, 'stufe', [{ value: 7, display: 'Sieben' }]);
  expect((await asker.post('/v3/customers', { ind_1: 7, ind_2: '7' })).body).toMatchObject({ ind_1: 7, ind_2: '7' });
  await removeOptions(service.db, orgId, 'kontaktArt');
  expect((await asker.post('/v3/customers', { ind_1: 1, ind_2: '7' })).status).toBe(201);
});

test('a stored list that does not fit its field counts as none, one that does not fit the shipped one as not there', async () => {
  const { orgId, client: by } = await service.organisation();
  const asker = await by();
  const entries = (...values: (string | number)[]) => values.map((value) => ({ value, display: `${value}` }));
  const listed = [
    ['int', 'stufe'],
    ['int', 'anrede'],
    ['text', 'kontaktArt'],
    ['money', 'anrede'],
    ['int', 'zahl'],
    ['text', 'gemischt'],
  ] as const;
  const customers = listed.map(([kind, list], i) => {
    const name = `ind_${i + 1}`;
    return { name, kind, label: name, list, required: true };
  });
  const options = {
    stufe: entries('1', '2'),
    zahl: entries(1, 2),
    gemischt: entries('a', 2, 'c'),
    kontaktArt: entries('0', '1'),
    anrede: entries(1, 'Frau'),
  };
  await service.db.read(
    sql`update organisation set settings = ${JSON.stringify({ fields: { customers }, options })}, settings_version = settings_version + 1 where org_id = ${orgId}`,
  );
  await waitForCacheExpiry();
  const { fields, select_fields } = (await asker.get('/v3/customers?with_schema=1')).body;
  expect(customers.map(({ name }) => fields.customers[name].select_fields_name)).toEqual([
    null,
    null,
    null,
    null,
    'zahl',
    'gemischt',
  ]);
  expect(select_fields.customers).toMatchObject({
    zahl: options.zahl,
    gemischt: entries('a', 'c'),
    anrede: entries('Frau'),
    kontaktArt: expect.arrayContaining([{ value: 4, display: 'Lead' }]),
  });
  expect(select_fields.customers).not.toHaveProperty('stufe');
  const values = { ind_1: 3, ind_2: 4, ind_3: 'frei', ind_4: '5.00', ind_5: 2, ind_6: 'c' };
  const made = await asker.post('/v3/customers', { ...values, kontakt_art: 4, anrede: 'Frau' });
  expect(made.body).toMatchObject(values);
  expect((await asker.post('/v3/customers', { ...values, ind_5: 3 })).body.data.issues).toMatchObject([
    { path: ['ind_5'], code: 'invalid_select_value' },
  ]);
  // Missing lists do not prevent a change of the settings, and a numeric list stays numeric.
  await setOptions(service.db, orgId, 'zahl', entries('3'));
  await setField(service.db, orgId, 'customers', { name: 'ind_1', kind: 'int', label: 'Stufe' });
  expect((await asker.post('/v3/customers', { ...values, ind_5: 3 })).status).toBe(201);
});
