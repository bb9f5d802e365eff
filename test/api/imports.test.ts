/** Imports of CSV and NDJSON files: stage, decide, apply, undo (docs/imports.md). */
import { describe, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { rowsOf, settled, setUpImportWorker, staged, step, upload } from '../support/import-client.ts';

const fixture = setUpService();
setUpImportWorker(fixture.service);

/** A file as German Excel saves it. */
const excel = (rows: readonly string[]): Buffer =>
  Buffer.from(
    ['Kundennummer;Anrede;Vorname;Nachname;Geburtsdatum;Straße;PLZ;Ort;Telefon;E-Mail', ...rows, ''].join('\r\n'),
    'latin1',
  );

const PEOPLE = [
  '4711;Frau;Änne;Müller;12.08.1984;Hauptstraße 1;04109;Leipzig;0341 1234;aenne@example.com',
  '4712;Herr;Jörg;Weiß;01.02.75;Am Grün 7;80331;München;089 998877;',
  '4713;Herr;Peter;"Groß; GmbH";;Ring 2;50667;Köln;;gross@example.com',
];

const find = async (nummer: string) =>
  (await fixture.client.get(`/v3/customers?nummer=${nummer}&with_addresses=true&with_contacts=true`)).body.items[0];

describe('a file of German Excel', () => {
  test('is read without a question', async () => {
    const job = await staged(fixture.client, excel(PEOPLE), { match: ['nummer'] });
    expect(job).toMatchObject({
      state: 'ready',
      format: 'csv',
      section: 'customers',
      total: 3,
      counts: { new: 3, changed: 0, invalid: 0 },
      options: { encoding: 'windows-1252', delimiter: ';', decimal: ',', mapping: { Straße: 'addresses.strasse' } },
    });
    const [first] = await rowsOf(fixture.client, job.id);
    expect(first).toMatchObject({ row: 1, line: 2, outcome: 'new', name: 'Änne Müller', record: null });
    expect(first.changes).toMatchObject({
      geb: { from: null, to: '1984-08-12' },
      'addresses.strasse': { from: null, to: 'Hauptstraße 1' },
    });
    expect(await find('4711')).toBeUndefined();

    expect(await step(fixture.client, job.id, 'apply')).toMatchObject({ state: 'done', applied: 3 });
    expect(await find('4711')).toMatchObject({
      vorname: 'Änne',
      name: 'Müller',
      geb: '1984-08-12',
      addresses: [{ strasse: 'Hauptstraße 1', plz: '04109', ort: 'Leipzig' }],
    });
    expect((await find('4711')).contacts).toHaveLength(2);
    expect(await find('4712')).toMatchObject({ geb: '1975-02-01' });
    expect(await find('4713')).toMatchObject({ name: 'Groß; GmbH' });
    // Words of the record and of two parts lead to it.
    const found = await fixture.client.post('/v3/search', { query: 'müller leipzig aenne', indices: ['customers'] });
    expect(found.body.total).toBe(1);
  });

  test('changes nothing when it is imported a second time', async () => {
    const job = await staged(fixture.client, excel([...PEOPLE, '']), { match: ['nummer'], source: 'again' });
    expect(job.counts).toMatchObject({ unchanged: 3, new: 0, changed: 0 });
  });

  test('shows five differences where five fields are altered, and takes them back', async () => {
    const altered = [
      '4711;Frau;Anne;Müller;12.08.1984;Hauptstraße 2;04109;Leipzig;0341 1234;aenne@example.com',
      '4712;Herr;Jörg;Weiss;02.02.75;Am Grün 7;80331;Muenchen;089 998877;',
      PEOPLE[2] ?? '',
    ];
    const job = await staged(fixture.client, excel(altered), { match: ['nummer'] });
    expect(job.counts).toMatchObject({ changed: 2, unchanged: 1 });
    const rows = await rowsOf(fixture.client, job.id, '&outcome=changed');
    expect(rows.map(({ changes }: { changes: object }) => changes)).toEqual([
      { vorname: { from: 'Änne', to: 'Anne' }, 'addresses.strasse': { from: 'Hauptstraße 1', to: 'Hauptstraße 2' } },
      {
        name: { from: 'Weiß', to: 'Weiss' },
        geb: { from: '1975-02-01', to: '1975-02-02' },
        'addresses.ort': { from: 'München', to: 'Muenchen' },
      },
    ]);
    const { kid } = await find('4712');
    expect(await step(fixture.client, job.id, 'apply')).toMatchObject({ state: 'done', applied: 2 });
    expect(await find('4711')).toMatchObject({ vorname: 'Anne', addresses: [{ strasse: 'Hauptstraße 2' }] });

    await fixture.client.patch(`/v3/customers/${kid}`, { name: 'Weiss-Schmidt' });
    expect(await step(fixture.client, job.id, 'undo')).toMatchObject({ state: 'undone', applied: 1 });
    expect(await find('4711')).toMatchObject({ vorname: 'Änne', addresses: [{ strasse: 'Hauptstraße 1' }] });
    expect(await find('4712')).toMatchObject({ name: 'Weiss-Schmidt', geb: '1975-02-01' });
    const [, left] = await rowsOf(fixture.client, job.id);
    expect(left.hints).toMatchObject([
      { code: 'person_changes', params: { fields: 'geb' } },
      { code: 'changed_since', message: expect.stringContaining('name') },
    ]);
  });
});

test('a second column of a field is that of a second address', async () => {
  const head = 'Kundennummer;Nachname;Straße;Ort;Straße 2;Ort (2)';
  const job = await staged(fixture.client, `${head}\n4720;Zwei;Weg 1;Köln;Allee 2;Bonn\n4721;Eine;;;Gasse 3;Ulm\n`);
  expect(job.options.mapping).toMatchObject({ 'Straße 2': 'addresses.strasse', 'Ort (2)': 'addresses.ort' });
  await step(fixture.client, job.id, 'apply');
  const places = async (nummer: string) =>
    (await find(nummer)).addresses.map(({ strasse, ort }: Record<string, string>) => [strasse, ort]);
  expect(await places('4720')).toEqual([
    ['Weg 1', 'Köln'],
    ['Allee 2', 'Bonn'],
  ]);
  expect(await places('4721')).toEqual([['Gasse 3', 'Ulm']]);
});

test('an undo of many records leaves those that others changed, deleted or added to', async () => {
  const lines = Array.from({ length: 150 }, (_, n) => `U${n};Undo ${n}`);
  const job = await staged(fixture.client, ['Kundennummer;Nachname', ...lines, ''].join('\n'), { match: ['nummer'] });
  await step(fixture.client, job.id, 'apply');
  const kid = async (n: number) => (await find(`U${n}`)).kid;
  await fixture.client.patch(`/v3/customers/${await kid(3)}`, { vorname: 'Eva' });
  await fixture.client.delete(`/v3/customers/${await kid(4)}`);
  await fixture.client.post('/v3/contracts', { kid: await kid(5), nummer: 'V5' });
  await fixture.client.post(`/v3/customers/${await kid(6)}/addresses`, { ort: 'Köln' });
  expect(await step(fixture.client, job.id, 'undo')).toMatchObject({ state: 'undone', applied: 4 });
  const { total } = (await fixture.client.get('/v3/customers?name[prefix]=Undo')).body;
  expect(total).toBe(3);
  const left = (await rowsOf(fixture.client, job.id)).filter(({ hints }: { hints: object[] }) => hints.length);
  expect(left.map(({ row, hints }: { row: number; hints: { code: string }[] }) => [row, hints[0]?.code])).toEqual(
    [4, 5, 6, 7].map((row) => [row, 'record_changed_since']),
  );
});

test('what a later import changed is taken back after the undo of that one', async () => {
  const write = async (text: string) => {
    const job = await staged(fixture.client, text, { match: ['nummer'] });
    return (await step(fixture.client, job.id, 'apply')).id;
  };
  const undo = (id: number) => step(fixture.client, id, 'undo');
  const head = 'Kundennummer;Vorname;Nachname;Ort';
  await write(`${head}\nL1;Ida;Alt;\n`);
  const first = await write(`${head}\nL1;Eva;Eins;Bonn\nL2;Uwe;Neu;\n`);
  const second = await write(`${head}\nL1;Eva;Zwei;Köln\nL2;Uwe;Neuer;Ulm\n`);
  expect(await undo(first)).toMatchObject({ state: 'undone', applied: 2, counts: { kept: 2 } });
  const [changed, added] = await rowsOf(fixture.client, first);
  expect(changed.hints).toMatchObject([
    { code: 'person_changes' },
    { code: 'changed_since', params: { fields: expect.stringMatching(/^name, addresses/) } },
  ]);
  expect(added.hints).toMatchObject([{ code: 'record_changed_since' }]);
  expect(await find('L1')).toMatchObject({ vorname: 'Ida', name: 'Zwei' });
  // Of a field that was taken back, a later change stays.
  await fixture.client.patch(`/v3/customers/${(await find('L1')).kid}`, { vorname: 'Eva' });
  // The same file, which may be imported again after the undo, does not prevent the second one.
  await staged(fixture.client, `${head}\nL1;Eva;Eins;Bonn\nL2;Uwe;Neu;\n`, { match: ['nummer'] });
  expect(await undo(second)).toMatchObject({ state: 'undone', counts: { kept: 0 } });
  expect(await find('L1')).toMatchObject({ name: 'Eins' });
  expect(await undo(first)).toMatchObject({ state: 'undone', applied: 0, counts: { kept: 0 } });
  expect(await find('L1')).toMatchObject({ vorname: 'Eva', name: 'Alt', addresses: [] });
  expect(await find('L2')).toBeUndefined();
  expect((await rowsOf(fixture.client, first)).map(({ hints }: { hints: unknown[] }) => hints)).toMatchObject([
    [{ code: 'person_changes' }],
    [],
  ]);
  expect((await fixture.client.post(`/v3/imports/${first}/undo`)).error).toBe('import_state');
});

describe('decisions', () => {
  test('a bad cell is corrected before anything is written', async () => {
    const job = await staged(
      fixture.client,
      excel(['5001;Frau;Eva;Falsch;31.02.2000;;;;;', '5002;Dame;Ute;Liste;;;;;;']),
    );
    expect(job.counts).toMatchObject({ invalid: 2, new: 0 });
    const [date, list] = await rowsOf(fixture.client, job.id);
    expect(date.issues).toMatchObject([{ path: ['geb'] }]);
    expect(list.issues).toMatchObject([{ path: ['anrede'], code: 'invalid_select_value', params: { value: 'Dame' } }]);
    const patched = await fixture.client.patch(`/v3/imports/${job.id}/rows/1`, {
      action: 'take',
      values: { geb: '28.02.2000' },
    });
    expect(patched.body).toMatchObject({ outcome: 'new', action: 'take', changes: { geb: { to: '2000-02-28' } } });
    expect((await fixture.client.patch(`/v3/imports/${job.id}/rows/2`, { action: 'skip' })).body.outcome).toBe(
      'skipped',
    );
    const done = await step(fixture.client, job.id, 'apply', { rows: 'decided' });
    expect(done).toMatchObject({ state: 'done', applied: 1, counts: { new: 1, skipped: 1, invalid: 0 } });
    expect(await find('5001')).toMatchObject({ geb: '2000-02-28' });
    expect(await step(fixture.client, job.id, 'undo')).toMatchObject({ state: 'undone', applied: 0 });
    expect(await find('5001')).toBeUndefined();
  });

  test('one of several records is chosen', async () => {
    const twins = await Promise.all(
      [1, 2].map(() => fixture.client.post('/v3/customers', { name: 'Zwilling', nummer: 'Z' })),
    );
    const job = await staged(fixture.client, 'Nachname;Vorname\nZwilling;Uwe\n', { match: ['name'] });
    const [row] = await rowsOf(fixture.client, job.id);
    expect(row).toMatchObject({ outcome: 'ambiguous', candidates: twins.map(({ body }) => ({ id: body.kid })) });
    const answer = await fixture.client.patch(`/v3/imports/${job.id}/rows/1`, {
      action: 'take',
      record_id: twins[1]?.body.kid,
    });
    expect(answer.body).toMatchObject({ outcome: 'changed', record: { id: twins[1]?.body.kid } });
  });

  test('a record that changed since staging is a conflict', async () => {
    const { body } = await fixture.client.post('/v3/customers', { name: 'Streit', nummer: '6001' });
    const job = await staged(fixture.client, 'Kundennummer;Nachname\n6001;Frieden\n', { match: ['nummer'] });
    await fixture.client.patch(`/v3/customers/${body.kid}`, { vorname: 'Otto' });
    expect(await step(fixture.client, job.id, 'apply')).toMatchObject({
      state: 'done',
      applied: 0,
      counts: { conflict: 1 },
    });
    expect(await find('6001')).toMatchObject({ name: 'Streit', vorname: 'Otto' });
    const taken = await fixture.client.patch(`/v3/imports/${job.id}/rows/1`, { action: 'take' });
    expect(taken.body.outcome).toBe('changed');
    expect(await step(fixture.client, job.id, 'apply', { rows: 'decided' })).toMatchObject({ applied: 1 });
    expect(await find('6001')).toMatchObject({ name: 'Frieden', vorname: 'Otto' });
  });
});

test('contracts find their customer by external id, number or id, and the adviser by name', async () => {
  const people = await staged(
    fixture.client,
    'External ID;Nachname;Kundennummer\nA-1;Erst;7001\nA-2;Zweit;7002\nA-1;;7001\n',
  );
  expect(people.counts).toMatchObject({ new: 2, skipped: 1 });
  await step(fixture.client, people.id, 'apply');
  const job = await staged(
    fixture.client,
    'Kunde;Vertragsnummer;Sparte;Beitrag;Beginn\nA-1;V-1;Hausrat;1.234,50;1.1.2026\n7002;V-2;;12,00;\n99999999;V-3;;;\n',
    { section: 'contracts', match: ['nummer'] },
  );
  expect(job.counts).toMatchObject({ new: 2, invalid: 1 });
  await step(fixture.client, job.id, 'apply');
  const first = await find('7001');
  const { body } = await fixture.client.get(`/v3/customers/${first.kid}/contracts`);
  expect(body.items).toMatchObject([{ nummer: 'V-1', beitrag: '1234.50', beginn: '2026-01-01' }]);
});

test('NDJSON rows have the form of records of the API', async () => {
  const lines = [
    { external_id: 'n1', name: 'Json', addresses: [{ ort: 'Ulm' }] },
    { name: 'Zu', unbekannt: 1 },
  ].map((one) => JSON.stringify(one));
  const job = await staged(fixture.client, `${lines.join('\n')}\n{"cut`, { section: 'customers' }, 'k.ndjson');
  expect(job.counts).toMatchObject({ invalid: 1 });
  expect(await step(fixture.client, job.id, 'apply')).toMatchObject({ state: 'done' });
});

test('the same upload again is the same import', async () => {
  const file = 'Nachname\nGleich\n';
  const [one, other] = await Promise.all([upload(fixture.client, file), upload(fixture.client, file)]);
  expect([one.status, other.status].sort()).toEqual([200, 202]);
  expect(one.body.id).toBe(other.body.id);
  expect((await upload(fixture.client, file)).body.id).toBe(one.body.id);
  expect((await fixture.client.delete(`/v3/imports/${one.body.id}`)).body).toMatchObject({ state: 'cancelled' });
  expect((await upload(fixture.client, file)).status).toBe(202);
});

test('with again the same upload is a new import, which writes spoiled values once more', async () => {
  const options = { match: ['nummer'], again: true };
  const file = 'Kundennummer;Nachname\nAG1;Richtig\n';
  const first = await staged(fixture.client, file, options);
  await step(fixture.client, first.id, 'apply');
  const [{ record }] = await rowsOf(fixture.client, first.id);
  await fixture.client.patch(`/v3/customers/${record.id}`, { name: 'Verdorben' });
  const second = await staged(fixture.client, file, options);
  expect(second.counts).toMatchObject({ changed: 1 });
  expect((await fixture.client.post(`/v3/imports/${second.id}/restage`)).status).toBe(202);
  await settled(fixture.client, second.id);
  await step(fixture.client, second.id, 'apply');
  expect((await fixture.client.get(`/v3/customers/${record.id}`)).body.name).toBe('Richtig');
});

test('texts are stored composed, without marks that are not seen, and IBANs without blanks', async () => {
  const name = 'Änne-Müßig';
  await fixture.client.post('/v3/customers', { name: name.normalize('NFD'), nummer: 'nfd' });
  const file = [
    'Nummer;Name;Telefon;E-Mail;IBAN;PLZ;geb'.normalize('NFD'),
    `\u200eneu-1\u200b;${'Jürgen\u00a0Groß'.normalize('NFD')};\u202a+49\u00a030 2312\u200b50\u202c;\ufeffa@example.com\u200b;DE89\u00a03704 0044 0532 0130 00;\u200e01067;\u200e12.08.1984`,
  ].join('\n');
  const job = await staged(fixture.client, Buffer.from(file), { match: ['nummer'] });
  const [row] = await rowsOf(fixture.client, job.id);
  expect(row).toMatchObject({ outcome: 'new', hints: [] });
  await step(fixture.client, job.id, 'apply');
  const [made] = (
    await fixture.client.get('/v3/customers?nummer=neu-1&with_addresses=true&with_contacts=true&with_banks=true')
  ).body.items;
  expect(made).toMatchObject({
    name: 'Jürgen Groß',
    geb: '1984-08-12',
    addresses: [{ plz: '01067' }],
    contacts: expect.arrayContaining([
      expect.objectContaining({ wert: '+49 30 231250' }),
      expect.objectContaining({ wert: 'a@example.com' }),
    ]),
    banks: [{ iban: 'DE89370400440532013000' }],
  });
  // A stored text of the other form matches, and a file of a Mac does.
  for (const [at, form] of (['NFC', 'NFD'] as const).entries()) {
    const again = { section: 'customers', external_id: `form-${at}`, name: name.normalize(form), kommentar: form };
    const match = await staged(fixture.client, Buffer.from(JSON.stringify(again)), {
      format: 'ndjson',
      match: ['name'],
    });
    expect([form, match.counts]).toEqual([form, expect.objectContaining({ new: 0, changed: 1 })]);
  }
});

test('values that look wrong are hints of their row, of new and of stored records', async () => {
  const record = {
    section: 'customers',
    nummer: 'warned',
    name: 'Gewarnt',
    geb: '2999-01-01',
    banking: [{ iban: 'DE00123', bic: 'COBAD' }],
    contacts: [{ art: 'E-Mail', wert: 'ohne' }],
  };
  const job = await staged(fixture.client, Buffer.from(JSON.stringify(record)), { format: 'ndjson' });
  const [row] = await rowsOf(fixture.client, job.id);
  const hint = (code: string, field: string) => expect.objectContaining({ code, params: { field } });
  expect(row).toMatchObject({ outcome: 'new' });
  expect(row.hints).toEqual([
    hint('birth_date_in_future', 'geb'),
    hint('email_form', 'contacts.wert'),
    hint('iban_check_digits', 'banking.iban'),
    hint('bic_form', 'banking.bic'),
  ]);
  await step(fixture.client, job.id, 'apply');
  const changed = { ...record, name: 'Anders', contacts: [{ art: 'E-Mail', wert: 'auch ohne' }] };
  const again = await staged(fixture.client, Buffer.from(JSON.stringify(changed)), {
    format: 'ndjson',
    match: ['nummer'],
  });
  const [other] = await rowsOf(fixture.client, again.id);
  expect([other.outcome, other.hints]).toEqual([
    'changed',
    [expect.objectContaining({ code: 'person_changes' }), hint('email_form', 'contacts.wert')],
  ]);
});
