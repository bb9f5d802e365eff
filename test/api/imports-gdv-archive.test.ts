/** A ZIP of GDV files: one import, read in the order of their days (docs/gdv.md). */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { setUpService } from '../support/fixture.ts';
import { gdvContract, gdvLine, gdvPackage } from '../support/gdv-file.ts';
import { writeLines } from '../support/gdv-writer.ts';
import { setUpImportWorker, staged, step } from '../support/import-client.ts';

const { client, service } = setUpService();
setUpImportWorker(service);

const fileOf = (date: string, lines: readonly string[]): Buffer =>
  Buffer.from(writeLines(gdvPackage(lines, { date }), 'iso-8859-1'));

const zipOf = async (files: Readonly<Record<string, Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const month = (number: string, net: string, street: string, customer = `K${number}`): string[] => {
  const [head, line] = gdvContract(number, { GesbeitragNettoInWE: net }, { Str: street });
  const part = { VuNr: '7415', VsNr: number, Sparte: '130', PersonenKundenNrVersicherers: customer };
  return [head!, gdvLine('0100/2', part), line!];
};

test('files of a ZIP are one import in the order of their days, and the latest values count', async () => {
  const zip = await zipOf({
    'a/letzte.001': fileOf('01032021', month('Z1', '30000', 'Drittweg 3')),
    'liesmich.txt': Buffer.from('Guten Tag\n'),
    'b/erste.001': fileOf('01012021', month('Z1', '10000', 'Erstweg 1')),
    'mitte.001': fileOf('01022021', [...month('Z1', '20000', 'Zweitweg 2'), ...month('Z2', '500', 'Nebenweg 1')]),
  });
  const job = await staged(client, zip, undefined, 'lieferung.zip');
  expect([job.state, job.format]).toEqual(['ready', 'gdv']);
  expect(job.files.map((file: { name: string }) => file.name)).toEqual(['erste.001', 'mitte.001', 'letzte.001']);
  const counted = job.files.flatMap(({ counts }: { counts: Record<string, number> }) => Object.values(counts));
  expect(counted.reduce((sum: number, count: number) => sum + count, 0)).toBe(job.total);
  expect(job.files[2].counts.new).toBe(0);
  expect(job.hints).toContainEqual(expect.objectContaining({ code: 'gdv_other_files' }));
  expect(await step(client, job.id, 'apply')).toMatchObject({ state: 'done', counts: { conflict: 0 } });
  const [contract] = (await client.get('/v3/contracts?nummer=Z1')).body.items;
  expect(contract.beitrag).toBe('300.00');
  const { items } = (await client.get(`/v3/customers/${contract.kid}/addresses`)).body;
  expect(items.map((one: { strasse: string }) => one.strasse)).toEqual(['Drittweg 3']);
});

test('a gz is unpacked; an archive without a GDV file, or with a file that unpacks too far, is refused', async () => {
  const file = fileOf('01012021', month('G1', '100', 'Weg 1'));
  expect(await staged(client, gzipSync(file), undefined, 'g.gz')).toMatchObject({ state: 'ready', format: 'gdv' });
  const reasonOf = async (zip: Buffer) => (await staged(client, zip, undefined, 'x.zip')).error.reason;
  expect(await reasonOf(await zipOf({ 'a.txt': Buffer.from('Guten Tag\n') }))).toBe('gdv_record_kind');
  expect(await reasonOf(await zipOf({ 'a.001': Buffer.alloc(3 * 1024 * 1024, ' ') }))).toBe('gdv_big_archive');
  expect(await reasonOf((await zipOf({ 'a.001': file })).subarray(0, -10))).toBe('gdv_bad_archive');
  const [first, second] = ['01012021', '01022021'].map((day) => fileOf(day, month('N1', '100', 'Weg 1', '')));
  expect(await reasonOf(await zipOf({ 'a.001': first!, 'b.001': second! }))).toBe('gdv_no_customer_number');
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}.001`, file]));
  expect(await reasonOf(await zipOf(many))).toBe('gdv_big_archive');
});
