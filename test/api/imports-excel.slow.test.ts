/** Excel files, and files of exports, by the API of imports. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Stoppable } from '../../src/concurrency/background-loop.ts';
import { readConfig } from '../../src/config/config.ts';
import type { FileStores } from '../../src/files/object-store.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { startExportWorker } from '../../src/operations/exports/export-worker.ts';
import { setUpService } from '../support/fixture.ts';
import { rowsOf, settled, setUpImportWorker, staged, step, upload } from '../support/import-client.ts';
import { until } from '../support/until.ts';
import { rowsXml, xlsxOf } from '../support/xlsx.ts';

const fixture = setUpService();
setUpImportWorker(fixture.service);
const { client, service } = fixture;

let worker: Stoppable;
let files: FileStores;
beforeAll(() => {
  files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
  const failed = (error: Error) => {
    throw error;
  };
  worker = startExportWorker({ db: service.asService, files, failed }, { poll: 20 });
});
afterAll(async () => {
  await worker.stop();
  await files.close();
});

test('an Excel file is staged and written as CSV is', async () => {
  const bytes = await xlsxOf(
    rowsXml([
      ['Nachname', 'Vorname', 'Geburtsdatum', 'Ort'],
      ['Müller', 'Jürgen', new Date('1984-08-12'), 'Köln'],
    ]),
  );
  const job = await staged(client, bytes, undefined, 'kunden.xlsx');
  expect(job).toMatchObject({ state: 'ready', format: 'xlsx', section: 'customers', total: 1, counts: { new: 1 } });
  expect(await step(client, job.id, 'apply', { rows: 'all' })).toMatchObject({ state: 'done', applied: 1 });
  const { items } = (await client.get('/v3/customers?name=Müller&with_addresses=true')).body;
  expect(items).toMatchObject([{ vorname: 'Jürgen', geb: '1984-08-12', addresses: [{ ort: 'Köln' }] }]);
});

test('more than 50,000 rows are refused, and CSV is advised', async () => {
  const rows = function* () {
    yield ['Nachname'];
    for (let row = 0; row < 50_001; row += 1) yield ['x'];
  };
  const job = await staged(client, await xlsxOf(rowsXml(rows())), undefined, 'viele.xlsx');
  expect(job).toMatchObject({
    state: 'failed',
    error: { reason: 'many_rows', message: expect.stringMatching(/save it as CSV/) },
  });
});

test('files of one organisation that unpack to much more are refused, and others are read meanwhile', async () => {
  const blanks = function* () {
    const piece = ' '.repeat(1 << 20);
    for (let mebibytes = 0; mebibytes < 30; mebibytes += 1) yield piece;
  };
  const bomb = await xlsxOf(blanks());
  const own = await (await service.organisation()).client();
  const ids: number[] = [];
  for (let file = 1; file <= 6; file += 1) {
    const reply = await upload(own, bomb, { section: 'customers', source: `file${file}` }, 'viel.xlsx');
    expect(reply.status).toBe(202);
    ids.push(reply.body.id);
  }
  const small = await xlsxOf(rowsXml([['Nachname'], ['Klein']]));
  expect(await staged(client, small, undefined, 'klein.xlsx')).toMatchObject({ state: 'ready', total: 1 });
  for (const id of ids) {
    expect(await settled(own, id)).toMatchObject({ state: 'failed', error: { reason: 'dense_archive' } });
  }
});

test('a file that is no Excel file fails with the reason', async () => {
  const job = await staged(client, '%PDF-1.7', undefined, 'bild.xlsx');
  expect(job).toMatchObject({ state: 'failed', error: { message: expect.stringMatching(/no Excel file/) } });
});

test('an exported file changes nothing when it is imported again', async () => {
  const own = await (await service.organisation()).client();
  const body = { name: '=Groß; "KG"', vorname: '+Änne', geb: '1984-08-12', kommentar: 'eine Zeile\nund noch eine' };
  await own.post('/v3/customers', body);
  const { id } = (await own.post('/v3/exports', { sections: ['customers'], format: 'csv' })).body;
  await until(async () => (await own.get(`/v3/exports/${id}`)).body.state === 'done', { what: 'the export' });
  const { text } = await own.get(`/v3/exports/${id}/download`);
  const job = await staged(own, text, { section: 'customers', match: ['nummer'] });
  expect(await rowsOf(own, job.id)).toMatchObject([{ outcome: 'unchanged', changes: {}, issues: [] }]);
});
