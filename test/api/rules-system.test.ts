/** Relation types, Sparten and the tag catalogue, rule by rule (rules 5.9, 5.11, 5.15, 9.25, 16.15). */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, openRoom, refusal } from '../support/rules-room.ts';
import type { Client } from '../support/service.ts';

const MARK = 'systemwort';
const room = openRoom(MARK);
const get = async (address: string): Promise<Body> => (await room.client.get(address)).body;

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

  test('pairs and folders name what is there (rules 5.9)', async () => {
    const { items, pairs, folders } = (await room.client.get('/v3/system/relations')).body;
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
    const { adminKid } = room.organisation;
    const { status, body: made } = await room.client.post('/v3/system/tags', body);
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
    expect(await room.refused('system/tags', body)).toBe(`400 ${code}`);
  });

  test.each([
    ['tag', { tag: ' Neu ' }, { tag: 'Neu' }],
    ['freigabe', { freigabe: 1 }, { freigabe: 1 }],
    ['both', { tag: 'Beide', freigabe: 1 }, { tag: 'Beide', freigabe: 1 }],
  ])('PATCH changes %s', async (_rule, body, read) => {
    const { id } = await room.plain('system/tags');
    const updated = Object.keys(body).length;
    expect((await room.client.patch(`/v3/system/tags/${id}`, body)).body).toEqual({ success: true, updated });
    expect(await get(`/v3/system/tags/${id}`)).toMatchObject(read);
  });

  test.each([
    'farbe',
    'kid',
    'id',
    'insert_datum',
    'insert_user_id',
  ])('PATCH with %s is unrecognized_key', async (name) => {
    const { id } = await room.plain('system/tags');
    const before = await get(`/v3/system/tags/${id}`);
    const { status, error, body } = await room.client.patch(`/v3/system/tags/${id}`, { tag: 'Neu', [name]: 1 });
    expect([status, error]).toEqual([400, 'unrecognized_key']);
    expect(body.statusMessage).toBe('Only tag and freigabe can be changed.');
    expect(body.data.issues.at(0).path.at(-1)).toBe(name);
    expect(await get(`/v3/system/tags/${id}`)).toEqual(before);
  });

  describe('through the token of another user', () => {
    let other: Client;
    beforeAll(async () => {
      other = await room.organisation.client({ userKid: room.id('users') });
    });

    test('a private tag is as if it were not there', async () => {
      const { id } = await room.plain('system/tags', { freigabe: 0 });
      const address = `/v3/system/tags/${id}`;
      const answers = [await other.get(address), await other.patch(address, { tag: 'x' }), await other.delete(address)];
      expect(answers.map(refusal)).toEqual(Array(3).fill('404 not_found'));
      const { items } = (await other.get('/v3/system/tags')).body;
      expect(items.map((one: Body) => one.id)).not.toContain(id);
      const assigned = await other.post(room.at('goals/#/tags'), { tag_id: id });
      expect(refusal(assigned)).toBe('400 tag_id:invalid_reference');
    });

    test('of a private tag on a record its number is seen, as what hangs on a record is', async () => {
      const { id } = await room.plain('system/tags', { freigabe: 0, tag: 'Geheim' });
      const made = await room.client.post(room.at('goals/#/tags'), { tag_id: id });
      expect(made.status).toBe(201);
      const { body, text } = await other.get(room.at('goals/#/tags'));
      expect(body.items.map((one: Body) => one.tag_id)).toContain(id);
      expect(text).not.toContain('Geheim');
      expect((await room.client.delete(room.at(`goals/#/tags/${made.body.id}`))).status).toBe(200);
    });

    test('a team-wide tag can be seen, assigned, changed and deleted', async () => {
      const { id } = await room.plain('system/tags', { freigabe: 1 });
      const address = `/v3/system/tags/${id}`;
      expect((await other.get(address)).body.id).toBe(id);
      expect((await other.post(room.at('goals/#/tags'), { tag_id: id })).status).toBe(201);
      expect((await other.patch(address, { tag: 'Anders' })).body).toEqual({ success: true, updated: 1 });
      expect(await get(address)).toMatchObject({ tag: 'Anders', kid: room.organisation.adminKid });
      expect((await other.delete(address)).body).toEqual({ success: true, soft_deleted: true, id });
    });
  });
});
