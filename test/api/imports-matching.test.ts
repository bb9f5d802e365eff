/** Rows of an import find the records and parts that they mean, and no others (docs/imports.md, "Matching"). */
import { describe, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { rowsOf, setUpImportWorker, staged, step, upload } from '../support/import-client.ts';

const fixture = setUpService();
setUpImportWorker(fixture.service);

const NUMBER = { match: ['nummer'] };
const table = (...lines: string[]): string => `${lines.join('\n')}\n`;

const find = async (nummer: string) =>
  (
    await fixture.client.get(
      `/v3/customers?nummer=${nummer}&with_addresses=true&with_contacts=true&with_banks=true&with_numbers=true`,
    )
  ).body.items;

/** A customer with rows of parts. */
const customer = async (values: object, parts: Readonly<Record<string, readonly object[]>> = {}): Promise<number> => {
  const { kid } = (await fixture.client.post('/v3/customers', values)).body;
  for (const [path, rows] of Object.entries(parts))
    for (const row of rows) await fixture.client.post(`/v3/customers/${kid}/${path}`, row);
  return kid;
};

const imported = async (file: string, options?: object, name?: string) => {
  const job = await staged(fixture.client, file, options, name);
  return { job, rows: await rowsOf(fixture.client, job.id), done: await step(fixture.client, job.id, 'apply') };
};

const codes = ({ hints }: { hints: { code: string }[] }) => hints.map(({ code }) => code);

describe('parts', () => {
  test('match by their normal form, and others are added', async () => {
    const phones = ['+49 30 23125 011', '+49 171 39200 21'].map((wert) => ({ art: 'Telefon', wert }));
    await customer(
      { nummer: 'p1', name: 'Teil' },
      {
        contacts: [...phones, { art: 'E-Mail', wert: 'Anna@Example.com' }],
        addresses: [{ strasse: 'Hauptstraße 1', plz: '04109', ort: 'Leipzig' }],
        banking: [{ iban: 'DE89 3704 0044 0532 0130 00' }],
      },
    );
    const head = 'Kundennummer;Name;Telefon;E-Mail;Straße;PLZ;Ort;IBAN';
    const same = 'p1;Teil;0171 3920021;anna@example.COM;HAUPTSTR. 1;04109;leipzig;DE89370400440532013000';
    const first = await staged(fixture.client, table(head, same), NUMBER);
    expect(await rowsOf(fixture.client, first.id)).toMatchObject([{ outcome: 'unchanged', changes: {} }]);
    const other = 'p1;Teil;0160 1112223;;;;;DE02120300000000202051';
    const { rows, job } = await imported(table(head, other), NUMBER);
    expect(rows).toMatchObject([
      { outcome: 'changed', changes: { 'contacts.wert': { from: null }, 'banking.iban': { from: null } } },
    ]);
    const [after] = await find('p1');
    const texts = after.contacts.map(({ wert }: { wert: string }) => wert);
    expect(texts.sort()).toEqual(['+49 171 39200 21', '+49 30 23125 011', '0160 1112223', 'Anna@Example.com']);
    expect(after.banks.length).toBe(2);
    await step(fixture.client, job.id, 'undo');
    const [undone] = await find('p1');
    expect([undone.contacts.length, undone.banks.length]).toEqual([3, 1]);
    const given = (row: { wert?: string; iban?: string }) => row.wert ?? row.iban;
    const replaced = await imported(table(head, 'p1;Teil;0160 1112223;;;;;DE02120300000000202051'), {
      ...NUMBER,
      parts: 'replace',
    });
    expect(codes(replaced.rows[0]).sort()).toEqual(['part_removed', 'part_removed', 'part_removed']);
    expect(replaced.rows[0].changes).toMatchObject({
      'contacts.wert': { from: null, to: '0160 1112223' },
      'contacts.2.wert': { from: '+49 30 23125 011', to: null },
      'contacts.3.wert': { from: '+49 171 39200 21', to: null },
      'banking.2.iban': { to: null },
    });
    const [other1] = await find('p1');
    expect(other1.contacts.map(given).sort()).toEqual(['0160 1112223', 'Anna@Example.com']);
    expect(other1.banks.map(given)).toEqual(['DE02120300000000202051']);
    await step(fixture.client, replaced.job.id, 'undo');
    // The rows themselves come back, with their ids.
    const [back] = await find('p1');
    expect(
      [back.contacts, back.banks]
        .flat()
        .map(({ id }: { id: number }) => id)
        .sort(),
    ).toEqual(
      [undone.contacts, undone.banks]
        .flat()
        .map(({ id }: { id: number }) => id)
        .sort(),
    );
    const single = table('Kundennummer;E-Mail', 'p1;b@example.com');
    expect((await imported(single, { ...NUMBER, parts: 'add' })).rows[0].changes).toMatchObject({
      'contacts.wert': { from: null, to: 'b@example.com' },
    });
  });

  test('replace a value only where the file names the part', async () => {
    const kid = await customer(
      { nummer: 'p2', name: 'Teil' },
      {
        contacts: [{ art: 'Telefon', wert: '0341 111111' }],
        numbers: [
          { art: 1, wert: 'A' },
          { art: 1, wert: 'B' },
        ],
      },
    );
    const { rows } = await imported(table('Kundennummer;Telefon', 'p2;0341 222222'), NUMBER);
    expect(rows[0].changes).toEqual({ 'contacts.wert': { from: '0341 111111', to: '0341 222222' } });
    const [{ numbers }] = await find('p2');
    const record = {
      section: 'customers',
      nummer: 'p2',
      numbers: [
        { id: numbers[1].id, wert: 'C' },
        { art: 1, wert: 'D' },
      ],
    };
    await imported(JSON.stringify(record), NUMBER, 'k.ndjson');
    const after = (await fixture.client.get(`/v3/customers/${kid}/numbers`)).body.items;
    expect(after.map(({ wert }: { wert: string }) => wert).sort()).toEqual(['A', 'C', 'D']);
  });

  test('an address without a kind is the main address', async () => {
    const place = { strasse: 'Weg 3', plz: '50667', ort: 'Köln' };
    await customer({ nummer: 'p3', name: 'Teil' }, { addresses: [place] });
    const record = (art: number, strasse: string) =>
      JSON.stringify({ section: 'customers', nummer: 'p3', addresses: [{ ...place, art, strasse }] });
    await imported(record(0, 'Weg 3'), NUMBER, 'k.ndjson');
    await imported(record(1, 'Allee 4'), NUMBER, 'k.ndjson');
    const [{ addresses }] = await find('p3');
    expect(addresses.map(({ art, strasse }: { art: number; strasse: string }) => [art, strasse])).toEqual([
      [0, 'Weg 3'],
      [1, 'Allee 4'],
    ]);
  });
});

describe('persons', () => {
  test('never become another person', async () => {
    const kid = await customer({ nummer: 'q1', name: 'Alt', vorname: 'Eva', geb: '1980-01-01' });
    const file = table('Kundennummer;Name;Vorname;Geburtsdatum', 'q1;Neu;Eva;02.02.1990');
    const job = await staged(fixture.client, file, NUMBER);
    const [row] = await rowsOf(fixture.client, job.id);
    expect(row).toMatchObject({ outcome: 'ambiguous', record: null, candidates: [{ id: kid }] });
    expect(codes(row)).toEqual(['other_person']);
    const chosen = await fixture.client.patch(`/v3/imports/${job.id}/rows/1`, { action: 'take', record_id: kid });
    expect(chosen.body.outcome).toBe('changed');
  });

  test('with another name or another date of birth are changed with a hint', async () => {
    await customer({ nummer: 'q2', name: 'Alt', vorname: 'Eva', geb: '1980-01-01' });
    const { rows } = await imported(table('Kundennummer;Name;Geburtsdatum', 'q2;Neu;01.01.1980'), NUMBER);
    expect(rows[0]).toMatchObject({
      outcome: 'changed',
      hints: [{ code: 'person_changes', params: { fields: 'name' } }],
    });
  });
});

describe('rows of one file', () => {
  test('with the same match value are one record', async () => {
    const head = 'KdNr;Name;Vorname;Telefon';
    const mapping = { KdNr: 'nummer' };
    const { rows, job } = await imported(table(head, 'r1;Ee;F;0341 1234567', 'R1 ;Ee;Fritz;0171 3920021'), {
      ...NUMBER,
      mapping,
    });
    expect(job.counts).toMatchObject({ new: 1, skipped: 1 });
    expect(rows[1].hints).toContainEqual(expect.objectContaining({ code: 'same_record', params: { row: 1 } }));
    expect(codes(rows[0])).toEqual(['contradiction']);
    const [made, other] = await find('r1');
    expect(other).toBeUndefined();
    expect(made).toMatchObject({ name: 'Ee', vorname: 'Fritz' });
    expect(made.contacts.length).toBe(2);
  });

  test('with the same name and date of birth are one record, and two persons of one number are not', async () => {
    const head = 'Name;Vorname;Geburtsdatum;Kommentar';
    const { job } = await imported(table(head, 'Rr;Ida;01.02.1980;', 'rr;Ida ;1.2.80;Text'));
    expect(job.options.match).toEqual(['name', 'vorname', 'geb']);
    expect(job.counts).toMatchObject({ new: 1, skipped: 1 });
    const two = table('Kundennummer;Name;Vorname;Geburtsdatum', 'r3;Aa;Ida;01.02.1980', 'r3;Bb;Uwe;03.04.1990');
    const other = await staged(fixture.client, two);
    expect(other.counts).toMatchObject({ new: 1, ambiguous: 1 });
    expect(codes((await rowsOf(fixture.client, other.id))[1])).toEqual(['other_person']);
  });

  test('that mean one stored record are both written, and undone', async () => {
    await customer({ nummer: 'r4', name: 'Stamm' });
    await imported(table('External ID;Kundennummer;Vorname', 'x4;r4;Vor'), NUMBER);
    const file = table('External ID;Kundennummer;Titel;Kommentar', 'x4;;Dr.;', ';r4;;Text');
    const { done, job } = await imported(file, NUMBER);
    expect(done).toMatchObject({ applied: 2, counts: { changed: 2, conflict: 0 } });
    expect((await find('r4'))[0]).toMatchObject({ titel: 'Dr.', kommentar: 'Text' });
    await step(fixture.client, job.id, 'undo');
    expect((await find('r4'))[0]).toMatchObject({ titel: null, kommentar: null });
  });
});

describe('match fields', () => {
  const contract = (nummer: string, status: string) => table('KdNr;VS;Status', `5002;${nummer};${status}`);

  test('find contracts and portals, with and without a column of the customer', async () => {
    await customer({ nummer: '5002', name: 'Vertrag' });
    const mapping = { KdNr: 'kid', VS: 'nummer', Status: 'status' };
    const options = { section: 'contracts', mapping };
    await imported(contract('ZZ100', 'aktiv'), { ...options, ...NUMBER });
    for (const [at, match] of [['nummer'], ['vertragsnummer'], ['nummer', 'status']].entries()) {
      const job = await staged(fixture.client, contract('ZZ-100', at === 2 ? 'aktiv' : 'ruhend'), {
        ...options,
        match,
        source: `s${at}`,
      });
      expect([match, job.counts.new, job.counts.changed]).toEqual([match, 0, 1]);
    }
    const bare = table('VS;Status', 'ZZ100;ruhend');
    const { done } = await imported(bare, { section: 'contracts', match: ['nummer'], mapping: { VS: 'nummer' } });
    expect(done.counts).toMatchObject({ changed: 1, new: 0 });
    const { id } = (await fixture.client.post('/v3/products', { name: 'Haus' })).body;
    await fixture.client.post('/v3/portals', { kid: id, name: 'Zugang', url: 'https://a.example' });
    const portal = table('Name;Adresse', 'Zugang;https://b.example');
    const job = await staged(fixture.client, portal, { section: 'portals', match: ['name'] });
    expect(job.counts).toMatchObject({ changed: 1 });
  });

  test('are chosen where none are named, and said in the answer', async () => {
    await customer({ nummer: 'd1', name: 'Da' });
    const job = await staged(fixture.client, table('Kundennummer;Name;Titel', 'd1;Da;Dr.'));
    expect(job).toMatchObject({ options: { match: ['nummer'] }, counts: { changed: 1, new: 0 } });
    const partner = (await fixture.client.post('/v3/products', { name: 'VU' })).body.id;
    await fixture.client.post(`/v3/products/${partner}/numbers`, { art: 10, wert: '1141' });
    const vu = await staged(fixture.client, table('VU-Nummer;Name', '1141;VU neu'), { section: 'products' });
    expect(vu).toMatchObject({ options: { match: ['numbers.VU-Nummer (BaFin)'] }, counts: { changed: 1, new: 0 } });
  });

  test('need a column', async () => {
    const { status, body } = await upload(fixture.client, table('Kundennummer;Name', 'd2;Da'), { match: ['id'] });
    expect([status, body.data.issues]).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining({ path: ['options', 'match'] })]),
    ]);
  });

  test('leave out rows without a stored record where these are not to be made', async () => {
    await customer({ nummer: 'n1', name: 'Nur' });
    const file = table('Kundennummer;Name', 'n1;Nur Neu', 'n2;Fremd');
    const { done } = await imported(file, { ...NUMBER, on_new: 'skip' });
    expect(done).toMatchObject({ applied: 1, counts: { changed: 1, skipped: 1 } });
    expect(await find('n2')).toEqual([]);
  });

  test('of an export of this service are its ids', async () => {
    const owner = await customer({ nummer: 'e-1', name: 'Eigen' });
    for (const nummer of ['E1', 'E2', 'E1'])
      await fixture.client.post('/v3/contracts', {
        kid: owner,
        nummer,
        beitrag: '1200.50',
        beginn: '2020-01-01',
        ablauf: '2035-12-31',
      });
    const all = (await fixture.client.get(`/v3/customers/${owner}/contracts`)).body.items;
    const { csvHeader, csvLine, fieldColumns, rowOf } = await import('../../src/derive/csv-record.ts');
    const { registry } = await import('../../src/model/registry.ts');
    const columns = fieldColumns(registry.get('contracts'));
    const lines = all.map((one: object) => csvLine(columns, rowOf(columns, { ...one }, {}, true)));
    const edited = (csvHeader(columns) + lines.join('')).replace('1200,50', '1300,50');
    const job = await staged(fixture.client, edited);
    expect(job).toMatchObject({ section: 'contracts', options: { match: ['id'] } });
    expect(job.counts).toMatchObject({ new: 0, invalid: 0, unchanged: 2, changed: 1 });
    const ndjson = all.map((one: object) => JSON.stringify({ section: 'contracts', ...one })).join('\n');
    const other = await staged(fixture.client, ndjson, {}, 'v.ndjson');
    expect(other.counts).toMatchObject({ new: 0, invalid: 0, unchanged: 3 });
  });
});

test('the name of an insurer in a file names its product partner, where exactly one has it', async () => {
  const insurer = async (name: string) => (await fixture.client.post('/v3/products', { name })).body.id;
  const [only, other] = [await insurer('Havelufer Leben AG'), await insurer('Zweimal AG')];
  await insurer('zweimal ag');
  const owner = await customer({ nummer: 'partner', name: 'Partner' });
  const stored = async (values: object) =>
    (await fixture.client.post('/v3/contracts', { kid: owner, ...values })).body.id;
  const kept = await stored({ nummer: 'G-3', gesellschaft_kid: other });
  const file = table(
    'Vertragsnummer;Kunde;Gesellschaft',
    'G-1;partner;havelufer leben ag',
    'G-2;partner;Zweimal AG',
    'G-3;partner;Havelufer Leben AG',
    'G-4;partner;Unbekannt',
  );
  const { done } = await imported(file, { section: 'contracts' });
  expect(done.state).toBe('done');
  const { items } = (await fixture.client.get(`/v3/customers/${owner}/contracts`)).body;
  const found = items.map((one: { nummer: string; gesellschaft_kid: number | null }) => [
    one.nummer,
    one.gesellschaft_kid,
  ]);
  expect(Object.fromEntries(found)).toEqual({ 'G-1': only, 'G-2': null, 'G-3': other, 'G-4': null });
  expect(items.find(({ id }: { id: number }) => id === kept).gesellschaft_kid).toBe(other);
  const again = await staged(fixture.client, `${file}\n`, { section: 'contracts' });
  expect(again.counts).toMatchObject({ unchanged: 4 });
});
