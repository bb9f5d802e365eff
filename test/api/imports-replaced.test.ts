/** Rows of an import as a file, and values that are read instead of others. */
import { expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { rowsOf, settled, setUpImportWorker, staged, step } from '../support/import-client.ts';

const { client, organisation, service } = setUpService();
setUpImportWorker(service);

test('rows are answered as a file with their issues, which an import reads again', async () => {
  const file = [
    'Kundennummer;Name;Geburtsdatum;Telefon;Straße;Ort',
    'E1;Gut;01.02.1980;0341 1;Weg 1;Ulm',
    'E2;"=1+1";31.02.1980;+49 341 2;Weg 2;"a;b"',
    '',
  ].join('\n');
  const job = await staged(client, file);
  const { status, headers, text } = await client.get(`/v3/imports/${job.id}/rows?format=csv&outcome=invalid`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const [head, line, end] = text.split('\r\n');
  expect(head).toMatch(/^\uFEFF?row;line;section;outcome;issues;hints;nummer;name;geb;/);
  expect(line).toMatch(/^2;3;customers;invalid;"?geb: .*;'=1\+1;31\.02\.1980;/);
  expect(line).toContain(`;'+49 341 2`);
  expect(line).toContain(';"a;b"');
  expect(end).toBe('');
  const all = (await client.get(`/v3/imports/${job.id}/rows?format=csv`)).text;
  expect(all.split('\r\n')).toHaveLength(4);
  expect(all).toContain(';E1;Gut;01.02.1980;');
  const again = await staged(client, text.replace('31.02.1980', '28.02.1980'));
  expect(again.counts).toMatchObject({ new: 1, invalid: 0 });
  const [row] = await rowsOf(client, again.id);
  expect(row.changes).toMatchObject({
    name: { to: '=1+1' },
    geb: { to: '1980-02-28' },
    'contacts.wert': { to: '+49 341 2' },
    'addresses.ort': { to: 'a;b' },
  });
  const blind = await organisation.client({ scopes: ['v3:imports:read'] });
  expect((await blind.get(`/v3/imports/${job.id}/rows?format=csv`)).error).toBe('insufficient_scope');
});

test('a value is replaced in all rows, and in the next file with the same headers', async () => {
  const { kid } = (await client.post('/v3/customers', { name: 'Halter', nummer: 'V1' })).body;
  const head = 'KdNr;VS-Nr.;Sparte;Beginn;Altstatus';
  const file = `${head}\nV1;VN1;Kfz alt;01.01.2020;a\nV1;VN2;KFZ ALT;00.00.0000;a\n`;
  const job = await staged(client, file);
  expect(job.counts).toMatchObject({ invalid: 2 });
  const options = {
    ...job.options,
    mapping: { ...job.options.mapping, Altstatus: 'status' },
    values: { Sparte: { 'Kfz alt': 'Hausrat' }, beginn: { '00.00.0000': '' }, Altstatus: { a: 'aktiv' } },
  };
  expect((await client.post(`/v3/imports/${job.id}/restage`, { options })).status).toBe(202);
  expect((await settled(client, job.id)).counts).toMatchObject({ new: 2, invalid: 0 });
  await step(client, job.id, 'apply');
  const { items } = (await client.get(`/v3/contracts?kid=${kid}&sort=nummer`)).body;
  expect(items.map((one: { status: string; beginn: string }) => [one.status, one.beginn])).toEqual([
    ['aktiv', '2020-01-01'],
    ['aktiv', null],
  ]);
  const next = await staged(client, `${head}\nV1;VN3;Kfz alt;01.01.2021;a\n`);
  expect(next.counts).toMatchObject({ new: 1 });
  expect(next.options.values).toEqual(options.values);
});
