/** The table of states, row by row: the effect of a deletion on each record kind (rules 4.6, 4.7, 15). */

import { describe, expect, test } from 'vitest';
import { raw, sql } from '../../src/sql/sql.ts';
import { type Body, codes, countAt, refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('states');

/** A row of the table: the list, the table in the database, the search index and a field that it finds. */
type Row = readonly [path: string, table: string, index: string | null, field: string, answer: string];
const ROWS: readonly Row[] = [
  ['customers', 'contact', 'customers', 'name', 'success deleted soft_deleted kid'],
  ['products', 'contact', 'products', 'name', 'success soft_deleted kid'],
  ['users', 'contact', 'users', 'name', 'success soft_deleted kid'],
  ['customers/#/contracts', 'contract', 'contracts', 'nummer', 'success deleted soft_deleted id'],
  ['damages', 'damage', 'damages', 'art', 'success soft_deleted id'],
  ['documents', 'document', 'documents', 'name', 'success soft_deleted id'],
  ['finances', 'finance_entry', 'finances', 'bezeichnung', 'success soft_deleted id'],
  ['goals', 'goal', 'goals', 'subject', 'success soft_deleted id'],
  ['activities', 'activity', 'activities', 'titel', 'success soft_deleted id'],
  ['products/#/portals', 'portal', null, 'name', 'success soft_deleted id'],
  ['products/#/contact-persons', 'contact_person', 'contactPersons', 'name', 'success soft_deleted id'],
  ['system/tags', 'tag', null, 'tag', 'success soft_deleted id'],
  ['customers/#/addresses', 'address', 'customers', 'ort', 'success soft_deleted id'],
  ['customers/#/contacts', 'contact_detail', 'customers', 'wert', 'success soft_deleted id'],
  ['customers/#/banking', 'bank_account', 'customers', 'institut', 'success soft_deleted id'],
  ['customers/#/numbers', 'contact_number', 'customers', 'wert', 'success soft_deleted id'],
  ['customers/#/identity', 'identity_document', 'customers', 'behoerde', 'success soft_deleted id'],
  ['customers/#/jobs', 'job', 'customers', 'beruf', 'success soft_deleted id'],
  ['customers/#/comments', 'comment', null, 'text', 'success soft_deleted id'],
];

let words = 0;
const rowsOf = async (table: string, id: unknown) => {
  const rows = await fixture.service.db.read<{ row: string }>(
    sql`select to_json(t)::text as row from ${raw(table)} t where id = ${id}`,
  );
  return rows.map(({ row }) => JSON.parse(row) as Body);
};
const hits = async (index: string, word: string) =>
  (await fixture.client.post('/v3/search', { query: word, indices: [index] })).body.total;

describe('rules 15.1: a record is active, then deleted', () => {
  test.each(ROWS)('%s', async (path, table, index, field, names) => {
    const { client } = fixture;
    const word = `zustandswort${++words}`;
    const { id } = await fixture.plain(path, { [field]: word });
    const address = fixture.recordAt(path, id);
    const total = await countAt(client, fixture.at(path));
    if (index) expect(await hits(index, word)).toBe(1);

    const { status, body } = await client.delete(address);
    const given = Object.fromEntries(names.split(' ').map((name) => [name, /id$/.test(name) ? id : true]));
    expect([status, body]).toEqual([200, given]);

    expect(refusal(await client.delete(address))).toBe('404 not_found');
    expect(refusal(await client.get(address))).toBe('404 not_found');
    expect(refusal(await client.patch(address, { [field]: 'neu' }))).toBe('404 not_found');
    expect(await countAt(client, fixture.at(path))).toBe(total - 1);
    if (index) expect(await hits(index, word)).toBe(0);
    expect(await rowsOf(table, id)).toMatchObject([{ del: 1, [field]: word }]);
  });

  test.each(ROWS)('%s: the audit log names author and record of a delete', async (path, _table, _index, field) => {
    const { id } = await fixture.plain(path, { [field]: 'x' });
    const address = fixture.recordAt(path, id);
    const { headers } = await fixture.client.delete(address);
    const entries = await fixture.service.db.read<Body>(
      sql`select action, user_kid, token_id::int from audit_entry where record_id = ${id} and request_id = ${headers.get('x-request-id')}`,
    );
    const { adminKid } = fixture.organisation;
    expect(entries).toEqual([{ action: 'delete', user_kid: adminKid, token_id: fixture.client.tokenId }]);
  });
});

describe('rules 15.1: tag assignments already made remain', () => {
  const TAGGED = ROWS.filter(
    ([path]) => !/#.(addresses|contacts|banking|numbers|identity|jobs|comments)|tags/.test(path),
  );

  test.each(TAGGED)('at a deleted record: %s', async (path) => {
    const { id } = await fixture.plain(path);
    const own = `/v3/${path.split('/').at(-1)}/${id}`;
    const made = await fixture.client.post(`${own}/tags`, { tag_id: fixture.id('system/tags') });
    expect(made.status).toBe(201);
    await fixture.client.delete(own);
    expect(await rowsOf('tag_assignment', made.body.id)).toMatchObject([{ del: 0, owner_id: id }]);
  });

  test('of a deleted tag at their records; new ones are refused', async () => {
    const { id } = await fixture.plain('system/tags');
    const [first, second] = [await fixture.customer(), await fixture.customer()];
    await fixture.client.post(`/v3/customers/${first}/tags`, { tag_id: id });
    await fixture.client.delete(`/v3/system/tags/${id}`);
    expect((await fixture.client.get(`/v3/customers/${first}/tags`)).body.items).toMatchObject([{ tag_id: id }]);
    const again = await fixture.client.post(`/v3/customers/${second}/tags`, { tag_id: id });
    expect(refusal(again)).toBe('400 tag_id:invalid_reference');
  });
});

describe('rules 15.3, 15.4: hard deletions leave no row', () => {
  test('link: its counterpart is deleted with it', async () => {
    const [a, b] = [await fixture.customer(), await fixture.customer()];
    const { body } = await fixture.client.post(`/v3/customers/${a}/links`, {
      foreign_section: 'customers',
      foreign_id: b,
    });
    expect((await fixture.client.delete(`/v3/customers/${a}/links/${body.ids[0]}`)).body).toEqual({ success: true });
    for (const id of body.ids) expect(await rowsOf('link', id)).toEqual([]);
    const again = await fixture.client.delete(`/v3/customers/${a}/links/${body.ids[0]}`);
    expect(refusal(again)).toBe('404 not_found');
  });

  test('relation: its reverse is deleted with it', async () => {
    const [a, b] = [await fixture.customer(), await fixture.customer()];
    const { body } = await fixture.client.post(`/v3/customers/${a}/relations`, { kid_beziehung: b, beziehung: 101 });
    const { id, reverse_id } = body;
    const removed = await fixture.client.delete(`/v3/customers/${b}/relations/${id}`);
    expect(removed.body).toEqual({ success: true, deleted: true, id });
    for (const one of [id, reverse_id]) expect(await rowsOf('relation', one)).toEqual([]);
    for (const who of [a, b]) expect(await countAt(fixture.client, `/v3/customers/${who}/relations`)).toBe(0);
  });

  test.each(['customers', 'products', 'users'])('folder of one of the %s', async (parent) => {
    const { id } = await fixture.plain(`${parent}/#/documents/folders`, { name: 'x' });
    const address = `${fixture.at(`${parent}/#/documents/folders`)}/${id}`;
    expect((await fixture.client.delete(address)).body).toEqual({ success: true, deleted: true, id });
    expect(await rowsOf('document_folder', id)).toEqual([]);
    expect(refusal(await fixture.client.delete(address))).toBe('404 not_found');
  });
});

describe('rules 15.4, 15.5: protected records stay', () => {
  test.each([
    ['document_protected', 'documents'],
    ['document_protected', 'contracts/#/documents'],
    ['document_protected', 'users/#/documents'],
    ['folder_protected', 'customers/#/documents/folders'],
    ['folder_protected', 'products/#/documents/folders'],
  ])('%s at %s', async (code, path) => {
    const { id } = await fixture.plain(path, { protect: 1 });
    const address = `${fixture.at(path)}/${id}`;
    expect(refusal(await fixture.client.delete(address))).toBe(`403 ${code}`);
    expect((await fixture.client.get(address)).body).toMatchObject({ id, protect: 1 });
    await fixture.client.patch(address, { protect: 0 });
    expect((await fixture.client.delete(address)).status).toBe(200);
  });
});

describe('rules 4.7: records below a deleted contact are hidden with it', () => {
  test.each([
    ['customers', 'contracts', 'nummer'],
    ['customers', 'damages', 'art'],
    ['customers', 'finances', 'bezeichnung'],
    ['customers', 'goals', 'subject'],
    ['customers', 'activities', 'titel'],
    ['customers', 'documents', 'name'],
    ['products', 'contact-persons', 'name'],
    ['products', 'portals', 'name'],
    ['products', 'activities', 'titel'],
    ['products', 'documents', 'name'],
    ['users', 'activities', 'titel'],
    ['users', 'documents', 'name'],
  ])('%s: %s', async (parent, path, field) => {
    const { client } = fixture;
    const word = `darunter${++words}`;
    const { id: owner } = await fixture.plain(parent);
    const total = await countAt(client, `/v3/${path}`);
    const body = {
      ...(path === 'activities' && { kategorie: 'notiz' }),
      ...(path === 'documents' && { base64: 'eA==' }),
    };
    const { id } = (await client.post(`/v3/${parent}/${owner}/${path}`, { ...body, [field]: word })).body;
    expect(await countAt(client, `/v3/${path}`)).toBe(total + 1);
    await client.delete(`/v3/${parent}/${owner}`);
    expect(await countAt(client, `/v3/${path}`)).toBe(total);
    expect((await client.get(`/v3/${path}?kid=${owner}`)).body.items).toEqual([]);
    for (const answer of [
      await client.get(`/v3/${path}/${id}`),
      await client.patch(`/v3/${path}/${id}`, { [field]: 'x' }),
      await client.delete(`/v3/${path}/${id}`),
    ])
      expect([answer.status, codes(answer)]).toEqual([404, 'not_found']);
    if (path !== 'portals') expect(await hits(path === 'contact-persons' ? 'contactPersons' : path, word)).toBe(0);
  });

  test('embedded arrays omit deleted rows', async () => {
    const { client } = fixture;
    const kid = await fixture.customer();
    const { id } = (await client.post(`/v3/customers/${kid}/addresses`, { ort: 'x' })).body;
    await client.delete(`/v3/customers/${kid}/addresses/${id}`);
    expect((await client.get(`/v3/customers/${kid}?with_addresses=1`)).body.addresses).toEqual([]);
  });
});
