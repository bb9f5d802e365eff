/** `POST /v3/{section}/{id}/restore` undoes a soft delete (rules 4.15). */
import { describe, expect, test } from 'vitest';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { registry } from '../../src/model/registry.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { countAt, refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('restoreword');
const kinds = allRoutes(registry).flatMap(({ verb, collection }) =>
  verb === 'restore' && collection ? [collection.resource] : [],
);
const restore = (path: string, id: unknown) => fixture.client.post(`/v3/${path}/${id}/restore`);
const hits = async (word: string, index = 'customers') =>
  (await fixture.client.post('/v3/search', { query: word, indices: [index] })).body.total;

test('every kind with a soft delete at its own address can be restored', () => {
  const soft = registry.resources.filter(
    ({ nesting, storage }) => nesting.topLevel && nesting.verbs.includes('remove') && storage.removal === 'soft',
  );
  expect(kinds.map(({ path }) => path)).toEqual(soft.map(({ path }) => path));
});

test.each(kinds.map(({ path }) => path))('%s: a deleted record returns as it was', async (path) => {
  const { id } = await fixture.plain(
    path.replace(/^(portals|contact-persons)$/, 'products/#/$1').replace('contracts', 'customers/#/contracts'),
  );
  const address = `/v3/${path}/${id}`;
  const before = (await fixture.client.get(address)).text;
  const total = await countAt(fixture.client, `/v3/${path}`);
  expect(refusal(await restore(path, id))).toBe('409 not_deleted');
  await fixture.client.delete(address);
  const answer = await restore(path, id);
  const { key } = registry.get(path).nesting;
  expect([answer.status, answer.body]).toEqual([200, { success: true, restored: 1, [key]: id }]);
  expect((await fixture.client.get(address)).text).toBe(before);
  expect(await countAt(fixture.client, `/v3/${path}`)).toBe(total);
});

describe('with all that was hidden with it', () => {
  const family = async () => {
    const kid = await fixture.customer({ name: 'Wiederkehr' });
    await fixture.client.post(`/v3/customers/${kid}/addresses`, { ort: 'Rueckingen' });
    const contract = (await fixture.client.post('/v3/contracts', { kid, nummer: 'ZURUECK-1' })).body.id as number;
    const goal = (await fixture.client.post('/v3/goals', { kid, subject: 'x' })).body.id as number;
    await fixture.client.post('/v3/contracts', { kid, nummer: 'ZURUECK-2', archiv: 1 });
    await fixture.client.post(`/v3/customers/${kid}/comments`, { text: 'bleibt' });
    return { kid, contract, goal };
  };

  test('records below, their counters, search entries of both and of parts', async () => {
    const { kid, contract, goal } = await family();
    await fixture.client.delete(`/v3/goals/${goal}`);
    const lists = [
      '/v3/customers',
      '/v3/contracts',
      '/v3/contracts?with_archived=1',
      `/v3/customers/${kid}/contracts`,
      `/v3/customers/${kid}/addresses`,
      `/v3/customers/${kid}/comments`,
      `/v3/goals?kid=${kid}`,
    ];
    const totals = () => Promise.all(lists.map((list) => countAt(fixture.client, list)));
    const before = await totals();
    await fixture.client.delete(`/v3/customers/${kid}`);
    expect(refusal(await restore('contracts', contract))).toBe('409 parent_deleted');
    const { body } = await restore('customers', kid);
    expect(body).toEqual({ success: true, restored: 3, kid });
    expect(await totals()).toEqual(before);
    expect(await hits('wiederkehr rueckingen')).toBeGreaterThan(0);
    expect(await hits('zurueck-1', 'contracts')).toBe(1);
    // A goal that was deleted before its customer is not restored with it.
    expect((await fixture.client.get(`/v3/goals/${goal}`)).status).toBe(404);
    expect((await restore('goals', goal)).status).toBe(200);
  });

  test('the feed, the audit log and webhooks have an entry of it', async () => {
    const { kid, contract } = await family();
    const other = await fixture.customer();
    await fixture.client.post(`/v3/customers/${other}/links`, { foreign_section: 'contracts', foreign_id: contract });
    await fixture.client.delete(`/v3/customers/${kid}`);
    const { next } = (await fixture.client.get('/v3/changes')).body;
    const { headers } = await restore('customers', kid);
    const { items } = (await fixture.client.get(`/v3/changes?after=${next}`)).body;
    const told = items.map(({ section, action }: Record<string, string>) => `${section} ${action}`);
    expect(told).toEqual(
      expect.arrayContaining(['customers insert', 'contracts insert', 'goals insert', 'links insert']),
    );
    const entries = await fixture.service.db.read(
      sql`select section, action, record_id::int as id from audit_entry where request_id = ${headers.get('x-request-id')}`,
    );
    expect(entries).toEqual([{ section: 'customers', action: 'restore', id: kid }]);
  });
});

describe('is refused', () => {
  test('for a missing or merged record, and one deleted too long ago', async () => {
    expect(refusal(await restore('customers', 2147483647))).toBe('404 not_found');
    const [kid, slave] = [await fixture.customer(), await fixture.customer()];
    await fixture.client.post(`/v3/customers/${kid}/merge`, { slave_kid: slave });
    expect(refusal(await restore('customers', slave))).toBe('404 not_found');
    expect(refusal(await restore('products', kid))).toBe('404 not_found');
    const old = async (days: number) => {
      const one = await fixture.customer();
      await fixture.client.delete(`/v3/customers/${one}`);
      const back = sql`update contact set deleted_at = deleted_at - ${raw(`interval '${days} days'`)} where id = ${one}`;
      await fixture.service.db.transaction((tx) => tx.run(back));
      return (await restore('customers', one)).status;
    };
    expect([await old(31), await old(29)]).toEqual([404, 200]);
  });

  test('without the write scope', async () => {
    const reader = await fixture.organisation.client({ scopes: ['v3:customers:read'] });
    expect(refusal(await reader.post(`/v3/customers/${fixture.id('customers')}/restore`))).toBe(
      '403 missing_required_scope',
    );
  });

  test('where another record has its unique value', async () => {
    const email = 'zweimal@example.com';
    const { id } = (await fixture.client.post('/v3/users', { email })).body;
    await fixture.client.delete(`/v3/users/${id}`);
    await fixture.client.post('/v3/users', { email });
    expect(refusal(await restore('users', id))).toBe('400 email_not_unique');
    const second = (await fixture.client.get(`/v3/users/${id}`)).status;
    expect(second).toBe(404);
  });

  test('a private tag is only its owner’s to restore', async () => {
    const colleague = await fixture.organisation.client({ userKid: fixture.id('users') });
    const { id } = (await colleague.post('/v3/system/tags', { tag: 'eigen' })).body;
    await colleague.delete(`/v3/system/tags/${id}`);
    expect(refusal(await restore('system/tags', id))).toBe('404 not_found');
    expect((await colleague.post(`/v3/system/tags/${id}/restore`)).status).toBe(200);
  });
});

test('a repeated restore with an Idempotency-Key gets the first response', async () => {
  const kid = await fixture.customer();
  await fixture.client.delete(`/v3/customers/${kid}`);
  const headers = { 'idempotency-key': 'restore once' };
  const once = () => fixture.client.post(`/v3/customers/${kid}/restore`, {}, headers);
  expect([(await once()).body.restored, (await once()).body.restored]).toEqual([1, 1]);
});
