/** `POST /v3/{section}/bulk` changes many records, each with an outcome of its own (rules 4.16). */
import { beforeAll, describe, expect, test } from 'vitest';
import { derivedVerbs } from '../../src/derive/routing/collections.ts';
import { registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql/sql.ts';
import { codes, refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('bulkword');
const kinds = registry.resources.filter((one) => derivedVerbs(one).includes('bulk')).map(({ path }) => path);
const bulk = (path: string, body: unknown, headers?: Record<string, string>) =>
  fixture.client.post(`/v3/${path}/bulk`, body, headers);
const several = (count: number, fields = {}) =>
  Promise.all(Array.from({ length: count }, () => fixture.customer({ kontakt_art: 0, ...fields })));
const rowsOf = (ids: readonly unknown[], more = {}) => ids.map((id) => ({ id, ...more }));

test('every readable and changeable record kind has bulk actions', () => {
  expect(kinds).toEqual(
    registry.resources
      .filter(({ nesting: { topLevel, verbs } }) => topLevel && verbs.includes('update') && verbs.includes('retrieve'))
      .map(({ path }) => path),
  );
});

test.each(kinds)('%s: is deleted and restored', async (path) => {
  const { id } = await fixture.plain(
    path.replace(/^(portals|contact-persons)$/, 'products/#/$1').replace('contracts', 'customers/#/contracts'),
  );
  const done = [{ id, before: {}, changed: true }];
  expect((await bulk(path, { rows: [{ id }], remove: true })).body).toEqual({ done, failed: [] });
  expect((await fixture.client.get(`/v3/${path}/${id}`)).status).toBe(404);
  expect((await bulk(path, { rows: [{ id }], restore: true })).body).toEqual({ done, failed: [] });
  expect((await fixture.client.get(`/v3/${path}/${id}`)).status).toBe(200);
});

describe('a field', () => {
  test('is set, and set back where no one has changed it since', async () => {
    const ids = await several(3);
    const [first, second, third] = ids;
    const { body } = await bulk('customers', { rows: rowsOf(ids), set: { kontakt_art: 1 } });
    expect(body).toEqual({ done: ids.map((id) => ({ id, before: { kontakt_art: 0 }, changed: true })), failed: [] });
    await fixture.client.patch(`/v3/customers/${second}`, { kontakt_art: 2 });
    await fixture.client.patch(`/v3/customers/${third}`, { titel: 'Dr.' });
    const undo = await bulk('customers', { rows: rowsOf(ids, { if: { kontakt_art: 1 } }), set: { kontakt_art: 0 } });
    expect(undo.body.done.map(({ id }: { id: number }) => id)).toEqual([first, third]);
    expect(undo.body.failed).toEqual([
      { id: second, status: 412, error: 'precondition_failed', message: expect.any(String) },
    ]);
  });

  test('that already has the value is not written', async () => {
    const ids = await several(1);
    const { headers, body } = await bulk('customers', { rows: rowsOf(ids), set: { kontakt_art: 0 } });
    expect(body.done).toEqual([{ id: ids[0], before: { kontakt_art: 0 }, changed: false }]);
    const id = headers.get('x-request-id');
    expect(await fixture.service.db.read(sql`select 1 from audit_entry where request_id = ${id}`)).toEqual([]);
  });

  test('each change has its audit entry, with the same request', async () => {
    const ids = await several(2);
    const { headers } = await bulk('customers', { rows: rowsOf(ids), set: { kontakt_art: 3 } });
    const entries = await fixture.service.db.read<{ id: number }>(
      sql`select record_id::int as id from audit_entry where request_id = ${headers.get('x-request-id')} order by 1`,
    );
    expect(entries.map(({ id }) => id)).toEqual(ids.toSorted((one, other) => one - other));
  });

  test('documents are moved by their own operation', async () => {
    const kid = await fixture.customer();
    const folder = (await fixture.client.post(`/v3/customers/${kid}/documents/folders`, { name: 'F' })).body.id;
    const made = await fixture.client.post('/v3/documents', { kid, name: 'a.txt', base64: 'eA==' });
    const rows = [{ id: made.body.id }, { id: fixture.id('documents') }];
    const { body } = await bulk('documents', { rows, set: { ordner: folder } });
    expect(body.done).toEqual([{ id: made.body.id, before: { ordner: 0 }, changed: true }]);
    expect(body.failed).toMatchObject([{ id: fixture.id('documents'), status: 400 }]);
  });
});

describe('a tag', () => {
  let tag = 0;
  beforeAll(async () => {
    tag = (await fixture.client.post('/v3/system/tags', { tag: 'bulk' })).body.id;
  });

  test('is assigned and removed; a record that is already in this state does not change', async () => {
    const [one, other] = await several(2);
    const rows = rowsOf([one, other]);
    await fixture.client.post(`/v3/customers/${one}/tags`, { tag_id: tag });
    const changedOf = async (body: object) =>
      (await bulk('customers', { rows, ...body })).body.done.map(({ changed }: { changed: boolean }) => changed);
    expect(await changedOf({ tag })).toEqual([false, true]);
    expect(await changedOf({ untag: tag })).toEqual([true, true]);
    expect(await changedOf({ untag: tag })).toEqual([false, false]);
  });

  test('of another user fails each row that names it', async () => {
    const colleague = await fixture.organisation.client({ userKid: fixture.id('users') });
    const { id } = (await colleague.post('/v3/system/tags', { tag: 'eigen' })).body;
    const ids = await several(1);
    expect((await bulk('customers', { rows: rowsOf(ids), tag: id })).body.failed).toMatchObject([{ status: 400 }]);
  });

  test('is refused for kinds without annotations', async () => {
    expect(refusal(await bulk('system/tags', { rows: [{ id: tag }], tag }))).toBe('400 :custom');
  });
});

describe('a row', () => {
  test('that does not exist, or belongs to another organisation, fails like any other', async () => {
    const stranger = await (await fixture.service.organisation()).client();
    const theirs = (await stranger.post('/v3/customers', { name: 'Fremd' })).body.kid;
    const ids = await several(1);
    for (const body of [{ set: { name: 'x' } }, { remove: true }, { tag: 1 }, { untag: 1 }, { restore: true }]) {
      const { failed } = (await bulk('customers', { rows: rowsOf([theirs, 2147483647]), ...body })).body;
      expect(failed.map(({ status, error }: Record<string, unknown>) => `${status} ${error}`)).toEqual([
        '404 not_found',
        '404 not_found',
      ]);
    }
    expect((await stranger.get(`/v3/customers/${theirs}`)).body.name).toBe('Fremd');
    const { body } = await bulk('customers', { rows: rowsOf([2147483647, ...ids]), set: { name: 'Neu' } });
    expect([body.done.length, body.failed.length]).toEqual([1, 1]);
  });

  test('fails alone where a rule of its kind refuses it', async () => {
    const { id: safe } = await fixture.plain('documents', { protect: 1 });
    const { id: other } = await fixture.plain('documents');
    const { body } = await bulk('documents', { rows: rowsOf([safe, other]), remove: true });
    expect(body.done.map(({ id }: { id: number }) => id)).toEqual([other]);
    expect(body.failed).toMatchObject([{ id: safe, status: 403, error: 'document_protected' }]);
  });
});

describe('the call', () => {
  test.each([
    ['without rows', {}, '400 rows:'],
    ['without any row', { rows: [], remove: true }, '400 rows:too_small'],
    ['with too many rows', { rows: rowsOf(Array(501).fill(1)), remove: true }, '400 rows:too_big'],
    ['without an action', { rows: [{ id: 1 }] }, '400 :custom'],
    ['with two actions', { rows: [{ id: 1 }], remove: true, restore: true }, '400 :custom'],
    ['with a wrong value', { rows: [{ id: 1 }], set: { kontakt_art: 'x' } }, '400 set.kontakt_art:'],
    ['with an unknown condition', { rows: [{ id: 1, if: { x: 1 } }], set: { name: 'x' } }, '400 rows.0.if.x:unrec'],
    ['with nothing to set', { rows: [{ id: 1 }], set: {} }, '400 no_valid_fields'],
    ['with a further member', { rows: [{ id: 1 }], remove: true, more: 1 }, '400 more:unrecognized_key'],
  ])('%s is refused as a whole', async (_what, body, expected) => {
    const answer = await bulk('customers', body);
    expect(`${answer.status} ${codes(answer)}`).toContain(expected);
  });

  test('needs both scopes', async () => {
    const rows = rowsOf(await several(1));
    for (const scope of ['read', 'write']) {
      const client = await fixture.organisation.client({ scopes: [`v3:customers:${scope}`] });
      expect(refusal(await client.post('/v3/customers/bulk', { rows, remove: true }))).toBe(
        '403 missing_required_scope',
      );
    }
  });

  test('counts as one request, and a repeat with its key gets the first response', async () => {
    const ids = await several(3);
    const left = (headers: Headers) => Number(headers.get('x-ratelimit-remaining'));
    const before = left((await fixture.client.get('/v3/customers?limit=1')).headers);
    const headers = { 'idempotency-key': 'bulk once' };
    const once = () => bulk('customers', { rows: rowsOf(ids), set: { name: 'Einmal' } }, headers);
    const [first, second] = [await once(), await once()];
    expect(second.text).toBe(first.text);
    expect(before - left(second.headers)).toBeLessThanOrEqual(2);
  });

  test('500 rows of which another writer changes some are each changed once', async () => {
    const made = await fixture.client.post(
      '/v3/customers',
      Array.from({ length: 100 }, (_, i) => ({ name: `B${i}` })),
    );
    const ids = made.body.inserted.map(({ kid }: { kid: number }) => kid);
    const [{ body }] = await Promise.all([
      bulk('customers', { rows: rowsOf(ids), set: { titel: 'Dr.' } }),
      ...ids.slice(0, 20).map((kid: number) => fixture.client.patch(`/v3/customers/${kid}`, { vorname: 'V' })),
    ]);
    expect([body.done.length, body.failed]).toEqual([100, []]);
  });
});
