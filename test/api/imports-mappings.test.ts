/** Named mappings of imports. */
import { expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { setUpImportWorker, staged } from '../support/import-client.ts';

const fixture = setUpService();
const { client, service } = fixture;
setUpImportWorker(service);

const ALL = '/v3/imports/mappings';
const put = (name: string, options: unknown) =>
  client.send('PUT', `${ALL}/${encodeURIComponent(name)}`, JSON.stringify(options), {
    'content-type': 'application/json',
  });

const OWN = { section: 'customers', mapping: { 'Nr. im Altsystem': 'nummer', Wer: 'name' }, match: ['nummer'] };

test('a mapping is stored, listed, replaced and deleted by its name', async () => {
  const name = 'Altsystem / Büro';
  const path = `${ALL}/${encodeURIComponent(name)}`;
  expect((await client.get(path)).error).toBe('not_found');
  expect((await put(name, OWN)).body).toMatchObject({ name, options: OWN, delivered: false });
  expect((await client.get(path)).body).toMatchObject({ name, options: OWN });
  // A name of digits alone, and the other Unicode form of the first one.
  expect((await put('2026', { header_row: 2 })).status).toBe(200);
  expect((await put(name.normalize('NFD'), { ...OWN, on_match: 'skip' })).status).toBe(200);
  const { items, total } = (await client.get(ALL)).body;
  expect(items.map((one: { name: string }) => one.name).slice(0, 3)).toEqual(['2026', name, 'Outlook']);
  expect(items[1].options.on_match).toBe('skip');
  expect(total).toBe(items.length);
  expect((await client.delete(path)).body).toEqual({ success: true, deleted: true, name });
  expect((await client.delete(path)).error).toBe('not_found');
  const entries = await service.db.read<{ action: string }>(sql`select action from audit_entry
    where org_id = ${fixture.organisation.orgId} and section = 'imports'
    order by id`);
  expect(entries.map(({ action }) => action)).toEqual(['insert', 'insert', 'update', 'delete']);
});

test('an import takes the options of a mapping', async () => {
  await put('Einzug', OWN);
  const { options } = (await client.get(`${ALL}/Einzug`)).body;
  const job = await staged(client, 'Nr. im Altsystem;Wer\nM1;Muster\n', options);
  expect([job.state, job.counts.new, job.options.match]).toEqual(['ready', 1, ['nummer']]);
});

test('those of usual programs are delivered, can be replaced and stay', async () => {
  const file =
    'FirstName,LastName,MailingStreet,MailingPostalCode,MailingCity,Phone\nEva,Muster,Weg 1,04109,Leipzig,1\n';
  const { options, delivered } = (await client.get(`${ALL}/Salesforce`)).body;
  expect(delivered).toBe(true);
  expect((await staged(client, file, options)).counts.new).toBe(1);
  await put('Salesforce', OWN);
  expect((await client.get(`${ALL}/Salesforce`)).body).toMatchObject({ options: OWN, delivered: false });
  await client.delete(`${ALL}/Salesforce`);
  expect((await client.get(`${ALL}/Salesforce`)).body.delivered).toBe(true);
  expect((await client.delete(`${ALL}/Salesforce`)).error).toBe('not_found');
});

test.each([
  ['an unknown option', { section: 'customers', colour: 'red' }],
  ['a section that is not imported', { section: 'system/tags2' }],
  ['a match field that cannot find records', { section: 'customers', match: ['bemerkung'] }],
  [
    'more than 64 KiB',
    { mapping: Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`${at}`.repeat(40), 'name'])) },
  ],
])('%s is refused', async (_, options) => {
  expect((await put('falsch', options)).error).toBe('validation_failed');
});

test.each(['%ff', '%00', '%20', 'x'.repeat(101)])('the name %s is refused', async (name) => {
  const { status, body } = await client.get(`${ALL}/${name}`);
  expect([status, body.data.issues?.[0].path]).toEqual([400, ['name']]);
});
