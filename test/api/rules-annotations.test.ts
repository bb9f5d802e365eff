/** Comments, followers, tags and links at each record kind (rules 3.11, 5.8, 5.10, 9.26, 10.9, 16.13). */

import { describe, expect, test } from 'vitest';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { sql } from '../../src/sql/sql.ts';
import { type Body, countAt, refusal, setUpRecords } from '../support/rules-fixture.ts';
import type { Reply } from '../support/service.ts';

const fixture = setUpRecords('annotations');
const ABSENT = 2147483647;
const SECTIONS = [
  'customers',
  'products',
  'users',
  'contracts',
  'damages',
  'documents',
  'activities',
  'finances',
  'goals',
  'contact-persons',
  'portals',
];

/** A fresh record of a kind, at its own address. */
const fresh = async (section: string): Promise<string> => {
  const below: Record<string, string> = { contracts: 'customers', 'contact-persons': 'products', portals: 'products' };
  const { id } = await fixture.plain(below[section] ? `${below[section]}/#/${section}` : section);
  return `/v3/${section}/${id}`;
};
const idIn = (address: string): number => Number(address.split('/').at(-1));
const items = async (address: string): Promise<Body[]> => (await fixture.client.get(address)).body.items;

describe.each(SECTIONS)('rules 10.9: annotations of %s', (section) => {
  test('comments: list, get, create, PATCH, delete', async () => {
    const { client } = fixture;
    const comments = `${await fresh(section)}/comments`;
    const made = await client.post(comments, { text: 'Anruf' });
    expect([made.status, made.body]).toEqual([201, { success: true, id: expect.any(Number) }]);
    const { id } = made.body;
    const row = { id, text: 'Anruf', autor_kid: null, owner_section: section };
    expect((await client.get(`${comments}/${id}`)).body).toMatchObject(row);
    expect((await client.get(comments)).body).toMatchObject({ page: 1, page_size: 50, total: 1, items: [row] });
    const change = await client.patch(`${comments}/${id}`, {
      text: 'Rückruf',
      autor_kid: fixture.organisation.adminKid,
    });
    expect(change.body).toEqual({ success: true, updated: 2 });
    expect(await items(comments)).toMatchObject([{ text: 'Rückruf', autor_kid: fixture.organisation.adminKid }]);
    expect((await client.delete(`${comments}/${id}`)).body).toEqual({ success: true, soft_deleted: true, id });
    expect((await client.get(comments)).body).toMatchObject({ total: 0, items: [] });
  });

  test('followers: {} is the user of the token; twice is already_following; again after a deletion', async () => {
    const { client } = fixture;
    const followers = `${await fresh(section)}/followers`;
    const { body } = await client.post(followers, {});
    expect(await items(followers)).toMatchObject([{ id: body.id, kid_user: fixture.organisation.adminKid }]);
    for (const kid_user of [undefined, null, fixture.organisation.adminKid])
      expect(refusal(await client.post(followers, { kid_user }))).toBe('409 already_following');
    expect((await client.post(followers, { kid_user: fixture.id('users') })).status).toBe(201);
    await client.delete(`${followers}/${body.id}`);
    expect(await items(followers)).toMatchObject([{ kid_user: fixture.id('users') }]);
    expect((await client.post(followers, {})).status).toBe(201);
  });

  test('tags: twice is tag_already_assigned; again after a deletion', async () => {
    const { client } = fixture;
    const tags = `${await fresh(section)}/tags`;
    const tag = { tag_id: fixture.id('system/tags') };
    const { body } = await client.post(tags, tag);
    expect(refusal(await client.post(tags, tag))).toBe('409 tag_already_assigned');
    expect(await items(tags)).toMatchObject([{ id: body.id, ...tag }]);
    const removed = await client.delete(`${tags}/${body.id}`);
    expect(removed.body).toEqual({ success: true, soft_deleted: true, id: body.id });
    expect((await client.post(tags, tag)).status).toBe(201);
  });

  test('links: two rows, seen from both ends; in either direction twice is relation_exists', async () => {
    const { client } = fixture;
    const [address, other] = [await fresh(section), await fresh('goals')];
    const link = { foreign_section: 'goals', foreign_id: idIn(other) };
    const back = { foreign_section: section, foreign_id: idIn(address) };
    const made = await client.post(`${address}/links`, link);
    expect([made.status, made.body]).toEqual([201, { success: true, ids: [expect.any(Number), expect.any(Number)] }]);
    const [id, reverse] = made.body.ids;
    const kid = ['customers', 'products', 'users'].includes(section) ? idIn(address) : null;
    const row = { id, kid, owner_section: section, owner_id: idIn(address), ...link, insert_datum: expect.any(String) };
    expect((await client.get(`${address}/links`)).body).toEqual({ total: 1, items: [row] });
    expect(await countAt(client, `${address}/links?foreign_section=contracts`)).toBe(0);
    expect(await items(`${other}/links`)).toMatchObject([{ id: reverse, kid: null, owner_section: 'goals', ...back }]);
    expect(refusal(await client.post(`${address}/links`, link))).toBe('409 relation_exists');
    expect(refusal(await client.post(`${other}/links`, back))).toBe('409 relation_exists');
    expect(refusal(await client.delete(`${other}/links/${id}`))).toBe('404 not_found');
    expect((await client.delete(`${address}/links/${id}`)).body).toEqual({ success: true });
    expect([await countAt(client, `${address}/links`), await countAt(client, `${other}/links`)]).toEqual([0, 0]);
  });

  test('links: a kind that the token may neither read nor write answers as one that does not exist', async () => {
    const family = ['contact-persons', 'portals'].includes(section) ? 'products' : section;
    const [owner, own] = family === 'customers' ? ['goals', 'goals'] : ['customers', 'customers'];
    const scopes = [`v3:${own}:read`, `v3:${own}:write`];
    const others = scopeNames.filter((scope) => !scope.startsWith(`v3:${family}:`));
    const [address, foreign] = [await fresh(owner), await fresh(section)];
    const link = (id: number) => ({ foreign_section: section, foreign_id: id });
    for (const blind of [scopes, others]) {
      const client = await fixture.organisation.client({ scopes: blind });
      const [there, gone] = [idIn(foreign), ABSENT].map((id) => client.post(`${address}/links`, link(id)));
      expect(refusal((await there) as Reply)).toBe('404 target_not_found');
      expect((await there)?.body).toEqual((await gone)?.body);
      // An absent owner is reported first.
      expect(refusal(await client.post(`/v3/${owner}/${ABSENT}/links`, link(ABSENT)))).toBe('404 record_not_found');
    }
    expect(await countAt(fixture.client, `${address}/links`)).toBe(0);
    for (const [at, way] of (['read', 'write'] as const).entries()) {
      const naming = await fixture.organisation.client({ scopes: [...scopes, `v3:${family}:${way}`] });
      const one = at ? await fresh(section) : foreign;
      expect((await naming.post(`${address}/links`, link(idIn(one)))).status).toBe(201);
    }
  });

  const BODIES: readonly (readonly [string, Body])[] = [
    ['comments', { text: 'x' }],
    ['followers', {}],
    ['tags', { tag_id: 1 }],
    ['links', { foreign_section: 'customers', foreign_id: 1 }],
  ];

  test.each(BODIES)('%s: a kid in the body is body_kid_forbidden, null too', async (name, body) => {
    const address = `/v3/${section}/${fixture.id(section)}/${name}`;
    const before = await countAt(fixture.client, address);
    for (const kid of [1, null]) {
      expect(refusal(await fixture.client.post(address, { ...body, kid }))).toBe('400 body_kid_forbidden');
    }
    expect(await countAt(fixture.client, address)).toBe(before);
    if (name !== 'comments') return;
    const change = await fixture.client.patch(`${address}/${fixture.stock.below.get(`${section}/#/comments`)}`, {
      kid: 1,
    });
    expect(refusal(change)).toBe('400 body_kid_forbidden');
  });

  test.each(BODIES)('%s of a missing or deleted record: POST record_not_found, else not_found', async (name, body) => {
    const { client } = fixture;
    const gone = await fresh(section);
    const { id } = (await client.post(`${gone}/comments`, { text: 'x' })).body;
    expect((await client.delete(gone)).status).toBe(200);
    const tag = { ...body, ...(name === 'tags' && { tag_id: fixture.id('system/tags') }) };
    const sent = { ...tag, ...(name === 'links' && { foreign_id: fixture.id('customers') }) };
    for (const address of [gone, `/v3/${section}/${ABSENT}`]) {
      expect(refusal(await client.post(`${address}/${name}`, sent))).toBe('404 record_not_found');
      expect(refusal(await client.get(`${address}/${name}`))).toBe('404 not_found');
      expect(refusal(await client.delete(`${address}/${name}/${id}`))).toBe('404 not_found');
    }
    expect(refusal(await client.get(`${gone}/comments/${id}`))).toBe('404 not_found');
    expect(refusal(await client.patch(`${gone}/comments/${id}`, { text: 'y' }))).toBe('404 not_found');
  });

  test.each(['id', 'insert_datum', 'edit_datum', 'del', 'guid'])('links: %s is protected (rules 3.2)', async (name) => {
    const link = { foreign_section: 'goals', foreign_id: fixture.id('goals'), [name]: 1 };
    expect(await fixture.refused(`${section}/#/links`, link)).toBe(`400 ${name}:protected_field`);
  });

  test.each(['comments', 'followers', 'tags'])('%s of another record are none of this one', async (name) => {
    const annotation = fixture.stock.below.get(`${section}/#/${name}`);
    const other = await fresh(section);
    expect(refusal(await fixture.client.delete(`${other}/${name}/${annotation}`))).toBe('404 not_found');
    const kept = await items(`/v3/${section}/${fixture.id(section)}/${name}`);
    expect(kept.map(({ id }) => id)).toContain(annotation);
  });
});

describe('rules 9.26: a comment has an author or is of the token', () => {
  test.each([
    ['without autor_kid', (): Body => ({})],
    ['with an active adviser', (): Body => ({ autor_kid: fixture.id('users') })],
  ])('%s the token is the executing access in the log', async (_rule, more) => {
    const address = fixture.at('goals/#/comments');
    const { headers, body } = await fixture.client.post(address, { text: 'x', ...more() });
    expect((await fixture.client.get(`${address}/${body.id}`)).body.autor_kid).toBe(more().autor_kid ?? null);
    const entries = await fixture.service.db.read<Body>(
      sql`select token_id::int, action from audit_entry where section = 'comments' and request_id = ${headers.get('x-request-id')}`,
    );
    expect(entries).toEqual([{ token_id: fixture.client.tokenId, action: 'insert' }]);
  });

  test.each([
    ['an empty text', { text: '' }, 'text:too_small'],
    ['no text', { text: null }, 'text:invalid_type'],
    ['a number', { text: 5 }, 'text:invalid_type'],
    ['a text of more than 65,535 characters', { text: 'x'.repeat(65_536) }, 'text:too_big'],
    ['an author who is no number', { text: 'x', autor_kid: 'x' }, 'autor_kid:invalid_type'],
  ])('refused: %s', async (_rule, body, code) => {
    expect(await fixture.refused('goals/#/comments', body)).toBe(`400 ${code}`);
  });

  test('a comment of 65,535 characters is stored', async () => {
    const text = 'ü'.repeat(65_535);
    const { id } = await fixture.plain('goals/#/comments', { text });
    expect((await fixture.client.get(`${fixture.at('goals/#/comments')}/${id}`)).body.text).toBe(text);
  });

  test('the comments of an activity are shown in it, without those that were deleted', async () => {
    const { id } = await fixture.plain('activities');
    const comments = `/v3/activities/${id}/comments`;
    for (const text of ['eins', 'zwei']) await fixture.client.post(comments, { text });
    await fixture.client.delete(`${comments}/${(await items(comments))[0]?.id}`);
    const { body } = await fixture.client.get(`/v3/activities/${id}?with_comments=true`);
    expect(body.comments).toMatchObject([{ text: 'zwei', owner_id: id }]);
  });
});

describe('rules 16.13: invalid bodies', () => {
  test.each([
    ['a section that is none', { foreign_section: 'tariffs', foreign_id: 1 }, 'foreign_section:invalid_select_value'],
    ['a section that is no text', { foreign_section: 5, foreign_id: 1 }, 'foreign_section:invalid_type'],
    ['no section', {}, 'missing_foreign_section'],
    ['no id', { foreign_section: 'goals' }, 'invalid_foreign_id'],
    ['an id that is 0', { foreign_section: 'goals', foreign_id: 0 }, 'invalid_foreign_id'],
    ['an empty section', { foreign_section: '', foreign_id: 1 }, 'missing_foreign_section'],
    ['a third field', { foreign_section: 'goals', foreign_id: 1, art: 'x' }, 'art:unrecognized_key'],
    ['a negative id', { foreign_section: 'goals', foreign_id: -1 }, 'invalid_foreign_id'],
    ['an id as text', { foreign_section: 'goals', foreign_id: '1' }, 'invalid_foreign_id'],
    ['an id that is no whole number', { foreign_section: 'goals', foreign_id: 1.5 }, 'invalid_foreign_id'],
    ['an id out of range', { foreign_section: 'goals', foreign_id: 2147483648 }, 'invalid_foreign_id'],
    ['an owner of its own', { owner_section: null }, 'body_owner_section_forbidden'],
    ['an owner id of its own', { owner_id: null }, 'body_owner_id_forbidden'],
    ['an array', [], 'empty_body'],
  ])('%s', async (_rule, body, code) => {
    expect(await fixture.refused('contracts/#/links', body)).toBe(`400 ${code}`);
  });

  test.each(['contracts', 'portals', 'documents'])('annotations at %s take no owner in the query', async (section) => {
    const address = `/v3/${section}/${fixture.id(section)}/links`;
    expect(refusal(await fixture.client.get(`${address}?owner_section=x`))).toBe('400 query_owner_section_forbidden');
    expect(refusal(await fixture.client.get(`${address}?owner_id=`))).toBe('400 query_owner_id_forbidden');
  });
});
