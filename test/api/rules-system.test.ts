/** Relation types, Sparten and the tag catalogue, rule by rule (rules 5.9, 5.11, 5.15, 9.25, 16.15). */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, refusal, setUpRecords } from '../support/rules-fixture.ts';
import type { Client } from '../support/service.ts';

const MARK = 'systemwort';
const fixture = setUpRecords(MARK);
const get = async (address: string): Promise<Body> => (await fixture.client.get(address)).body;

describe('lists of the system (rules 9.23, 9.24, 16.15)', () => {
  test.each([
    ['relations', 'items total folders pairs', 'id name anrede kreis parent_id'],
    [
      'sparten',
      'items total',
      'id sparte bereich name auto_verlaengerung kuendigungsfrist bearbeitungszeitraum steuersatz standard value display',
    ],
    ['tags', 'items', 'id kid tag freigabe insert_datum insert_user_id'],
  ])('%s: {%s}, without paging; items have %s', async (name, keys, fields) => {
    const body = await get(`/v3/system/${name}?page=2&limit=1`);
    expect(Object.keys(body).sort()).toEqual(keys.split(' ').sort());
    const items = body.items as Body[];
    expect(body.total ?? items.length).toBe(items.length);
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(Object.keys(item).sort()).toEqual(fields.split(' ').sort());
  });

  test('each Sparte has both forms at once (rules 5.15)', async () => {
    for (const item of (await get('/v3/system/sparten')).items as Body[]) {
      expect(item).toMatchObject({
        value: item.sparte,
        display: item.name,
        id: expect.any(Number),
        auto_verlaengerung: expect.any(Boolean),
        kuendigungsfrist: expect.any(Number),
        bearbeitungszeitraum: expect.any(Number),
        steuersatz: expect.any(Number),
        standard: expect.any(Boolean),
      });
    }
  });

  test('pairs and folders reference existing records (rules 5.9)', async () => {
    const { items, pairs, folders } = (await fixture.client.get('/v3/system/relations')).body;
    const ids = new Set(items.map(({ id }: Body) => id));
    const lost = pairs.filter((pair: Body) => !ids.has(pair.beziehung) || !ids.has(pair.reverse_beziehung));
    expect([lost, folders.length > 0]).toEqual([[], true]);
  });
});

describe('the tag catalogue (rules 5.11, 9.25)', () => {
  test.each([
    ['a tag is trimmed', { tag: '  VIP  ' }, { tag: 'VIP', freigabe: 0 }],
    ['private where nothing is said', { tag: 'x' }, { freigabe: 0 }],
    ['team-wide', { tag: 'x', freigabe: 1 }, { freigabe: 1 }],
    ['one character is enough', { tag: 'ß' }, { tag: 'ß' }],
    ['two tags may bear one name', { tag: `${MARK} tag` }, { tag: `${MARK} tag` }],
  ])('%s', async (_rule, body, read) => {
    const { adminKid } = fixture.organisation;
    const { status, body: answer } = await fixture.client.post('/v3/system/tags', body);
    const { warnings: _, ...made } = answer;
    expect([status, made]).toMatchObject([201, { ...read, kid: adminKid, insert_user_id: adminKid }]);
    expect(made.insert_datum).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await get(`/v3/system/tags/${made.id}`)).toEqual(made);
  });

  test.each([
    ['no tag', { freigabe: 1 }, 'tag:invalid_type'],
    ['an empty tag', { tag: '' }, 'tag:too_small'],
    ['blanks', { tag: ' \t ' }, 'tag:too_small'],
    ['a tag that is no text', { tag: 5 }, 'tag:invalid_type'],
    ['a third value of freigabe', { tag: 'x', freigabe: 2 }, 'freigabe:too_big'],
    ['a text as freigabe', { tag: 'x', freigabe: '1' }, 'freigabe:invalid_type'],
    ['an unknown field', { tag: 'x', farbe: 'rot' }, 'farbe:unrecognized_key'],
    ['a creator', { tag: 'x', kid: 1 }, 'kid:protected_field'],
  ])('refused on create: %s', async (_rule, body, code) => {
    expect(await fixture.refused('system/tags', body)).toBe(`400 ${code}`);
  });

  test.each([
    ['tag', { tag: ' Neu ' }, { tag: 'Neu' }],
    ['freigabe', { freigabe: 1 }, { freigabe: 1 }],
    ['both', { tag: 'Beide', freigabe: 1 }, { tag: 'Beide', freigabe: 1 }],
  ])('PATCH changes %s', async (_rule, body, read) => {
    const { id } = await fixture.plain('system/tags');
    const updated = Object.keys(body).length;
    expect((await fixture.client.patch(`/v3/system/tags/${id}`, body)).body).toEqual({ success: true, updated });
    expect(await get(`/v3/system/tags/${id}`)).toMatchObject(read);
  });

  test.each([
    'farbe',
    'kid',
    'id',
    'insert_datum',
    'insert_user_id',
  ])('PATCH with %s is unrecognized_key', async (name) => {
    const { id } = await fixture.plain('system/tags');
    const before = await get(`/v3/system/tags/${id}`);
    const { status, error, body } = await fixture.client.patch(`/v3/system/tags/${id}`, { tag: 'Neu', [name]: 1 });
    expect([status, error]).toEqual([400, 'unrecognized_key']);
    expect(body.statusMessage).toBe('Only tag and freigabe can be changed.');
    expect(body.data.issues.at(0).path.at(-1)).toBe(name);
    expect(await get(`/v3/system/tags/${id}`)).toEqual(before);
  });

  describe('through the token of another user', () => {
    let other: Client;
    beforeAll(async () => {
      other = await fixture.organisation.client({ userKid: fixture.id('users') });
    });

    test('a private tag gets 404 and is in no list', async () => {
      const { id } = await fixture.plain('system/tags', { freigabe: 0 });
      const address = `/v3/system/tags/${id}`;
      const answers = [await other.get(address), await other.patch(address, { tag: 'x' }), await other.delete(address)];
      expect(answers.map(refusal)).toEqual(Array(3).fill('404 not_found'));
      const { items } = (await other.get('/v3/system/tags')).body;
      expect(items.map((one: Body) => one.id)).not.toContain(id);
      const assigned = await other.post(fixture.at('goals/#/tags'), { tag_id: id });
      expect(refusal(assigned)).toBe('400 tag_id:invalid_reference');
    });

    test('a private tag is on no record, cannot be taken off, and filters as a tag that does not exist', async () => {
      const { id } = await fixture.plain('system/tags', { freigabe: 0, tag: 'Geheim' });
      const made = await fixture.client.post(fixture.at('goals/#/tags'), { tag_id: id });
      expect(made.status).toBe(201);
      const assigned = fixture.at(`goals/#/tags/${made.body.id}`);
      const numbers = async (one: Client): Promise<readonly number[]> =>
        (await one.get(fixture.at('goals/#/tags'))).body.items.map(({ tag_id }: Body) => tag_id);
      expect(await numbers(other)).not.toContain(id);
      expect(refusal(await other.delete(assigned))).toBe('404 not_found');
      const rows = [{ id: fixture.id('goals') }];
      expect((await other.post('/v3/goals/bulk', { rows, untag: id })).body.done).toMatchObject([{ changed: false }]);
      expect((await other.get(`/v3/goals?tags.tag_id=${id}`)).body.total).toBe(0);
      expect((await fixture.client.get(`/v3/goals?tags.tag_id=${id}`)).body.total).toBe(1);
      expect(await numbers(fixture.client)).toContain(id);
      expect((await fixture.client.delete(assigned)).status).toBe(200);
    });

    test('a team-wide tag can be seen, assigned, changed and deleted', async () => {
      const { id } = await fixture.plain('system/tags', { freigabe: 1 });
      const address = `/v3/system/tags/${id}`;
      expect((await other.get(address)).body.id).toBe(id);
      expect((await other.post(fixture.at('goals/#/tags'), { tag_id: id })).status).toBe(201);
      expect((await other.patch(address, { tag: 'Anders' })).body).toEqual({ success: true, updated: 1 });
      expect(await get(address)).toMatchObject({ tag: 'Anders', kid: fixture.organisation.adminKid });
      expect((await other.delete(address)).body).toEqual({ success: true, soft_deleted: true, id });
    });
  });
});
