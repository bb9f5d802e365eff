/** Documents, rule by rule (rules 5.6, 9.14, 16.5, 16.6). */

import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { type Body, refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('documents');
const FILE = { base64: 'eA==' };
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');
const get = async (address: string): Promise<Body> => (await fixture.client.get(address)).body;
const idsOf = async (address: string): Promise<unknown[]> =>
  (await fixture.client.get(address)).body.items.map(({ id }: Body) => id);
const folderOf = async (kid: number, more: Body = {}): Promise<Body> =>
  (await fixture.client.post(`/v3/customers/${kid}/documents/folders`, { name: 'O', ...more })).body;

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
    expect(await fixture.made('documents', { ...FILE, ...body })).toMatchObject(read);
  });

  test.each(['customers', 'products', 'users'])('a kid at the top may be one of the %s', async (path) => {
    const { id } = await fixture.plain('documents', { kid: fixture.id(path) });
    expect(await idsOf(`${fixture.at(`${path}/#/documents`)}?limit=5000`)).toContain(id);
  });

  test.each([
    ['empty content', { base64: '' }, '400 base64:invalid_format'],
    ['content that is no base64', { base64: '***' }, '400 base64:invalid_format'],
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
    expect(await fixture.refused('documents', Array.isArray(body) ? body : { ...FILE, ...body })).toBe(expected);
  });

  const SERVER = 'size url dir aws is_eml has_error ai_status ext_quelle ext_status ext_id bipro_id bipro_nr'.split(
    ' ',
  );
  test.each(SERVER)('%s is set by the service, on create and PATCH', async (name) => {
    expect(await fixture.refused('documents', { ...FILE, [name]: 1 })).toBe(`400 ${name}:protected_field`);
    const change = await fixture.client.patch(`/v3/documents/${fixture.id('documents')}`, { [name]: 1 });
    expect(refusal(change)).toBe(`400 ${name}:protected_field`);
  });

  test.each(['base64', 'file'])('content is immutable: PATCH of %s', async (name) => {
    const { id } = await fixture.plain('documents', { name: 'fest.txt' });
    const change = await fixture.client.patch(`/v3/documents/${id}`, { [name]: 'eQ==' });
    expect(refusal(change)).toBe(`400 ${name}:unrecognized_key`);
    expect((await fixture.client.get(`/v3/documents/${id}/download`)).text).toBe('x');
  });
});

describe('documents: reading (rules 16.5)', () => {
  test('each way of reading returns the bytes as they were sent', async () => {
    const bytes = randomBytes(300_000);
    const { status, body } = await fixture.client.post(fixture.at('customers/#/documents'), {
      base64: base64(bytes),
      name: 'Police.pdf',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      name: 'Police.pdf',
      extension: 'pdf',
      size: bytes.length,
      kid: fixture.id('customers'),
      ordner: 0,
      aws: 0,
    });
    const sha = (data: ArrayBuffer | Buffer) =>
      createHash('sha256')
        .update(Buffer.from(data as ArrayBuffer))
        .digest('hex');
    for (const path of [
      `/v3/documents/${body.id}/download`,
      `${fixture.at('customers/#/documents')}/${body.id}/content`,
      `/v3/documents/${body.id}?file=1`,
    ]) {
      const response = await fetch(`${fixture.service.address}${path}`, {
        headers: { authorization: `Bearer ${fixture.client.token}` },
      });
      expect(sha(await response.arrayBuffer())).toBe(sha(bytes));
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
    const read = (await fixture.client.get(`/v3/documents/${body.id}?with_base64=true`)).body;
    expect(read.base64).toBe(base64(bytes));
    expect((await fixture.client.get(`/v3/documents/${body.id}`)).body.base64).toBeUndefined();
  });

  test.each([
    [{ name: null }, { name: 'dokument.txt', extension: 'txt' }],
    [{ name: '' }, { name: 'dokument.txt', extension: 'txt' }],
    [{ extension: '.PDF' }, { name: 'a.txt', extension: 'PDF' }],
    [
      { name: 'b.csv', extension: null },
      { name: 'b.csv', extension: 'csv' },
    ],
  ])('changed to %j it keeps a name and an extension', async (change, expected) => {
    const { id } = (await fixture.client.post('/v3/documents', { base64: 'eA==', name: 'a.txt' })).body;
    expect((await fixture.client.patch(`/v3/documents/${id}`, change)).body.updated).toBe(Object.keys(change).length);
    expect((await fixture.client.get(`/v3/documents/${id}`)).body).toMatchObject(expected);
    expect((await fixture.client.get(`/v3/documents/${id}/download`)).headers.get('content-disposition')).toContain(
      expected.name,
    );
  });

  test('a hostile file name does not break out of its header', async () => {
    const name = '../../etc/"passwd"\r\nX: ä.html';
    const { body } = await fixture.client.post('/v3/documents', { base64: 'eA==', name });
    const answer = await fixture.client.get(`/v3/documents/${body.id}/content`);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="[^"\r\n]*"; filename\*=UTF-8''/);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('the bytes of a deleted document are not found', async () => {
    const { id } = await fixture.plain('documents');
    await fixture.client.delete(`/v3/documents/${id}`);
    expect(refusal(await fixture.client.get(`/v3/documents/${id}/download`))).toBe('404 not_found');
  });

  test.each([
    ['', {}],
    ['?with_base64=true', { base64: 'eA==' }],
    ['?with_base64=1', { base64: 'eA==' }],
    ['?with_base64=false', {}],
    ['?file=0', {}],
  ])('GET {id}%s', async (query, more) => {
    const address = `/v3/documents/${fixture.id('documents')}`;
    const { base64: content, ...plain } = await get(`${address}${query}`);
    expect([plain, { base64: content }]).toEqual([await get(address), { base64: undefined, ...more }]);
  });

  test.each(['?file=true', '?file=1'])('GET {id}%s is the bytes', async (query) => {
    const { text, headers } = await fixture.client.get(`/v3/documents/${fixture.id('documents')}${query}`);
    expect([text, headers.get('content-type')]).not.toContain('application/json');
    expect(text).toBe('x');
  });

  test('a list returns metadata only', async () => {
    const { items } = (await fixture.client.get('/v3/documents?with_base64=true&limit=1')).body;
    expect(items[0]).not.toHaveProperty('base64');
  });

  test.each([
    'customers',
    'products',
    'users',
    'contracts',
    'damages',
  ])('download and content below %s', async (path) => {
    const { id } = await fixture.plain(`${path}/#/documents`, { name: 'a.txt' });
    for (const [name, way] of [
      ['download', 'attachment'],
      ['content', 'inline'],
    ]) {
      for (const address of [`/v3/documents/${id}/${name}`, `${fixture.at(`${path}/#/documents`)}/${id}/${name}`]) {
        const { text, headers } = await fixture.client.get(address);
        expect([text, headers.get('content-disposition')]).toEqual(['x', expect.stringMatching(`^${way};`)]);
      }
    }
  });

  test.each(['kid', 'vid', 'schaden', 'ordner'])('the list is filtered by %s', async (name) => {
    const kid = await fixture.customer();
    const one = async (path: string, body: Body) =>
      (await fixture.client.post(`/v3/${path}`, { kid, ...body })).body.id;
    const named: Body = {
      kid,
      vid: await one('contracts', { nummer: 'x' }),
      schaden: await one('damages', { art: 'x' }),
      ordner: (await folderOf(kid)).id,
    };
    const { id } = await fixture.plain('documents', named);
    expect(await idsOf(`/v3/documents?${name}=${named[name]}`)).toEqual([id]);
  });

  test.each([
    ['vid=x', '400 vid:invalid_type'],
    ['ordner=x', '400 ordner:invalid_type'],
    ['kid=0', '400 invalid_kid'],
  ])('a filter of the wrong type: ?%s', async (query, expected) => {
    expect(refusal(await fixture.client.get(`/v3/documents?${query}`))).toBe(expected);
  });
});

describe('documents below a record (rules 5.6, 16.5)', () => {
  test.each([
    ['contracts', 'vid'],
    ['damages', 'schaden'],
  ])('at %s: %s and kid come from the parent, and it is linked', async (path, column) => {
    const { id } = await fixture.plain(`${path}/#/documents`);
    const { kid } = await get(fixture.at(`${path}/#`));
    expect(await get(`/v3/documents/${id}`)).toMatchObject({ [column]: fixture.id(path), kid });
    const links = (await fixture.client.get(`/v3/documents/${id}/links`)).body.items;
    expect(links).toMatchObject([{ foreign_section: path, foreign_id: fixture.id(path) }]);
    const back = (await fixture.client.get(fixture.at(`${path}/#/links`))).body.items;
    expect(back).toContainEqual(expect.objectContaining({ foreign_section: 'documents', foreign_id: id }));
    const other = path === 'contracts' ? 'damages' : 'contracts';
    const elsewhere = await fixture.client.get(`${fixture.at(`${other}/#/documents`)}/${id}`);
    expect(refusal(elsewhere)).toBe('404 not_found');
    expect(await idsOf(`${fixture.at(`${path}/#/documents`)}?limit=5000`)).toContain(id);
    expect(await idsOf(`/v3/documents?${column}=${fixture.id(path)}&limit=5000`)).toContain(id);
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
    const { id } = await fixture.plain(list);
    for (const value of [1, null]) {
      expect(await fixture.refused(list, { ...FILE, [name]: value })).toBe(`400 body_${name}_forbidden`);
      const change = await fixture.client.patch(`${fixture.at(list)}/${id}`, { [name]: value });
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
    const answers = [await fixture.client.post(address, FILE), await fixture.client.get(address)];
    expect(answers.map(refusal)).toEqual([`404 ${posted}`, `404 ${got}`]);
  });

  test('a PATCH to another customer needs a folder of that customer', async () => {
    const [kid, other] = [await fixture.customer(), await fixture.customer()];
    const [own, theirs] = [await folderOf(kid), await folderOf(other)];
    const { id } = await fixture.plain('documents', { kid, ordner: own.id });
    const address = `/v3/documents/${id}`;
    const alone = await fixture.client.patch(address, { kid: other });
    expect(refusal(alone)).toBe('400 ordner:invalid_reference');
    expect(await get(address)).toMatchObject({ kid, ordner: own.id });
    const both = await fixture.client.patch(address, { kid: other, ordner: theirs.id });
    expect(both.body).toEqual({ success: true, updated: 2 });
  });

  test.each<[string, Body, string[]]>([
    ['only the folder is a move', { ordner: true }, ['move']],
    ['the folder and more is a move and an update', { ordner: true, nr: 5 }, ['move', 'update']],
    ['anything else is an update', { nr: 5 }, ['update']],
    ['the same folder again is nothing', { ordner: 0 }, []],
  ])('audit: %s (rules 15.7)', async (_rule, change, actions) => {
    const kid = await fixture.customer();
    const folder = await folderOf(kid, { name: 'Neu' });
    const { id } = await fixture.plain('documents', { kid, name: 'm.txt' });
    const sent = { ...change, ...(change.ordner === true && { ordner: folder.id }) };
    const { headers } = await fixture.client.patch(`/v3/documents/${id}`, sent);
    const rows = await fixture.service.db.read<{ action: string; changes: string }>(
      sql`select action, changes from audit_entry where record_id = ${id} and request_id = ${headers.get('x-request-id')} order by action`,
    );
    expect(rows.map(({ action }) => action)).toEqual(actions);
    const updated = rows.find(({ action }) => action === 'update')?.changes;
    if (updated) expect(JSON.parse(updated)).toEqual({ nr: [null, 5] });
    if (!actions.includes('move')) return;
    expect(JSON.parse(rows[0]?.changes ?? '')).toEqual({ name: 'm.txt', ordner_alt: null, ordner_neu: 'Neu' });
  });
});
