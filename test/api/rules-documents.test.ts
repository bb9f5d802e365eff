/** Documents, rule by rule (rules 5.6, 9.14, 16.5, 16.6). */

import { describe, expect, test } from 'vitest';
import { sql } from '../../src/sql.ts';
import { type Body, openRoom, refusal } from '../support/rules-room.ts';

const room = openRoom('documents');
const FILE = { base64: 'eA==' };
const get = async (address: string): Promise<Body> => (await room.client.get(address)).body;
const idsOf = async (address: string): Promise<unknown[]> =>
  (await room.client.get(address)).body.items.map(({ id }: Body) => id);
const folderOf = async (kid: number, more: Body = {}): Promise<Body> =>
  (await room.client.post(`/v3/customers/${kid}/documents/folders`, { name: 'O', ...more })).body;

describe('documents: what an upload stores (rules 9.14, 16.6)', () => {
  test.each([
    ['size is that of the bytes', { base64: 'YWJj' }, { size: 3 }],
    ['file is another name of base64', { base64: undefined, file: 'YWJj' }, { size: 3 }],
    ['a data URL is accepted', { base64: 'data:text/plain;base64,YWJj' }, { size: 3 }],
    ['the extension comes from the name, without a dot', { name: 'a.b.PDF' }, { name: 'a.b.PDF', extension: 'pdf' }],
    ['an extension of its own stays', { name: 'a.bin', extension: 'dat' }, { name: 'a.bin', extension: 'dat' }],
    ['no name is dokument with the extension', { extension: 'pdf' }, { name: 'dokument.pdf', extension: 'pdf' }],
    ['neither is dokument', {}, { name: 'dokument', extension: '' }],
    ['no folder is 0, unsorted', {}, { ordner: 0 }],
    ['folder null is 0', { ordner: null }, { ordner: 0 }],
    ['nothing is null that names nothing', {}, { kid: null, vid: null, schaden: null, nr: null, datum: null }],
    ['flags are 0', {}, { kundenportal: 0, is_eml: 0, protect: 0, has_error: 0, ai_status: 0, aws: 0 }],
    ['an e-mail says so', { name: 'post.eml' }, { is_eml: 1, extension: 'eml' }],
    ['a name of 255 characters', { name: `${'n'.repeat(251)}.txt` }, { name: `${'n'.repeat(251)}.txt` }],
  ])('%s', async (_rule, body, read) => {
    expect(await room.made('documents', { ...FILE, ...body })).toMatchObject(read);
  });

  test.each(['customers', 'products', 'users'])('a kid at the top may be one of the %s', async (path) => {
    const { id } = await room.plain('documents', { kid: room.id(path) });
    expect(await idsOf(`${room.at(`${path}/#/documents`)}?limit=5000`)).toContain(id);
  });

  test.each([
    ['a name of 256 characters', { name: 'n'.repeat(256) }, '400 name:too_big'],
    ['a day that is none', { datum: '2026-02-30' }, '400 datum:invalid_format'],
    ['a negative folder', { ordner: -1 }, '400 ordner:too_small'],
    ['a folder without an owner', { ordner: 2147483647 }, '400 ordner:invalid_reference'],
    ['a contract that is none', { vid: 2147483647 }, '400 vid:invalid_reference'],
    ['a damage that is none', { schaden: 2147483647 }, '400 schaden:invalid_reference'],
    ['a kid that is nobody', { kid: 2147483647 }, '404 customer_not_found'],
    ['there is no category', { kategorie: 1 }, '400 kategorie:unrecognized_key'],
    ['both names of the content', { file: 'eQ==' }, '400 file:duplicate_key'],
    ['an array', [FILE], '400 empty_body'],
  ])('refused: %s', async (_rule, body, expected) => {
    expect(await room.refused('documents', Array.isArray(body) ? body : { ...FILE, ...body })).toBe(expected);
  });

  const SERVER = 'size url dir aws is_eml has_error ai_status ext_quelle bipro_id'.split(' ');
  test.each(SERVER)('%s is of the service, on create and PATCH', async (name) => {
    expect(await room.refused('documents', { ...FILE, [name]: 1 })).toBe(`400 ${name}:protected_field`);
    const change = await room.client.patch(`/v3/documents/${room.id('documents')}`, { [name]: 1 });
    expect(refusal(change)).toBe(`400 ${name}:protected_field`);
  });

  test.each(['base64', 'file'])('content is immutable: PATCH of %s', async (name) => {
    const { id } = await room.plain('documents', { name: 'fest.txt' });
    const change = await room.client.patch(`/v3/documents/${id}`, { [name]: 'eQ==' });
    expect(refusal(change)).toBe(`400 ${name}:unrecognized_key`);
    expect((await room.client.get(`/v3/documents/${id}/download`)).text).toBe('x');
  });
});

describe('documents: reading (rules 16.5)', () => {
  test.each([
    ['', {}],
    ['?with_base64=true', { base64: 'eA==' }],
    ['?with_base64=1', { base64: 'eA==' }],
    ['?with_base64=false', {}],
    ['?file=0', {}],
  ])('GET {id}%s', async (query, more) => {
    const address = `/v3/documents/${room.id('documents')}`;
    const { base64, ...plain } = await get(`${address}${query}`);
    expect([plain, { base64 }]).toEqual([await get(address), { base64: undefined, ...more }]);
  });

  test.each(['?file=true', '?file=1'])('GET {id}%s is the bytes', async (query) => {
    const { text, headers } = await room.client.get(`/v3/documents/${room.id('documents')}${query}`);
    expect([text, headers.get('content-type')]).not.toContain('application/json');
    expect(text).toBe('x');
  });

  test('a list has metadata only', async () => {
    const { items } = (await room.client.get('/v3/documents?with_base64=true&limit=1')).body;
    expect(items[0]).not.toHaveProperty('base64');
  });

  test.each([
    'customers',
    'products',
    'users',
    'contracts',
    'damages',
  ])('download and content below %s', async (path) => {
    const { id } = await room.plain(`${path}/#/documents`, { name: 'a.txt' });
    for (const [name, way] of [
      ['download', 'attachment'],
      ['content', 'inline'],
    ]) {
      for (const address of [`/v3/documents/${id}/${name}`, `${room.at(`${path}/#/documents`)}/${id}/${name}`]) {
        const { text, headers } = await room.client.get(address);
        expect([text, headers.get('content-disposition')]).toEqual(['x', expect.stringMatching(`^${way};`)]);
      }
    }
  });

  test.each(['kid', 'vid', 'schaden', 'ordner'])('the list is filtered by %s', async (name) => {
    const kid = await room.customer();
    const one = async (path: string, body: Body) => (await room.client.post(`/v3/${path}`, { kid, ...body })).body.id;
    const named: Body = {
      kid,
      vid: await one('contracts', { nummer: 'x' }),
      schaden: await one('damages', { art: 'x' }),
      ordner: (await folderOf(kid)).id,
    };
    const { id } = await room.plain('documents', named);
    expect(await idsOf(`/v3/documents?${name}=${named[name]}`)).toEqual([id]);
  });

  test.each([
    ['vid=x', '400 vid:invalid_type'],
    ['ordner=x', '400 ordner:invalid_type'],
    ['kid=0', '400 invalid_kid'],
  ])('a filter of the wrong type: ?%s', async (query, expected) => {
    expect(refusal(await room.client.get(`/v3/documents?${query}`))).toBe(expected);
  });
});

describe('documents below a record (rules 5.6, 16.5)', () => {
  test.each([
    ['contracts', 'vid'],
    ['damages', 'schaden'],
  ])('at %s: %s and kid come from the parent, and it is linked', async (path, column) => {
    const { id } = await room.plain(`${path}/#/documents`);
    const { kid } = await get(room.at(`${path}/#`));
    expect(await get(`/v3/documents/${id}`)).toMatchObject({ [column]: room.id(path), kid });
    const links = (await room.client.get(`/v3/documents/${id}/links`)).body.items;
    expect(links).toMatchObject([{ foreign_section: path, foreign_id: room.id(path) }]);
    expect(await idsOf(`${room.at(`${path}/#/documents`)}?limit=5000`)).toContain(id);
    expect(await idsOf(`/v3/documents?${column}=${room.id(path)}&limit=5000`)).toContain(id);
  });

  test.each([
    ['customers', 'kid'],
    ['products', 'kid'],
    ['users', 'kid'],
    ['contracts', 'vid'],
    ['contracts', 'kid'],
    ['damages', 'schaden'],
    ['damages', 'kid'],
  ])('at %s: %s in the body is forbidden, on create and PATCH, null too', async (path, name) => {
    const list = `${path}/#/documents`;
    const { id } = await room.plain(list);
    for (const value of [1, null]) {
      expect(await room.refused(list, { ...FILE, [name]: value })).toBe(`400 body_${name}_forbidden`);
      const change = await room.client.patch(`${room.at(list)}/${id}`, { [name]: value });
      expect(refusal(change)).toBe(`400 body_${name}_forbidden`);
    }
  });

  test.each([
    ['customers', 'not_found', 'not_found'],
    ['products', 'not_found', 'not_found'],
    ['users', 'not_found', 'not_found'],
    ['contracts', 'record_not_found', 'not_found'],
    ['damages', 'record_not_found', 'not_found'],
  ])('at a missing one of the %s: POST %s, GET %s (rules 3.11)', async (path, posted, got) => {
    const address = `/v3/${path}/2147483647/documents`;
    const answers = [await room.client.post(address, FILE), await room.client.get(address)];
    expect(answers.map(refusal)).toEqual([`404 ${posted}`, `404 ${got}`]);
  });

  test('a PATCH to another customer needs a folder of that customer', async () => {
    const [kid, other] = [await room.customer(), await room.customer()];
    const [own, theirs] = [await folderOf(kid), await folderOf(other)];
    const { id } = await room.plain('documents', { kid, ordner: own.id });
    const address = `/v3/documents/${id}`;
    const alone = await room.client.patch(address, { kid: other });
    expect(refusal(alone)).toBe('400 ordner:invalid_reference');
    expect(await get(address)).toMatchObject({ kid, ordner: own.id });
    const both = await room.client.patch(address, { kid: other, ordner: theirs.id });
    expect(both.body).toEqual({ success: true, updated: 2 });
  });

  test.each<[string, Body, string[]]>([
    ['only the folder is a move', { ordner: true }, ['move']],
    ['the folder and more is a move and an update', { ordner: true, nr: 5 }, ['move', 'update']],
    ['anything else is an update', { nr: 5 }, ['update']],
    ['the same folder again is nothing', { ordner: 0 }, []],
  ])('audit: %s (rules 15.7)', async (_rule, change, actions) => {
    const kid = await room.customer();
    const folder = await folderOf(kid, { name: 'Neu' });
    const { id } = await room.plain('documents', { kid, name: 'm.txt' });
    const sent = { ...change, ...(change.ordner === true && { ordner: folder.id }) };
    const { headers } = await room.client.patch(`/v3/documents/${id}`, sent);
    const rows = await room.service.db.read<{ action: string; changes: string }>(
      sql`select action, changes from audit_entry where record_id = ${id} and request_id = ${headers.get('x-request-id')} order by action`,
    );
    expect(rows.map(({ action }) => action)).toEqual(actions);
    const updated = rows.find(({ action }) => action === 'update')?.changes;
    if (updated) expect(JSON.parse(updated)).toEqual({ nr: [null, 5] });
    if (!actions.includes('move')) return;
    expect(JSON.parse(rows[0]?.changes ?? '')).toEqual({ name: 'm.txt', ordner_alt: null, ordner_neu: 'Neu' });
  });
});
