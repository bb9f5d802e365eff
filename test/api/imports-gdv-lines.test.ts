/** GDV files of single records: annexes and claims of stored contracts, and the counts of lines (docs/gdv.md). */
import { expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { gdvContract, gdvLine, gdvPackage } from '../support/gdv-file.ts';
import { writeLines } from '../support/gdv-writer.ts';
import { rowsOf, setUpImportWorker, staged, step } from '../support/import-client.ts';
import type { Client } from '../support/service.ts';

const { service } = setUpService();
setUpImportWorker(service);
const organisation = async (): Promise<Client> => (await service.organisation()).client();

/** Stages a delivery, and applies it. @param day DDMMYYYY */
const delivered = async (client: Client, day: string, lines: readonly string[]) => {
  const job = await staged(client, writeLines(gdvPackage(lines, { date: day }), 'iso-8859-1'), undefined, 'a.gdv');
  expect(job).toMatchObject({ state: 'ready' });
  const done = await step(client, job.id, 'apply', { rows: 'all' });
  return { ...done, rows: await rowsOf(client, job.id) };
};

const annex = (kind: string, number: string, values: Readonly<Record<string, string>> = {}): string =>
  gdvLine(`${kind}/1`, { VuNr: '7415', VsNr: number, Sparte: '130', ...values });

const contractOf = async (client: Client, number: string) =>
  (await client.get(`/v3/contracts?nummer=${number}`)).body.items[0];
const kindsOf = async (client: Client, id: number) => {
  const { delivered: day, lines } = (await client.get(`/v3/contracts/${id}/gdv`)).body;
  return [day, ...lines.map(({ satzart }: { satzart: string }) => satzart)];
};

const ANNEXES = ['0300', '0350', '0400', '0410', '0430', '0450', '0550', '0600'];

test('records of annexes alone are stored with the contract, and go with an undo', async () => {
  const client = await organisation();
  await delivered(client, '01112021', gdvContract('A41'));
  const { id } = await contractOf(client, 'A41');
  const done = await delivered(client, '05112021', [
    ...ANNEXES.map((kind) => annex(kind, 'A41')),
    annex('0430', 'A99'),
    annex('0450', 'A99'),
  ]);
  expect(done.counts).toMatchObject({ new: 0, changed: 0, unchanged: 2, no_match: 1 });
  const [row] = done.rows.filter(({ outcome }: { outcome: string }) => outcome === 'no_match');
  expect(row).toMatchObject({ section: 'contracts', record: null, line: 10 });
  expect(row.hints).toMatchObject([{ code: 'gdv_no_contract', params: { number: 'A99', kinds: '0430, 0450' } }]);
  expect(await kindsOf(client, id)).toEqual(['2021-11-01', '0100', '0200', ...ANNEXES]);
  expect(done.lines).toMatchObject({
    '0300': { read: 1, stored: 1, mapped: 0, left_out: 0 },
    '0430': { read: 2, stored: 1, mapped: 0, left_out: 1 },
  });
  // Those of one kind replace each other; the portfolio of the same day is not older.
  await delivered(client, '06112021', [annex('0430', 'A41'), annex('0430', 'A41')]);
  expect((await kindsOf(client, id)).filter((kind) => kind === '0430').length).toBe(2);
  const next = await delivered(client, '03112021', gdvContract('A41', { GesbeitragNettoInWE: '20000' }));
  expect(next.counts).toMatchObject({ changed: 1 });
  expect(await kindsOf(client, id)).toEqual(['2021-11-03', '0100', '0200']);
  await step(client, next.id, 'undo');
  await step(client, done.id, 'undo');
  expect((await kindsOf(client, id)).length).toBeGreaterThan(3);
});

test('an annex before the record 0200 of the same file, in another package, completes it', async () => {
  const client = await organisation();
  const lines = [
    ...gdvPackage([annex('0430', 'B1')], { date: '01112021' }),
    ...gdvPackage(gdvContract('B1'), { date: '01112021' }),
  ];
  const job = await staged(client, writeLines(lines, 'iso-8859-1'), undefined, 'a.gdv');
  expect((await step(client, job.id, 'apply')).counts).toMatchObject({ new: 3, no_match: 0, skipped: 1 });
  expect(await kindsOf(client, (await contractOf(client, 'B1')).id)).toEqual(['2021-11-01', '0430', '0100', '0200']);
});

test('a claim of a stored contract has its customer, its cause and the number of the broker', async () => {
  const client = await organisation();
  await delivered(client, '01112021', gdvContract('A41'));
  const { kid } = await contractOf(client, 'A41');
  const claim = annex('0500', 'A41', {
    SchadenNrVu: 'S-77',
    SchadenNrVermittlers: 'M-12',
    Schadenursache: '61',
    Schadendatum: '03112021',
  });
  const done = await delivered(client, '05112021', [claim]);
  expect(done.counts).toMatchObject({ new: 1, no_match: 0 });
  const [damage] = (await client.get('/v3/damages')).body.items;
  expect(damage).toMatchObject({ kid, nummer: 'S-77', nummer_intern: 'M-12', art: 'Leitungswasser' });
  expect(done.lines).toMatchObject({ '0500': { read: 1, stored: 1, mapped: 1, left_out: 0 } });
});

test('each line is stored or left out, and counted', async () => {
  const client = await organisation();
  const lines = [
    ...gdvContract('A41'),
    annex('0430', 'A41'),
    gdvLine('9952/1', { VuNr: '7415' }),
    annex('0500', 'A41', { SchadenNrVu: 'S-1' }),
  ];
  const { lines: counts, hints } = await delivered(client, '01112021', lines);
  const [mapped, stored, out] = [
    { read: 1, stored: 1, mapped: 1, left_out: 0 },
    { read: 1, stored: 1, mapped: 0, left_out: 0 },
    { read: 1, stored: 0, mapped: 0, left_out: 1 },
  ];
  expect(counts).toEqual({
    '0001': mapped,
    '0100': mapped,
    '0200': mapped,
    '0430': stored,
    '0500': mapped,
    '9952': out,
    '9999': out,
  });
  expect(hints).toMatchObject([{ code: 'gdv_no_number', params: { kinds: '9952' } }]);
});

test('the annual due date of a contract is a day of the year, and a filter', async () => {
  const client = await organisation();
  await delivered(client, '01112021', gdvContract('A41', { Hauptfaelligkeit: '01072020' }));
  const { id, hauptfaelligkeit } = await contractOf(client, 'A41');
  expect(hauptfaelligkeit).toBe('07-01');
  const refused = await client.patch(`/v3/contracts/${id}`, { hauptfaelligkeit: '02-30' });
  expect([refused.status, refused.body.data.issues]).toMatchObject([400, [{ code: 'invalid_format' }]]);
  expect((await client.patch(`/v3/contracts/${id}`, { hauptfaelligkeit: '02-29' })).status).toBe(200);
  expect((await client.get('/v3/contracts?hauptfaelligkeit=02-29')).body.total).toBe(1);
  expect((await client.patch(`/v3/contracts/${id}`, { hauptfaelligkeit: '' })).status).toBe(200);
  expect((await contractOf(client, 'A41')).hauptfaelligkeit).toBeNull();
});
