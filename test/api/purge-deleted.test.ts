/** Purges of deleted parts, product partners and users (rules 16.22). */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { annotationsOf } from '../../src/derive/privacy/person-records.ts';
import { purgedKinds, USER_TABLES } from '../../src/derive/privacy/purged-kinds.ts';
import type { FileStores } from '../../src/files/object-store.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { registry } from '../../src/model/registry.ts';
import { purgeDeleted } from '../../src/operations/privacy/purge-deleted.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { tablesWithOrganisation } from '../support/row-of-each-table.ts';
import { storedTables } from '../support/stored-tables.ts';

const { service, organisation, client } = setUpService();
let files: FileStores;
beforeAll(() => {
  files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
});
afterAll(() => files.close());

const make = async (path: string, body: object): Promise<number> => {
  const answer = await client.post(path, body);
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return answer.body.id ?? answer.body.kid;
};
const remove = async (path: string): Promise<void> => {
  const answer = await client.delete(path);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
};

const TABLES = new Set(
  purgedKinds(registry)
    .flatMap(({ resource, parts }) => [resource, ...parts, ...annotationsOf(registry, resource)])
    .filter(({ storage }) => storage.removal === 'soft')
    .map(({ table }) => table),
);
/** Moves all deletions 91 days back, and purges. */
const purgeOld = async (): Promise<void> => {
  for (const table of TABLES)
    await service.db.read(sql`update ${raw(table)} set deleted_at = deleted_at - interval '91 days'
      where org_id = ${organisation.orgId} and del <> 0`);
  await purgeDeleted({ db: service.asService, files, now: Date.now, signal: new AbortController().signal });
};
/** Tables that have a text. */
const found = async (mark: string): Promise<string[]> => {
  const places: string[] = [];
  for (const table of await tablesWithOrganisation(service.db)) {
    const rows = await service.db.queryLong(sql`select 1 as one from ${raw(table)} t
      where t.org_id = ${organisation.orgId} and to_json(t)::text ilike ${`%${mark}%`} limit 1`);
    if (rows.length) places.push(table);
  }
  return places;
};

test('parts and annotations that were deleted alone go, their record stays', async () => {
  const kid = await make('/v3/customers', { name: 'A' });
  const goal = await make('/v3/goals', { kid, subject: 'A' });
  const product = await make('/v3/products', { name: 'P' });
  const tag = await make('/v3/system/tags', { tag: 'A', freigabe: 1 });
  for (const owner of [`customers/${kid}`, `goals/${goal}`, `products/${product}`]) {
    const comment = await make(`/v3/${owner}/comments`, { text: 'Xanariq' });
    const assigned = await make(`/v3/${owner}/tags`, { tag_id: tag });
    await remove(`/v3/${owner}/comments/${comment}`);
    await remove(`/v3/${owner}/tags/${assigned}`);
  }
  for (const owner of [`customers/${kid}`, `products/${product}`]) {
    const address = await make(`/v3/${owner}/addresses`, { ort: 'Xanariq' });
    await make(`/v3/${owner}/addresses`, { ort: 'Ulm' });
    await remove(`/v3/${owner}/addresses/${address}`);
  }
  await remove(`/v3/system/tags/${tag}`);
  await purgeOld();
  expect(await found('Xanariq')).toEqual([]);
  expect((await client.get(`/v3/customers/${kid}/addresses`)).body.total).toBe(1);
  expect(await service.db.read(sql`select 1 from tag where org_id = ${organisation.orgId} and id = ${tag}`)).toEqual(
    [],
  );
});

test('duplicates that a merge deletes go', async () => {
  const tag = await make('/v3/system/tags', { tag: 'M', freigabe: 1 });
  const [kid, slave] = [await make('/v3/customers', { name: 'M' }), await make('/v3/customers', { name: 'M' })];
  for (const one of [kid, slave]) await make(`/v3/customers/${one}/tags`, { tag_id: tag });
  expect((await client.post(`/v3/customers/${kid}/merge`, { slave_kid: slave })).status).toBe(200);
  await purgeOld();
  const rows = await service.db.read(sql`select del from tag_assignment
    where org_id = ${organisation.orgId} and tag_id = ${tag}`);
  expect(rows).toEqual([{ del: 0 }]);
});

test('a hold keeps them, and a rule those of the record that it keeps', async () => {
  const held = await make('/v3/customers', { name: 'B' });
  const kid = await make('/v3/customers', { name: 'C' });
  const contract = await make('/v3/contracts', { kid, sparte: 1 });
  const marks = { held: 'Yanariq', contract: 'Zanariq', customer: 'Qanariq' };
  const owners = { held: `customers/${held}`, contract: `contracts/${contract}`, customer: `customers/${kid}` };
  for (const name of ['held', 'contract', 'customer'] as const) {
    const comment = await make(`/v3/${owners[name]}/comments`, { text: marks[name] });
    await remove(`/v3/${owners[name]}/comments/${comment}`);
  }
  const headers = { 'content-type': 'application/json' };
  expect((await client.send('PUT', `/v3/customers/${held}/privacy/hold`, '{"reason":"x"}', headers)).status).toBe(200);
  await purgeOld();
  expect(await found(marks.held)).toContain('comment');
  expect(await found(marks.contract)).toContain('comment');
  expect(await found(marks.customer)).toEqual([]);
});

test('product partners and users go when no row names them', async () => {
  const user = (name: string) =>
    make('/v3/users', { name, email: `${name}@example.com`, rolle: 'berater' }).then((id) => ({ name, id }));
  const [free, advisor, author] = [await user('Kanariq'), await user('Lanariq'), await user('Manariq')];
  const [own, named] = [
    await make('/v3/products', { name: 'Nanariq' }),
    await make('/v3/products', { name: 'Oanariq' }),
  ];
  await make('/v3/contact-persons', { kid: own, name: 'Nanariq' });
  await make(`/v3/products/${own}/addresses`, { ort: 'Nanariq' });
  const kid = await make('/v3/customers', { name: 'D', betreuer: advisor.id });
  const damage = await make('/v3/damages', { kid, vid: named, gesellschaft: 'Eigener Text' });
  const byAuthor = await organisation.client({ userKid: author.id });
  expect((await byAuthor.post('/v3/customers', { name: 'E' })).status).toBe(201);
  for (const { id } of [free, advisor, author]) await remove(`/v3/users/${id}`);
  for (const id of [own, named]) await remove(`/v3/products/${id}`);
  await purgeOld();
  expect([await found('Kanariq'), await found('Nanariq')]).toEqual([[], []]);
  for (const name of ['Lanariq', 'Manariq', 'Oanariq']) expect(await found(name)).toContain('contact');
  await client.patch(`/v3/customers/${kid}`, { betreuer: null });
  await client.patch(`/v3/damages/${damage}`, { vid: null });
  await purgeOld();
  expect([await found('Lanariq'), await found('Oanariq')]).toEqual([[], []]);
  expect(await found('Manariq')).toContain('contact');
});

test('every table of the service with the number of a user keeps the user', () => {
  const tables = Object.entries(storedTables).filter(([, { columns }]) => columns.includes('user_kid'));
  expect(tables.map(([table]) => table).sort()).toEqual(USER_TABLES);
});
