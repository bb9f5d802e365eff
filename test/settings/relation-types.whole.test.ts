/** Relation types of an organisation's own, over HTTP on a real database (rules 5.9). */
import { beforeAll, expect, test } from 'vitest';
import { FIRST_OWN_TYPE } from '../../src/derive/metadata/relation-catalogue.ts';
import { relationTypes } from '../../src/model/seed/relation-types.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import type { Client, Reply } from '../support/service.ts';

interface Type {
  readonly id: number;
  readonly name: string;
}

const { service, organisation } = setUpService({}, { api_requests_per_minute: 100_000 });
let api: Client;
let admin: SettingsClient;
let other: Client;

beforeAll(async () => {
  api = await organisation.client();
  admin = await signIn(service.address, organisation.login);
  other = await (await service.organisation()).client();
});

const add = (name: string, reverse: string | null, kreis = 6) =>
  admin.send('POST', '/relation-types', { kreis, name, reverse });
const customers = (client: Client, ...names: string[]): Promise<number[]> =>
  Promise.all(names.map(async (name) => (await client.post('/v3/customers', { name })).body.kid));
const issues = ({ body }: Reply) =>
  body.data.issues.map(({ path, code }: { path: string[]; code: string }) => [path.join('.'), code]);
const ownTypes = async (client: Client): Promise<Type[]> =>
  (await client.get('/v3/system/relations')).body.items.filter(({ id }: Type) => id >= FIRST_OWN_TYPE);

test('ids of custom types differ from those of built-in types', () => {
  expect(Math.max(...relationTypes.map(({ id }) => id))).toBeLessThan(FIRST_OWN_TYPE);
});

test('a pair is listed, used in both directions, renamed, protected while in use, and removed', async () => {
  const made = await add(' Nachmieter ', 'Vormieter');
  const { id, reverse_id: reverse } = made.body;
  expect([made.status, reverse]).toEqual([201, id + 1]);
  const type = { id, name: 'Nachmieter', anrede: null, kreis: 6, parent_id: null };
  const { items, total, pairs } = (await api.get('/v3/system/relations')).body;
  expect(items).toContainEqual(type);
  expect(total).toBe(items.length);
  expect(pairs.slice(-2)).toEqual([
    { beziehung: id, reverse_beziehung: reverse },
    { beziehung: reverse, reverse_beziehung: id },
  ]);
  const [a, b] = await customers(api, 'A', 'B');
  const related = await api.post(`/v3/customers/${a}/relations`, { kid_beziehung: b, beziehung: id });
  expect(related.body).toMatchObject({ beziehung: id, reverse_beziehung: reverse });
  expect((await admin.get('/relation-types')).body.items).toContainEqual({ ...type, own: true, relations: 1 });

  expect((await admin.send('PATCH', `/relation-types/${reverse}`, { name: 'Voriger' })).status).toBe(200);
  const [seen] = (await api.get(`/v3/customers/${b}/relations`)).body.items;
  expect(seen).toMatchObject({ beziehung: reverse, beziehung_name: 'Voriger', parent_id: null });

  const kept = await admin.send('DELETE', `/relation-types/${reverse}`);
  expect([kept.status, kept.error]).toEqual([409, 'relation_type_in_use']);
  await api.delete(`/v3/customers/${a}/relations/${related.body.id}`);
  expect((await admin.send('DELETE', `/relation-types/${reverse}`)).status).toBe(200);
  expect(await ownTypes(api)).toEqual([]);
  const gone = await api.post(`/v3/customers/${a}/relations`, { kid_beziehung: b, beziehung: id });
  expect(gone.error).toBe('invalid_relationship_type');
  const { items: log } = (await admin.get('/audit?record=settings/0')).body;
  expect(log[0].changes).toEqual({
    [`relation_types.${id}.name`]: ['Nachmieter', null],
    [`relation_types.${reverse}.name`]: ['Voriger', null],
  });
});

test('a symmetric type is its own reverse, and a removed id is not reused', async () => {
  const { id, reverse_id: reverse } = (await add('Vereinsfreund', null)).body;
  expect(reverse).toBe(id);
  const [a, b] = await customers(api, 'A', 'B');
  const body = { kid_beziehung: b, beziehung: id };
  expect((await api.post(`/v3/customers/${a}/relations`, body)).body.reverse_beziehung).toBe(id);
  // A relation of a deleted customer cannot be seen or removed, so it does not count as use.
  await api.delete(`/v3/customers/${b}`);
  expect((await admin.send('DELETE', `/relation-types/${id}`)).status).toBe(200);
  expect((await add('Vereinsfreund', 'vereinsfreund')).body).toEqual({ id: id + 1, reverse_id: id + 1 });
});

test('another organisation neither sees nor uses them', async () => {
  const { id } = (await add('Lehrer', 'Schüler')).body;
  expect(await ownTypes(other)).toEqual([]);
  const [a, b] = await customers(other, 'A', 'B');
  const refused = await other.post(`/v3/customers/${a}/relations`, { kid_beziehung: b, beziehung: id });
  expect(refused.error).toBe('invalid_relationship_type');
});

test('errors name the invalid value, and built-in types cannot be changed', async () => {
  const { id } = (await add('Pate', 'Patenkind')).body;
  expect(issues(await add('pate', 'X'))).toEqual([['name', 'duplicate_name']]);
  expect(issues(await add('X', 'Patenkind'))).toEqual([['reverse', 'duplicate_name']]);
  expect(issues(await add('X', null, 77))).toEqual([['kreis', 'invalid_select_value']]);
  expect(issues(await add(' ', null))).toEqual([['name', 'too_small']]);
  expect(issues(await admin.send('PATCH', `/relation-types/${id}`, { name: 'patenkind' }))).toEqual([
    ['name', 'duplicate_name'],
  ]);
  expect((await admin.send('PATCH', `/relation-types/${id}`, { name: 'PATE' })).status).toBe(200);
  const [seed] = relationTypes;
  expect((await admin.send('PATCH', `/relation-types/${seed?.id}`, { name: 'X' })).status).toBe(404);
  expect((await admin.send('DELETE', `/relation-types/${seed?.id}`)).status).toBe(404);
});

test('of a new relation and the concurrent removal of its type one is refused', async () => {
  const { id } = (await add('Gast', 'Wirt')).body;
  const names = Array.from({ length: 8 }, (_, n) => `K${n}`);
  const [host, ...guests] = await customers(api, ...names);
  const relate = guests.map((guest) =>
    api.post(`/v3/customers/${host}/relations`, { kid_beziehung: guest, beziehung: id }),
  );
  const [removed, ...related] = await Promise.all([admin.send('DELETE', `/relation-types/${id}`), ...relate]);
  const made = related.filter(({ status }) => status === 201);
  expect(related.filter(({ error }) => error === 'invalid_relationship_type').length + made.length).toBe(guests.length);
  expect(removed.status).toBe(made.length ? 409 : 200);
});
