/** GDV files through `/v3/imports` (docs/gdv.md). */
import { describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { gdvContract, gdvLine, gdvPackage, gdvSample } from '../support/gdv-file.ts';
import { writeLines } from '../support/gdv-writer.ts';
import { setUpImportWorker, staged, step } from '../support/import-client.ts';
import type { Client } from '../support/service.ts';

const { service, client: first } = setUpService();
setUpImportWorker(service);
const organisation = async (): Promise<Client> => (await service.organisation()).client();

const file = (lines: readonly string[]): Buffer => writeLines(lines, 'iso-8859-1');
const rowsOf = async (client: Client, id: number, outcome?: string) =>
  (await client.get(`/v3/imports/${id}/rows?limit=500${outcome ? `&outcome=${outcome}` : ''}`)).body.items;
const listOf = async (client: Client, path: string) => (await client.get(`/v3/${path}`)).body.items;

/** Stages and applies a file. */
const imported = async (client: Client, content: Buffer, name = 'bestand.txt') => {
  const job = await staged(client, content, undefined, name);
  expect(job, JSON.stringify(job)).toMatchObject({ state: 'ready', format: 'gdv' });
  return step(client, job.id, 'apply', { rows: 'all' });
};

const counts = (job: { counts: Record<string, number> }) =>
  Object.fromEntries(Object.entries(job.counts).filter(([, n]) => n));

describe('samples', () => {
  test('the sample of 2009 is imported, a second import changes nothing, undo takes it back', async () => {
    const client = first;
    const content = await gdvSample('musterdatei_2009.txt');
    const job = await imported(client, content);
    expect([job.state, counts(job)]).toEqual(['done', { new: 25 }]);
    const [contract] = await listOf(client, 'contracts?nummer=59999999999&with_persons=true');
    const [insurer] = await listOf(client, 'products');
    expect(contract).toMatchObject({
      beitrag: '411.41',
      status: 'aktiv',
      gesellschaft: 'XXX Versicherung AG',
      gesellschaft_kid: insurer.id,
    });
    expect(contract.persons).toMatchObject([{ name: 'Martina Kitzelpfütze' }]);
    const { body: sheet } = await client.get(`/v3/contracts/${contract.id}/gdv`);
    expect([sheet.delivered, sheet.vu, sheet.lines.length]).toEqual(['2004-07-22', '9999', 10]);
    const again = await staged(client, await gdvSample('muster_bestand.gdv'), undefined, 'muster.gdv');
    expect([again.state, counts(again)]).toEqual(['ready', { unchanged: 25 }]);
    const undone = await step(client, job.id, 'undo');
    expect(undone).toMatchObject({ state: 'undone', applied: 0 });
    expect(await listOf(client, 'contracts')).toEqual([]);
  });

  test('a file with two packages of two insurers is imported', async () => {
    const client = await organisation();
    const job = await imported(client, await gdvSample('zwei_datenpakete.txt'));
    expect(counts(job)).toEqual({ new: 36 });
    const codes = job.hints.map(({ code }: { code: string }) => code);
    expect(codes.slice(0, 2)).toEqual(['gdv_record_count', 'gdv_premium_total']);
    expect((await listOf(client, 'products')).length).toBe(2);
  });

  test('a file that is not GDV is refused with line and reason', async () => {
    const job = await staged(await organisation(), await gdvSample('garbage.gdv'), { format: 'gdv' }, 'garbage.gdv');
    expect(job).toMatchObject({ state: 'failed', error: { line: 1 } });
  });
});

describe('a second delivery', () => {
  const people = (changes: Readonly<Record<string, string>> = {}, contract: Readonly<Record<string, string>> = {}) => {
    const [head, contractLine] = gdvContract('4711', contract, changes);
    return [
      head!,
      gdvLine('0100/2', { VsNr: '4711', Sparte: '130', PersonenKundenNrVersicherers: 'K1' }),
      contractLine!,
    ];
  };

  test('altered fields are differences with line and bytes', async () => {
    const client = await organisation();
    await imported(client, file(gdvPackage(people())));
    const next = gdvPackage(
      people(
        { Name1: 'Winter', Str: 'Ringstr. 5' },
        { GesbeitragNettoInWE: '20000', Zahlungsweise: '8', Vertragsstatus: '5' },
      ),
      { date: '01122021' },
    );
    const job = await staged(client, file(next), undefined, 'b.txt');
    expect(counts(job)).toEqual({ unchanged: 1, changed: 2 });
    const changes = Object.assign(
      {},
      ...(await rowsOf(client, job.id, 'changed')).map((row: { changes: object }) => row.changes),
    );
    expect(changes).toEqual({
      netto: { from: '100.50', to: '200.00', line: 4, bytes: [116, 127] },
      name: { from: 'Sommer', to: 'Winter', line: 2, bytes: [44, 73] },
      'addresses.strasse': { from: 'Domgasse 17b', to: 'Ringstr. 5', line: 2, bytes: [188, 217] },
      beitrag: { from: '100.50', to: '200.00', line: 4, bytes: [116, 127] },
      intervall: { from: 'jährlich', to: 'monatlich', line: 4, bytes: [68, 68] },
      status: { from: 'aktiv', to: 'ruhend', line: 4, bytes: [69, 69] },
    });
  });

  test('21, 23 and 29: spelling, missing contracts and older files change nothing', async () => {
    const client = await organisation();
    await imported(client, file(gdvPackage([...people(), ...gdvContract('4712')])));
    const spelled = await staged(
      client,
      file(gdvPackage(people({ Str: 'Domgasse 17 b' }), { date: '02112021' })),
      undefined,
      'b.txt',
    );
    expect(counts(spelled)).toEqual({ unchanged: 3 });
    const hints = (await rowsOf(client, spelled.id)).flatMap((row: { hints: { code: string }[] }) => row.hints);
    expect(hints.map(({ code }: { code: string }) => code)).toContain('gdv_spelling');
    const older = await staged(
      client,
      file(gdvPackage(people({ Name1: 'Winter' }), { date: '01102021' })),
      undefined,
      'c.txt',
    );
    expect(counts(older)).toEqual({ unchanged: 3 });
    expect((await listOf(client, 'contracts')).map(({ status }: { status: string }) => status)).toEqual([
      'aktiv',
      'aktiv',
    ]);
  });

  test('the last three deliveries of a record are stored', async () => {
    const owner = await service.organisation();
    const client = await owner.client();
    for (const month of ['08', '09', '10', '11', '12'])
      await imported(client, file(gdvPackage(people(), { date: `01${month}2021` })));
    const days = await service.asService.read(sql`select distinct to_char(d.delivered, 'MM') as month
      from gdv_delivery d
      where d.org_id = ${owner.orgId}
      order by month`);
    expect(days).toEqual([{ month: '10' }, { month: '11' }, { month: '12' }]);
  });

  test('19 and 20: a new contract number and a new VU-Nummer', async () => {
    const client = await organisation();
    await imported(client, file(gdvPackage(people())));
    const [partner] = await listOf(client, 'products');
    await client.post(`/v3/products/${partner.id}/numbers`, { art: 10, wert: '01141' });
    const old = { Vertragsstatus: '4', Abgangsgrund: '38', ReferenzVsNr: 'N9', SpezifikationReferenzVsNr: '2' };
    const lines = [
      ...gdvContract('4711', old),
      ...gdvContract('N9', { ReferenzVsNr: '4711', SpezifikationReferenzVsNr: '1' }),
    ];
    const job = await imported(client, file(gdvPackage(lines, { date: '01122021', vu: '1141' })));
    expect(counts(job)).toMatchObject({ changed: 1 });
    expect(await listOf(client, 'contracts')).toMatchObject([{ nummer: 'N9', status: 'aktiv' }]);
    expect((await listOf(client, 'customers')).length).toBe(1);
  });
});

describe('matching with stored records', () => {
  test('uses the contract, or name and birth date, and never a birth date of zeros', async () => {
    const client = await organisation();
    const customer = async (values: object) => (await client.post('/v3/customers', values)).body.kid;
    const byContract = await customer({ name: 'Sommer-Alt', vorname: 'Eva' });
    await client.post('/v3/contracts', { kid: byContract, nummer: '47-11', gesellschaft: 'Muster' });
    const byBirth = await customer({ name: 'Herbst', vorname: 'Eva', geb: '1984-08-12' });
    const place = { strasse: 'Domgasse 17b', plz: '50667', ort: 'Köln' };
    const [one, other] = [
      await customer({ name: 'Lenz', vorname: 'Eva' }),
      await customer({ name: 'Lenz', vorname: 'Eva' }),
    ];
    for (const kid of [one, other]) await client.post(`/v3/customers/${kid}/addresses`, place);
    await customer({ name: 'Frost', vorname: 'Eva' });
    const lines = [
      ...gdvContract('4711'),
      ...gdvContract('1', {}, { Name1: 'Herbst' }),
      ...gdvContract('2', {}, { Name1: 'Lenz', Geburtsdatum: '00000000' }),
      ...gdvContract('3', {}, { Name1: 'Frost', Geburtsdatum: '00000000' }),
    ];
    const job = await staged(client, file(gdvPackage(lines)), undefined, 'b.txt');
    const rows = (await rowsOf(client, job.id)).filter(({ section }: { section: string }) => section === 'customers');
    expect(
      rows.map((row: { outcome: string; record: { id: number } | null }) => [row.outcome, row.record?.id ?? null]),
    ).toEqual([
      ['changed', byContract],
      ['changed', byBirth],
      ['ambiguous', null],
      ['new', null],
    ]);
    expect(rows[2].candidates.map(({ id }: { id: number }) => id)).toEqual([one, other]);
    expect(rows[2].candidates[0].reasons).toEqual(['name', 'address']);
  });

  test('27: an unknown insurer is a new partner; a similar one is a candidate', async () => {
    const client = await organisation();
    const { id } = (await client.post('/v3/products', { name: 'Muster Versicherungen' })).body;
    const job = await staged(client, file(gdvPackage(gdvContract('4711'))), undefined, 'b.txt');
    const [row] = await rowsOf(client, job.id);
    expect(row).toMatchObject({
      section: 'products',
      outcome: 'new',
      candidates: [{ id, reasons: ['similar name'] }],
    });
  });

  test('a chosen Sparte is remembered', async () => {
    const client = await organisation();
    const lines = (number: string) => gdvPackage(gdvContract(number, { Sparte: '010' }));
    const two = gdvPackage(['4711', '4713'].flatMap((number) => gdvContract(number, { Sparte: '010' })));
    const job = await staged(client, file(two), undefined, 'a.txt');
    const contractRow = async (id: number) =>
      (await rowsOf(client, id)).find(({ section }: { section: string }) => section === 'contracts');
    const { row, changes } = await contractRow(job.id);
    expect(changes.sparte.to).toBe(2);
    await client.patch(`/v3/imports/${job.id}/rows/${row}`, { action: 'take', values: { sparte: 13 } });
    const taken = (await rowsOf(client, job.id)).flatMap(
      (one: { changes: { sparte?: { to: number } } }) => one.changes.sparte?.to ?? [],
    );
    expect(taken).toEqual([13, 13]);
    await step(client, job.id, 'apply', { rows: 'all' });
    expect((await listOf(client, 'contracts')).map(({ sparte }: { sparte: number }) => sparte)).toEqual([13, 13]);
    const next = await staged(client, file(lines('4712')), undefined, 'b.txt');
    expect((await contractRow(next.id)).changes.sparte.to).toBe(13);
  });
});

test('hundreds of contracts are staged in several portions', async () => {
  const client = await organisation();
  const lines = Array.from({ length: 500 }, (_, nr) => gdvContract(`K${nr}`, {}, { Name1: `Name ${nr}` })).flat();
  const content = file(gdvPackage(lines));
  const job = await staged(client, content, undefined, 'b.txt');
  expect(job.total).toBe(1001);
});
