/** Folders and the inbox, rule by rule (rules 5.7, 5.16, 16.7, 16.18). */

import { describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { type Body, countAt, refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('folders');
const FILE = { base64: 'eA==' };
const get = async (address: string): Promise<Body> => (await fixture.client.get(address)).body;

describe.each(['customers', 'products', 'users'])('folders of %s (rules 5.7, 16.7)', (parent) => {
  const list = `${parent}/#/documents/folders`;
  const make = (body: Body) => fixture.plain(list, body);

  test('the list of folders is {items} without paging', async () => {
    await make({ name: 'F' });
    const body = await get(`${fixture.at(list)}?limit=1&page=9`);
    expect(Object.keys(body)).toEqual(['items']);
    expect((body.items as Body[]).length).toBeGreaterThan(1);
  });

  test.each([
    ['no parent is the default folder', {}, { parent_id: null }],
    ['parent 0 is the default folder', { parent_id: 0 }, { parent_id: null }],
    ['parent null is the default folder', { parent_id: null }, { parent_id: null }],
    ['flags are 0', {}, { kundenportal: 0, protect: 0, datum: null }],
    [
      'flags and the day are kept',
      { kundenportal: 1, protect: true, datum: '2026-01-31' },
      { protect: 1, kundenportal: 1 },
    ],
  ])('%s', async (_rule, body, read) => {
    const made = await make({ name: 'F', ...body });
    expect(made).toMatchObject({ success: true, name: 'F', kid: fixture.id(parent), ...read });
    expect(await get(`${fixture.at(list)}/${made.id}`)).toMatchObject({ id: made.id, name: 'F', ...read });
  });

  test.each([
    ['no name', { datum: '2026-01-31' }, 'name:invalid_type'],
    ['an empty name', { name: '' }, 'name:too_small'],
    ['a name of 256 characters', { name: 'n'.repeat(256) }, 'name:too_big'],
    ['a parent that is none', { name: 'x', parent_id: 2147483647 }, 'invalid_parent_id'],
    ['a flag that is none', { name: 'x', protect: 2 }, 'protect:too_big'],
    ['a kid in the body', { name: 'x', kid: null }, 'body_kid_forbidden'],
    ['an unknown field', { name: 'x', farbe: 'rot' }, 'farbe:unrecognized_key'],
  ])('refused: %s', async (_rule, body, code) => {
    expect(await fixture.refused(list, body)).toBe(`400 ${code}`);
  });

  test('a folder of another contact is no parent', async () => {
    const other = await fixture.customer();
    const { id } = (await fixture.client.post(`/v3/customers/${other}/documents/folders`, { name: 'x' })).body;
    expect(await fixture.refused(list, { name: 'x', parent_id: id })).toBe('400 invalid_parent_id');
  });

  test('a PATCH changes each field and counts them; a folder cannot move below itself', async () => {
    const [a, b] = [await make({ name: 'A' }), await make({ name: 'B' })];
    const address = `${fixture.at(list)}/${a.id}`;
    const change = { name: 'Z', parent_id: b.id, kundenportal: 1, protect: 1, datum: '2026-01-31' };
    expect((await fixture.client.patch(address, change)).body).toEqual({ success: true, updated: 5 });
    expect(await get(address)).toMatchObject(change);
    for (const [moving, to] of [
      [a.id, a.id],
      [b.id, a.id],
    ]) {
      const moved = await fixture.client.patch(`${fixture.at(list)}/${moving}`, { parent_id: to });
      expect(refusal(moved)).toBe('400 invalid_parent_id');
    }
    expect((await fixture.client.patch(address, { parent_id: 0 })).body).toEqual({ success: true, updated: 1 });
    expect((await fixture.client.patch(address, { parent_id: null })).body).toEqual({ success: true, updated: 0 });
  });

  test('DELETE: sub-folders become roots, documents become unsorted, both stay', async () => {
    const top = await make({ name: 'Oben' });
    const below = await make({ name: 'Unten', parent_id: top.id });
    const { id } = await fixture.plain(`${parent}/#/documents`, { ordner: top.id });
    const removed = await fixture.client.delete(`${fixture.at(list)}/${top.id}`);
    expect(removed.body).toEqual({ success: true, deleted: true, id: top.id });
    expect(await get(`${fixture.at(list)}/${below.id}`)).toMatchObject({ name: 'Unten', parent_id: null });
    expect(await get(`/v3/documents/${id}`)).toMatchObject({ id, ordner: 0 });
  });

  test('folders of a missing contact get not_found (rules 3.11)', async () => {
    const address = `/v3/${parent}/2147483647/documents/folders`;
    const answers = [await fixture.client.get(address), await fixture.client.post(address, { name: 'x' })];
    expect(answers.map(refusal)).toEqual(['404 not_found', '404 not_found']);
  });
});

describe('inbox (rules 5.16, 16.18)', () => {
  const stored = (id: unknown) =>
    fixture.service.db.read<Body>(sql`select name, extension, size, state, kid, vid, schaden, betreff, absender
      from inbox_document where id = ${id}`);

  test.each([
    ['base64', { base64: 'YWJj' }, { size: 3, name: 'dokument', state: 'waiting' }],
    ['file', { file: 'YWJj' }, { size: 3 }],
    ['name and extension', { ...FILE, name: 'Brief.PDF' }, { name: 'Brief.PDF', extension: 'pdf' }],
    ['extension alone', { ...FILE, extension: 'txt' }, { name: 'dokument.txt', extension: 'txt' }],
    ['betreff and absender', { ...FILE, betreff: 'B', absender: 'A' }, { betreff: 'B', absender: 'A' }],
    ['a day', { ...FILE, datum: '2026-01-31' }, {}],
  ])('%s: 201 {success, id}, and it waits', async (_rule, body, row) => {
    const documents = await countAt(fixture.client, '/v3/documents');
    const answer = await fixture.client.post('/v3/inbox/documents', body);
    expect([answer.status, answer.body]).toEqual([201, { success: true, id: expect.any(Number) }]);
    expect(await stored(answer.body.id)).toMatchObject([row]);
    expect(await countAt(fixture.client, '/v3/documents')).toBe(documents);
  });

  test.each([
    ['kid', 'customers'],
    ['kid', 'products'],
    ['kid', 'users'],
    ['vid', 'contracts'],
    ['schaden', 'damages'],
  ])('%s may be one of the %s', async (name, path) => {
    const { body } = await fixture.client.post('/v3/inbox/documents', { ...FILE, [name]: fixture.id(path) });
    expect(await stored(body.id)).toMatchObject([{ [name]: fixture.id(path) }]);
  });

  test.each([
    ['no content', { name: 'x' }, '400 base64:invalid_type'],
    ['content that is no base64', { base64: '***' }, '400 base64:invalid_format'],
    ['a folder', { ...FILE, ordner: 1 }, '400 ordner:unrecognized_key'],
    ['a field of the service', { ...FILE, state: 'x' }, '400 state:protected_field'],
    ['a kid that is nobody', { ...FILE, kid: 2147483647 }, '404 customer_not_found'],
    ['a contract that is none', { ...FILE, vid: 2147483647 }, '400 vid:invalid_reference'],
    ['a damage that is none', { ...FILE, schaden: 2147483647 }, '400 schaden:invalid_reference'],
    ['no body', undefined, '400 empty_body'],
    ['an array', [FILE], '400 empty_body'],
  ])('refused: %s', async (_rule, body, expected) => {
    const count = () => fixture.service.db.read(sql`select count(*) as n from inbox_document`);
    const before = await count();
    expect(refusal(await fixture.client.post('/v3/inbox/documents', body))).toBe(expected);
    expect(await count()).toEqual(before);
  });
});
