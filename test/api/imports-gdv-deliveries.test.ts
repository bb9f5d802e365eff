/** Later GDV files of an insurer: other policyholders, payments of a claim, spelling (docs/gdv.md). */
import { describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { gdvContract, gdvLine, gdvPackage } from '../support/gdv-file.ts';
import { writeLines } from '../support/gdv-writer.ts';
import { setUpImportWorker, staged, step } from '../support/import-client.ts';
import type { Client } from '../support/service.ts';

const { service } = setUpService();
setUpImportWorker(service);
const organisation = async (): Promise<Client> => (await service.organisation()).client();

const listOf = async (client: Client, path: string) => (await client.get(`/v3/${path}`)).body.items;
const rowsOf = async (client: Client, id: number) => (await client.get(`/v3/imports/${id}/rows?limit=500`)).body.items;

/** Stages a delivery, and applies it. @param day DDMMYYYY */
const delivered = async (client: Client, day: string, lines: readonly string[]) => {
  const content = writeLines(gdvPackage(lines, { date: day }), 'iso-8859-1');
  const job = await staged(client, content, undefined, `${day}.gdv`);
  const rows = await rowsOf(client, job.id);
  const hints = rows.flatMap((row: { hints: { code: string }[] }) => row.hints.map(({ code }) => code));
  const done = await step(client, job.id, 'apply', { rows: 'all' });
  return { id: job.id, rows, hints, counts: done.counts };
};

type Values = Readonly<Record<string, string>>;
const OTTO = { Name1: 'Erblasser', Name3: 'Otto', Anredeschluessel: '1', Geburtsdatum: '01011940' };
const PAULA = { Name1: 'Käufer', Name3: 'Paula', Geburtsdatum: '02021985', Str: 'Neuweg 1' };

/** A contract of a policyholder with a customer number. */
const held = (number: string, customer: string, person: Values, contract: Values = {}): string[] => {
  const [head, line] = gdvContract(number, contract, person);
  const part = { VuNr: '7415', VsNr: number, Sparte: '130', PersonenKundenNrVersicherers: customer };
  return [head!, gdvLine('0100/2', part), line!];
};

const holders = async (client: Client): Promise<Record<string, string>> => {
  const customers: { kid: number; vorname: string }[] = await listOf(client, 'customers');
  const contracts: { nummer: string; kid: number }[] = await listOf(client, 'contracts');
  const nameOf = (kid: number): string => customers.find((one) => one.kid === kid)?.vorname ?? '?';
  return Object.fromEntries(contracts.map(({ nummer, kid }) => [nummer, nameOf(kid)]));
};

describe('another policyholder', () => {
  test('is a new customer, and the contract moves; undo takes both back', async () => {
    const client = await organisation();
    await delivered(client, '01112021', [...held('A41', 'F1', OTTO), ...held('A42', 'F1', OTTO)]);
    const [contract] = await listOf(client, 'contracts?nummer=A41');
    await client.post(`/v3/contracts/${contract.id}/persons`, { name: 'Otto' });
    const { id, hints, counts } = await delivered(client, '01122021', held('A41', 'F2', PAULA));
    expect(counts).toMatchObject({ new: 1, changed: 1 });
    expect(hints).toContain('gdv_moved_new');
    expect(await holders(client)).toEqual({ A41: 'Paula', A42: 'Otto' });
    const otto = (await listOf(client, 'customers?vorname=Otto'))[0];
    expect(otto).toMatchObject({ name: 'Erblasser', geb: '1940-01-01' });
    const paula = (await listOf(client, 'customers?vorname=Paula'))[0];
    const stored = await service.db.read<{ lines: string }>(sql`select lines
      from gdv_delivery
      where section = 'contracts' and record_id = ${contract.id} and vu = '7415'
        and org_id = (select org_id from contract where id = ${contract.id} and kid = ${paula.kid})`);
    expect(stored.map(({ lines }) => lines.includes('Erblasser'))).toEqual([false]);
    expect(await listOf(client, `contracts/${contract.id}/persons`)).toMatchObject([{ kid: paula.kid }]);
    const history = JSON.stringify(await listOf(client, `contracts/${contract.id}/history`));
    expect(history).toContain(String(paula.kid));
    expect((await delivered(client, '01012022', held('A41', 'F2', PAULA))).hints).not.toContain('gdv_moved');
    expect(await step(client, id, 'undo')).toMatchObject({ state: 'undone', applied: 0 });
    expect(await holders(client)).toEqual({ A41: 'Otto', A42: 'Otto' });
    expect(await listOf(client, `contracts/${contract.id}/persons`)).toMatchObject([{ kid: otto.kid }]);
  });

  test('is found in a file that has the former one too, and at contracts without an import', async () => {
    const client = await organisation();
    const { kid } = (await client.post('/v3/customers', { name: 'Erblasser', vorname: 'Otto' })).body;
    for (const nummer of ['A51', 'A52']) await client.post('/v3/contracts', { kid, nummer });
    await delivered(client, '01122021', [...held('A51', 'G2', PAULA), ...held('A52', 'G1', OTTO)]);
    expect(await holders(client)).toEqual({ A51: 'Paula', A52: 'Otto' });
    const { hints } = await delivered(client, '01012022', held('A51', 'G1', OTTO));
    expect(hints).toContain('gdv_moved');
    expect(await holders(client)).toEqual({ A51: 'Otto', A52: 'Otto' });
  });

  test('the same name, birth date or number is the same person; father and son are two', async () => {
    const client = await organisation();
    await delivered(client, '01112021', held('B1', 'H1', OTTO));
    const same = [
      held('B1', 'H2', { ...OTTO, Name1: 'ERBLASSER', Geburtsdatum: '00000000' }),
      held('B1', 'H3', { ...OTTO, Name1: 'Meier' }),
      held('B1', 'H1', { ...PAULA }),
    ];
    for (const [month, lines] of same.entries()) await delivered(client, `010${month + 1}2022`, lines);
    expect(await listOf(client, 'customers')).toHaveLength(1);
    await delivered(client, '01052022', held('B1', 'H9', { ...PAULA, Geburtsdatum: '03031999' }));
    expect(await listOf(client, 'customers')).toHaveLength(2);
  });
});

describe('payments of a claim', () => {
  const claim = (nr: string, amount: string, more: Values = {}) => {
    const values = { VuNr: '7415', VsNr: 'A1', Sparte: '130', SchadenNrVu: 'S-77', Schadendatum: '05062021' };
    const payment = { LfdNrBearbeitungsvorganges: nr, BetragInWEGemaessZahlungsart: amount };
    return gdvLine('0500/1', { ...values, ...payment, Vorzeichen: '+', Waehrungsschluessel: 'EUR', ...more });
  };
  const paid = async (client: Client) => (await listOf(client, 'damages')).map((one: Values) => one.leistung);

  test('add up over deliveries, each number once, and undo takes them back', async () => {
    const client = await organisation();
    const contract = gdvContract('A1');
    await delivered(client, '01112021', [...contract, claim('001', '100000')]);
    const { id } = await delivered(client, '01122021', [...contract, claim('002', '5000')]);
    expect(await paid(client)).toEqual(['1050.00']);
    const again = await delivered(client, '02122021', [...contract, claim('001', '100000'), claim('002', '5000')]);
    expect(again.counts).toMatchObject({ unchanged: 4, changed: 0 });
    await step(client, again.id, 'undo');
    await step(client, id, 'undo');
    expect(await paid(client)).toEqual(['1000.00']);
    const foreign = claim('004', '7000', { Waehrungsschluessel: 'CHF' });
    const last = await delivered(client, '01012022', [claim('003', '2000', { Vorzeichen: '-' }), foreign, ...contract]);
    expect(last.hints).toContain('gdv_currency');
    expect(await paid(client)).toEqual(['980.00']);
  });

  test('without a number count once a file', async () => {
    const client = await organisation();
    const contract = gdvContract('A1');
    const twice = [claim('000', '10000'), claim('000', '10000'), claim('000', '500')];
    await delivered(client, '01112021', [...contract, ...twice]);
    expect(await paid(client)).toEqual(['105.00']);
    await delivered(client, '01122021', [...contract, claim('000', '10000')]);
    expect(await paid(client)).toEqual(['205.00']);
  });
});

test('of a contract in two packages the later one counts; the stored spelling of its number stays', async () => {
  const client = await organisation();
  const { kid } = (await client.post('/v3/customers', { name: 'Sommer', vorname: 'Eva' })).body;
  await client.post('/v3/contracts', { kid, nummer: 'MIG-100/1' });
  const other = gdvPackage(gdvContract('MIG1001', { GesbeitragNettoInWE: '20000' }), { date: '01112021' });
  const { hints } = await delivered(client, '01112021', [...gdvContract('MIG1001'), ...other]);
  expect(hints).toEqual(expect.arrayContaining(['gdv_spelling', 'gdv_repeated']));
  expect(await listOf(client, 'contracts')).toMatchObject([{ nummer: 'MIG-100/1', beitrag: '200.00' }]);
});

test('a kind of remark on rows is one remark on the file, with the number of rows', async () => {
  const client = await organisation();
  const lines = ['C1', 'C2', 'C3'].flatMap((number) =>
    gdvContract(number, { Sparte: '010', Waehrungsschluessel: 'CHF' }),
  );
  const job = await staged(client, writeLines(gdvPackage(lines), 'iso-8859-1'), undefined, 'b.txt');
  expect(job.hints).toMatchObject([
    { code: 'gdv_sparte_choice', rows: 3 },
    { code: 'gdv_currency', rows: 3 },
    { code: 'gdv_alike', rows: 2 },
  ]);
});

test('a file of a record 0200 alone is GDV; of a damaged archive the fault names the remedy', async () => {
  const client = await organisation();
  const [, contract] = gdvContract('A1');
  const job = await staged(client, writeLines([contract!], 'iso-8859-1'), undefined, 'delivery');
  expect(job).toMatchObject({ state: 'ready', format: 'gdv' });
  const packed = await staged(client, Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), undefined, 'delivery.gz');
  expect(packed).toMatchObject({ state: 'failed', error: { reason: 'gdv_bad_archive' } });
});
