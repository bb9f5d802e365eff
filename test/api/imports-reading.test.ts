/** Reading of tables as offices send them: lines above the headers, encodings, unknown headers (docs/imports.md). */
import { expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { rowsOf, settled, setUpImportWorker, staged, step, upload } from '../support/import-client.ts';
import { rowsXml, xlsxOf } from '../support/xlsx.ts';

const { client, ...fixture } = setUpService();
setUpImportWorker(fixture.service);

test('headers below other lines are found, and named lines count', async () => {
  const table = 'Kundennummer;Nachname;Ort\nR1;Eins;Bonn\n';
  const above: readonly (readonly [string, number])[] = [
    ['Kundenliste Stand 2026\n', 2],
    [';;\n', 2],
    ['# Auszug, vertraulich\n;;\n', 3],
    ['"EXTF";700;16;"Debitoren/Kreditoren";5;20260101;;"RE"\n', 2],
    ['sep=;\n', 2],
  ];
  for (const [lines, line] of above) {
    const job = await staged(client, lines + table);
    expect(job, lines).toMatchObject({ state: 'ready', total: 1, options: { delimiter: ';', header_row: line } });
    expect(await rowsOf(client, job.id)).toMatchObject([{ line: line + 1, name: 'Eins' }]);
  }
  const titled = await staged(client, `Liste\n${table}`);
  expect(titled.hints).toContainEqual(expect.objectContaining({ code: 'header_row', params: { line: 2, left: 1 } }));
  const chosen = await staged(client, 'Name;Ort\nNachname;Stadt\nZwei;Ulm\n', { header_row: 2 });
  expect(chosen).toMatchObject({ state: 'ready', total: 1, options: { mapping: { Stadt: 'addresses.ort' } } });
  expect(await staged(client, table, { header_row: 9 })).toMatchObject({
    state: 'failed',
    error: { reason: 'no_header_row', params: { row: 9 } },
  });
});

test('a line that names its delimiter sets it', async () => {
  const job = await staged(client, 'sep=|\nKundennummer|Nachname\nR2|"Zwei; mit ,,, Zeichen"\n');
  expect(job).toMatchObject({ total: 1, options: { delimiter: '|' } });
});

test('a file without a known header waits for its mapping', async () => {
  const text = 'Firmenbez.;Rufnr.;Kd\nAlpha;0341 1;1\nBeta;0341 2;2\nBeta;;3\nGamma;0341 4;4\n';
  const job = await staged(client, text);
  expect(job).toMatchObject({
    state: 'needs_mapping',
    section: null,
    total: 0,
    columns: [
      { header: 'Firmenbez.', samples: ['Alpha', 'Beta', 'Gamma'] },
      { header: 'Rufnr.', samples: ['0341 1', '0341 2', '0341 4'], first: ['0341 1', '0341 2', '', '0341 4'] },
      { header: 'Kd', samples: ['1', '2', '3'] },
    ],
  });
  const listed = (await client.get('/v3/imports')).body.items.find(({ id }: { id: number }) => id === job.id);
  expect(listed.columns[2]).toEqual({ header: 'Kd', samples: ['1', '2', '3'] });
  expect((await client.post(`/v3/imports/${job.id}/apply`)).status).toBe(409);
  expect((await upload(client, text, { match: ['nummer'], section: 'customers' })).status).toBe(202);
  const mapping = { 'Firmenbez.': 'name', 'Rufnr.': 'contacts.Telefon', Kd: 'nummer' };
  const mapped = await staged(client, text, { mapping });
  expect(mapped).toMatchObject({ state: 'ready', section: 'customers', total: 4, options: { match: ['nummer'] } });
  expect(await client.delete(`/v3/imports/${job.id}`)).toMatchObject({ body: { state: 'cancelled' } });
});

test('a file of one wrong byte stays UTF-8, and says so', async () => {
  const text = Buffer.from('Kundennummer;Nachname\nR3;Müßig\nR4;Jörg#\n');
  text[text.indexOf('#')] = 0xe4;
  const job = await staged(client, text);
  expect(job).toMatchObject({ options: { encoding: 'utf-8' } });
  const hint = { code: 'mixed_encoding', params: { valid: 3, stray: 1, encoding: 'utf-8' } };
  expect(job.hints).toContainEqual(expect.objectContaining(hint));
  const [good, bad] = await rowsOf(client, job.id);
  expect(good).toMatchObject({ name: 'Müßig', outcome: 'new' });
  expect(bad).toMatchObject({
    line: 3,
    outcome: 'invalid',
    issues: [{ path: ['name'], code: 'unreadable_characters', params: { line: 3, column: 'Nachname' } }],
  });
  const other = await staged(client, text, { encoding: 'windows-1252' });
  expect((await rowsOf(client, other.id))[1]).toMatchObject({ name: 'JÃ¶rgä' });
});

test('UTF-16 with a mark and Mac Roman are read', async () => {
  const text = 'Kundennummer\tNachname\r\nR5\tMüßig\r\n';
  const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const job = await staged(client, little);
  expect(job).toMatchObject({ options: { encoding: 'utf-16', delimiter: '\t' } });
  expect(await rowsOf(client, job.id)).toMatchObject([{ name: 'Müßig' }]);
  const big = Buffer.from(little).swap16();
  expect(await rowsOf(client, (await staged(client, big)).id)).toMatchObject([{ name: 'Müßig' }]);
  const mac = Buffer.from(text.replace('ü', '\u009f').replace('ß', '\u00a7'), 'latin1');
  const other = await staged(client, mac, { encoding: 'macintosh' });
  expect(await rowsOf(client, other.id)).toMatchObject([{ name: 'Müßig' }]);
});

test('a staged file of found headers is written as always', async () => {
  const job = await staged(client, 'Stand heute\nKundennummer;Nachname\nR9;Neun\n');
  expect(await step(client, job.id, 'apply')).toMatchObject({ state: 'done', applied: 1 });
});

test('a blank cell far below an Excel table is ignored', async () => {
  const rows = [
    ...rowsXml([
      ['Nachname', 'Ort'],
      ['Eins', 'Bonn'],
    ]),
  ];
  const far = '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t> </t></is></c></row>';
  expect(await staged(client, await xlsxOf([...rows, far]), undefined, 'a.xlsx')).toMatchObject({ total: 1 });
});

const mappingOf = async (headers: string, values: string) => {
  const { options } = await staged(client, `${headers}\n${values}\n`);
  return options.mapping;
};

test('headers of usual programs are known', async () => {
  expect(
    await mappingOf('First Name,Last Name,Company,E-mail 1 - Value,Phone 1 - Value,Birthday', 'A,B,C,a@x.de,0341 1,'),
  ).toEqual({
    'First Name': 'vorname',
    'Last Name': 'name',
    Company: '',
    'E-mail 1 - Value': 'contacts.E-Mail',
    'Phone 1 - Value': 'contacts.Telefon',
    Birthday: 'geb',
  });
  // The last name counts, wherever the company is.
  expect(await mappingOf('Company,LastName,FirstName,MailingStreet,MobilePhone', 'A,B,C,D 1,0171 1')).toMatchObject({
    Company: '',
    LastName: 'name',
    MailingStreet: 'addresses.strasse',
    MobilePhone: 'contacts.Telefon',
  });
  expect(await mappingOf('KdNr;Name;Mobil;Tel. privat;Straße geschäftlich', 'R50;N;1;2;3')).toMatchObject({
    KdNr: 'nummer',
    Mobil: 'contacts.Telefon',
    'Tel. privat': 'contacts.Telefon',
    'Straße geschäftlich': 'addresses.strasse',
  });
  expect(await mappingOf('KdNr;VS-Nr.;VU;Sparte;Zahlw.;Vers.-Beginn', 'R1;1;X;1;;')).toEqual({
    KdNr: 'kid',
    'VS-Nr.': 'nummer',
    VU: 'gesellschaft',
    Sparte: 'sparte',
    'Zahlw.': 'intervall',
    'Vers.-Beginn': 'beginn',
  });
});

test('usual words for entries of lists are known', async () => {
  const job = await staged(client, 'Kundennummer;Name;Anrede\nR60;A;Herrn\nR61;B;Fr.\nR62;C;Mr.\nR63;D;Eheleute\n');
  const rows: { changes: { anrede?: { to: unknown } } }[] = await rowsOf(client, job.id);
  expect(rows.map(({ changes }) => changes.anrede?.to)).toEqual(['Herr', 'Frau', 'Herr', 'Familie']);
  await client.post('/v3/customers', { name: 'Achtzig', nummer: 'R80' });
  const text = 'KdNr;VS-Nr.;Sparte\nR80;R70;Kfz-Versicherung\nR80;R71;Hausrat\n';
  const contracts = await staged(client, text);
  const found: { changes: { sparte?: { to: unknown } } }[] = await rowsOf(client, contracts.id);
  expect(found.map(({ changes }) => changes.sparte?.to)).toEqual([41, 55]);
});

const restage = async (id: number, options?: unknown) => {
  const answer = await client.post(`/v3/imports/${id}/restage`, options === undefined ? undefined : { options });
  expect(answer.status, answer.text).toBe(202);
  return settled(client, id);
};

test('an import that waits for its mapping is read again with it', async () => {
  const text = 'Bez.;Ruf;Kd.Kenn\nAlpha;0341 1;R90\nBeta;;R91\n';
  const job = await staged(client, text);
  expect(job.state).toBe('needs_mapping');
  const options = { section: 'customers', mapping: { 'Bez.': 'name', Ruf: 'contacts.Telefon', 'Kd.Kenn': 'nummer' } };
  expect(await restage(job.id, options)).toMatchObject({ state: 'ready', total: 2, options: { match: ['nummer'] } });
  expect(await step(client, job.id, 'apply')).toMatchObject({ state: 'done', applied: 2 });
  expect((await client.post(`/v3/imports/${job.id}/restage`)).status).toBe(409);
  // The options of the last reading count.
  expect((await upload(client, text, options)).body).toEqual({ id: job.id, state: 'done' });
});

test('an import that is read again compares its rows again, and is no second one of the same options', async () => {
  const text = 'Kundennummer;Nachname\nR92;Anders\n';
  const job = await staged(client, text);
  await client.post('/v3/customers', { nummer: 'R92', name: 'Anders' });
  expect(await restage(job.id)).toMatchObject({ total: 1, counts: { new: 0, unchanged: 1 } });
  const other = await staged(client, text, { source: 'other' });
  const again = await client.post(`/v3/imports/${other.id}/restage`, { options: {} });
  expect(again.body.data).toMatchObject({ error: 'import_state', import_id: job.id });
  expect((await client.post(`/v3/imports/${job.id}/restage`, { options: { section: 'nix' } })).status).toBe(400);
  const third = await staged(client, text, { source: 'third' });
  const at = (id: number) => client.post(`/v3/imports/${id}/restage`, { options: { source: 'fourth' } });
  const both = await Promise.all([at(other.id), at(third.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
});

test('lines are counted with blank ones, and with those inside of cells', async () => {
  const text = '"Kunden\r\nalle"\r\n\r\nKundennummer;Nachname;Ort\r\nR93;"A\r\nB";Köln\r\n\r\nR94;C;Bonn\r\n';
  const job = await staged(client, text);
  expect(job).toMatchObject({ total: 2, options: { header_row: 4 } });
  expect((await rowsOf(client, job.id)).map(({ line }: { line: number }) => line)).toEqual([5, 8]);
});

test('one wrong byte of an NDJSON file makes its row invalid', async () => {
  const text = Buffer.from('{"nummer":"R95","name":"Möß"}\n{"nummer":"R96","name":"M#"}\n');
  text[text.indexOf('#')] = 0xfc;
  const job = await staged(client, text, { section: 'customers' }, 'kunden.ndjson');
  expect(job).toMatchObject({ counts: { new: 1, invalid: 1 } });
  expect(job.hints).toContainEqual(expect.objectContaining({ code: 'mixed_encoding' }));
  const [row] = await rowsOf(client, job.id, '&outcome=invalid');
  expect(row).toMatchObject({ line: 2, issues: [{ path: ['name'], code: 'unreadable_characters' }] });
});

test('a row of totals is skipped, and taken where people say so', async () => {
  const job = await staged(client, 'Kundennummer;Nachname\nR97;A\nSumme;\n');
  expect(job).toMatchObject({ total: 2, counts: { new: 1, skipped: 1 } });
  const [row] = await rowsOf(client, job.id, '&outcome=skipped');
  expect(row).toMatchObject({ line: 3, hints: [{ code: 'totals_row' }] });
  const values = { name: 'Summe', nummer: 'R98' };
  const taken = await client.patch(`/v3/imports/${job.id}/rows/${row.row}`, { action: 'take', values });
  expect(taken.body).toMatchObject({ outcome: 'new', name: 'Summe' });
});

test('a value that is in no list names the entries that are most alike', async () => {
  const job = await staged(client, 'Vertragsnummer;Sparte\nR99;Hausrat-Vers. Plus\n', { section: 'contracts' });
  const [row] = await rowsOf(client, job.id);
  const issue = row.issues.find(({ code }: { code: string }) => code === 'invalid_select_value');
  expect(issue).toMatchObject({
    path: ['sparte'],
    params: { nearest: expect.stringMatching(/^Hausratversicherung, /) },
  });
});
