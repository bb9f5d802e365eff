/** Roles that show the own customers only, and deputies (rules 8.14). Every call is tried in test/contract/own-customers.slow.test.ts. */
import { beforeAll, describe, expect, test } from 'vitest';
import { relationPairs } from '../../src/model/seed/relation-types.ts';
import { setRole } from '../../src/operations/org-settings/roles.ts';
import { setUpExports } from '../support/exports.ts';
import { setUpService } from '../support/fixture.ts';
import { setUpImportWorker, staged, step } from '../support/import-client.ts';
import type { Client } from '../support/service.ts';

const { service, organisation, client } = setUpService();
setUpImportWorker(service);
const { exported } = setUpExports(service);

let anna: number;
let berta: number;
let own: Client;
let hers: Record<'customer' | 'contract' | 'task', number>;
let other: Record<'customer' | 'contract' | 'task', number>;
let since: number;

const post = async (path: string, body: object): Promise<number> => (await client.post(path, body)).body.id;
const change = async (path: string, body: object): Promise<void> => {
  const { status, text } = await client.patch(path, body);
  expect(status, text).toBe(200);
};
const portfolio = async (name: string, betreuer: number) => {
  const kid = await post('/v3/customers', { name, vorname: 'Kim', geb: '1980-05-05', betreuer });
  return {
    customer: kid,
    contract: await post('/v3/contracts', { kid, nummer: `V-${name}`, beitrag: '10.00', intervall: 12 }),
    task: await post('/v3/activities', { kid, kategorie: 1, betreff: `Anruf ${name}`, termin: '2026-01-02 10:00:00' }),
  };
};
/** The names of the customers that a client lists. */
const namesOf = async (one: Client): Promise<string[]> => {
  const { body } = await one.get('/v3/customers?sort=name');
  expect(body.total).toBe(body.items.length);
  return body.items.map(({ name }: { name: string }) => name);
};

beforeAll(async () => {
  await setRole(service.db, organisation.orgId, { id: 'eigene', name: 'Eigene', scopes: [], own_customers: true });
  const user = (name: string) => post('/v3/users', { name, email: `${name}@example.com`, rolle: 'eigene' });
  [anna, berta] = [await user('anna'), await user('berta')];
  since = (await client.get('/v3/changes')).body.next;
  hers = await portfolio('Arend', anna);
  other = await portfolio('Bolte', berta);
  own = await organisation.client({ userKid: anna });
});

describe('reads', () => {
  test('lists, totals, searches and single records', async () => {
    expect(await namesOf(own)).toEqual(['Arend']);
    expect((await own.get(`/v3/customers/${other.customer}`)).status).toBe(404);
    for (const path of ['contracts', 'activities']) expect((await own.get(`/v3/${path}`)).body.total, path).toBe(1);
    const found = await own.post('/v3/search', { query: 'Kim', indices: ['customers', 'contracts'] });
    expect(found.body.total).toBe(1);
    expect((await own.get('/v3/system/sections')).body.items[0].total).toBeNull();
    const partner = await post('/v3/products', { name: 'Versicherer' });
    expect((await own.get(`/v3/products/${partner}`)).status).toBe(200);
  });

  test('the change feed, agenda, duplicates and the privacy report', async () => {
    const feed = (await own.get(`/v3/changes?after=${since}&limit=100&with_record=true`)).text;
    expect(feed).toContain('Arend');
    expect(feed).not.toContain('Bolte');
    expect(feed).not.toContain(`"id":${other.contract},`);
    const agenda = (await own.get('/v3/agenda?from=2026-01-01&to=2026-12-31&with_names=true')).text;
    expect(agenda).toContain('Arend');
    expect(agenda).not.toContain('Bolte');
    const pair = { name: 'Doppelt', vorname: 'Kim', geb: '1970-01-01', betreuer: berta };
    for (let i = 0; i < 2; i += 1) await client.post('/v3/customers', pair);
    expect((await client.get('/v3/duplicates?section=customers')).body.items).toHaveLength(1);
    expect((await own.get('/v3/duplicates?section=customers')).body.items).toEqual([]);
    expect((await own.get('/v3/privacy/report')).status).toBe(200);
  });

  test('an assistant finds the own customers', async () => {
    const params = { name: 'search', arguments: { query: 'Kim' } };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const { status, text } = await own.send('POST', '/mcp', body, headers);
    expect(status, text).toBe(200);
    expect(text).toContain('Arend');
    expect(text).not.toContain('Bolte');
  });

  test('relations and names show no colleague', async () => {
    await client.post(`/v3/customers/${hers.customer}/relations`, {
      kid_beziehung: other.customer,
      beziehung: relationPairs[0]?.beziehung,
    });
    const relations = `/v3/customers/${hers.customer}/relations`;
    expect((await client.get(relations)).body.total).toBe(1);
    expect((await own.get(relations)).body.total).toBe(0);
  });

  test('exports have the own customers, also when their worker runs later', async () => {
    const body = { sections: ['customers', 'contracts'], format: 'ndjson' };
    const file = (await exported(own, body)).toString('latin1');
    expect(file.length).toBeGreaterThan(100);
    const { total } = (await own.get('/v3/exports')).body;
    expect(total).toBe(1);
    const one = (
      await exported(own, { sections: ['customers'], format: 'ndjson', query: 'sort=name', columns: ['name'] })
    ).toString();
    expect(one.trim()).toBe('{"name":"Arend"}');
  });
});

describe('writes', () => {
  test('records of a colleague are not found, also in bulk, and not named', async () => {
    expect((await own.patch(`/v3/customers/${other.customer}`, { name: 'x' })).status).toBe(404);
    expect((await own.delete(`/v3/contracts/${other.contract}`)).status).toBe(404);
    const bulk = await own.post('/v3/customers/bulk', { rows: [{ id: other.customer }], set: { name: 'x' } });
    expect(bulk.text).toContain('not_found');
    const named = await own.post('/v3/contracts', { kid: other.customer });
    expect([named.status, named.error]).toEqual([404, 'customer_not_found']);
    const merge = await own.post(`/v3/customers/${hers.customer}/merge`, { slave_kid: other.customer });
    expect(merge.status).toBe(404);
    expect((await client.get(`/v3/customers/${other.customer}`)).body.name).toBe('Bolte');
  });

  test('a new customer is an own one; one that is given away is no longer seen', async () => {
    const { kid } = (await own.post('/v3/customers', { name: 'Neu' })).body;
    expect((await own.get(`/v3/customers/${kid}`)).body.betreuer).toBe(anna);
    expect((await own.patch(`/v3/customers/${kid}`, { betreuer: berta })).status).toBe(200);
    expect((await own.get(`/v3/customers/${kid}`)).status).toBe(404);
    await client.delete(`/v3/customers/${kid}`);
  });

  test('an import matches own customers only', async () => {
    const text = 'Nachname;Vorname;Geburtsdatum;Nation\nArend;Kim;05.05.1980;AT\nBolte;Kim;05.05.1980;AT\n';
    const { id, counts } = await staged(own, text, { format: 'csv', section: 'customers' });
    expect(counts).toMatchObject({ changed: 1, new: 1 });
    expect((await step(own, id, 'apply', { rows: 'all' })).state).toBe('done');
    expect((await client.get(`/v3/customers/${other.customer}`)).body.nation).toBeNull();
    expect((await client.get(`/v3/imports/${id}`)).status).toBe(200);
    expect((await step(own, id, 'undo')).state).toBe('undone');
    expect(await namesOf(own)).toEqual(['Arend']);
  });

  test('scopes for the whole organisation are taken away', async () => {
    for (const path of ['/v3/webhooks', '/v3/users'])
      expect((await own.post(path, {})).error, path).toBe('missing_required_scope');
  });
});

describe('deputies', () => {
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  test.each([
    ['from and to', -2, 2, true],
    ['without an end', -2, null, true],
    ['without a beginning', null, 2, true],
    ['not begun', 2, 4, false],
    ['ended', -4, -2, false],
  ])('%s', async (_case, from, to, isSeen) => {
    const vertretung_von = from === null ? null : day(from);
    const vertretung_bis = to === null ? null : day(to);
    await change(`/v3/users/${berta}`, { vertretung_kid: anna, vertretung_von, vertretung_bis });
    const names = await namesOf(own);
    expect(names.includes('Bolte')).toBe(isSeen);
    expect((await own.get(`/v3/contracts/${other.contract}`)).status).toBe(isSeen ? 200 : 404);
  });

  test('with another role the user sees all customers from the next call on', async () => {
    await change(`/v3/users/${berta}`, { vertretung_kid: null, vertretung_von: null, vertretung_bis: null });
    expect(await namesOf(own)).toEqual(['Arend']);
    await setRole(service.db, organisation.orgId, { id: 'eigene', own_customers: false });
    expect(await namesOf(own)).toContain('Bolte');
    await setRole(service.db, organisation.orgId, { id: 'eigene', own_customers: true });
  });
});
