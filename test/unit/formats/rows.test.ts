/** Rows of tables that are no records as they are, or are several (docs/imports.md). */
import { expect, test } from 'vitest';
import { csv } from '../../../src/formats/csv/csv.ts';
import { ndjson } from '../../../src/formats/ndjson/ndjson.ts';
import { readFile } from '../../support/read-file.ts';

const issuesOf = async (text: string) => (await readFile(csv, text)).records.map(({ issues }) => issues);

test('a cell that swallowed lines makes its row invalid, and names the lines', async () => {
  const [first, second, last] = await issuesOf('Nachname;Vorname\nA;V1\n"B;V2\nC;V3\nD;V4"\nE;V5\n');
  expect([first, last]).toEqual([[], []]);
  expect(second).toMatchObject([
    { path: ['name'], code: 'swallowed_lines', params: { line: 3, last: 5, column: 'Nachname' } },
  ]);
  expect(await issuesOf('Nachname;Vorname;Foo\nA;V1;"x\nB;V2;y"\n')).toMatchObject([
    [{ path: [], code: 'swallowed_lines', params: { line: 2, last: 3, column: 'Foo' } }],
  ]);
});

test('a text of several lines with separators is no such cell', async () => {
  const text = 'Kundennummer;Kommentar\n1;"Hallo\nDu; ja"\n2;"a; b\nc"\n';
  expect(await issuesOf(text)).toEqual([[], []]);
  expect(await issuesOf('Kundennummer;Nachname;Kommentar\n1;A;"eine\nzwei; drei"\n')).toEqual([[]]);
});

test('totals and headers once more are no records, and lines without a value are counted', async () => {
  const rows = [
    'name;postcode',
    'A;04109',
    'Summe;;',
    'Nachname;PLZ',
    'Gesamt 2026;1.234,50 €',
    ';;',
    'Summe;Musterstadt',
    ';',
  ];
  const { records, hints } = await readFile(csv, `Nachname;PLZ;\n${rows.join('\n')}\n`);
  expect(records.map(({ line, isNoRecord = false, hints: [hint] }) => [line, isNoRecord && hint?.code])).toEqual([
    [2, 'headers_again'],
    [3, false],
    [4, 'totals_row'],
    [5, 'headers_again'],
    [6, 'totals_row'],
    [8, false],
  ]);
  expect(hints).toMatchObject([{ code: 'blank_lines', params: { lines: 2, line: 7 } }]);
});

test('the end mark of old programs is left out', async () => {
  const table = await readFile(csv, 'Nachname;Ort\nA;Bonn\u001a\u001a');
  expect(table.records).toMatchObject([{ parts: { addresses: [{ ort: 'Bonn' }] } }]);
  expect(table.hints).toMatchObject([{ code: 'end_mark' }]);
  const lines = await readFile(ndjson, '{"section":"customers","name":"A"}\n\u001a');
  expect(lines.records).toMatchObject([{ issues: [] }]);
  expect(lines.hints).toMatchObject([{ code: 'end_mark' }]);
});

const partsOf = async (text: string) => (await readFile(csv, text)).records.map(({ parts }) => parts.contacts);

test('a flag belongs to the number of its row', async () => {
  const [phone, mail] = [
    { art: 'Telefon', wert: '0341 123456' },
    { art: 'E-Mail', wert: 'a@example.com' },
  ];
  const single = 'Name;Telefon;E-Mail;Werbung\nA;0341 123456;a@example.com;ja\n';
  expect(await partsOf(single)).toEqual([[phone, mail].map((row) => ({ ...row, werbung: true }))]);
  const { records } = await readFile(csv, 'Name;Telefon;Werbung\nA;;ja\n');
  expect(records).toMatchObject([{ parts: {}, issues: [], hints: [{ code: 'no_value_for' }] }]);
  const mapping = { 'Werbung (2)': 'contacts.werbung' };
  const each = 'Name;Telefon;Werbung;E-Mail;Werbung\nA;0341 123456;nein;a@example.com;ja\n';
  expect((await readFile(csv, each, { mapping })).records).toMatchObject([
    {
      parts: {
        contacts: [
          { ...phone, werbung: false },
          { ...mail, werbung: true },
        ],
      },
    },
  ]);
});

test.each([
  ['E-Mail', 'a@example.com; b@example.com', 2],
  ['E-Mail', 'a@example.com ::: b@example.com', 2],
  ['E-Mail', 'a@example.com; keine', 1],
  ['Telefon', '0341 123456, +49 171 5555555', 2],
  ['Telefon', '0341 123456 / 0171 5555555', 2],
  ['Telefon', '0341 / 123456', 1],
  ['Telefon', '0341 123456, 17', 1],
])('%s: %s are %i', async (header, text, count) => {
  expect((await partsOf(`Name\t${header}\nA\t${text}\n`))[0]).toHaveLength(count);
});

test('a postal code of four digits is a German one, unless the row names another country', async () => {
  const { records } = await readFile(csv, 'Name;PLZ;Land\nA;1067;\nB;1010;Österreich\nC;1067;DE\n');
  expect(records.map(({ parts }) => parts.addresses?.[0]?.plz)).toEqual(['01067', '1010', '01067']);
  expect(records[0]?.hints).toMatchObject([
    { code: 'short_postal_code', params: { field: 'addresses.plz', value: '1067' } },
  ]);
});

test('last and first name in one cell are two fields, but not those of a firm', async () => {
  const text =
    'Name\tAnrede\n"Müller, Hans-Peter"\tHerr\nGroß, Dr. Eva\t\nBau GmbH, Leipzig\t\nBau, Leipzig\tFirma\nA, B, C\t\n';
  const { records } = await readFile(csv, text);
  expect(records.map(({ values: { name, vorname } }) => [name, vorname])).toEqual([
    ['Müller', 'Hans-Peter'],
    ['Groß', 'Dr. Eva'],
    ['Bau GmbH, Leipzig', undefined],
    ['Bau, Leipzig', undefined],
    ['A, B, C', undefined],
  ]);
  expect(records[0]?.hints).toMatchObject([{ code: 'name_parts', params: { last: 'Müller', first: 'Hans-Peter' } }]);
  expect((await readFile(csv, 'Name;Vorname\n"Müller, Hans";\n')).records).toMatchObject([
    { values: { name: 'Müller, Hans' } },
  ]);
  expect((await readFile(csv, 'Name\tPLZ\nHDI, Hannover\t1\n', { section: 'products' })).records).toMatchObject([
    { values: { name: 'HDI, Hannover' } },
  ]);
});

test.each(['activities', 'damages', 'finances', 'goals'])('%s name their customer', async (section) => {
  for (const header of ['Kunde', 'Kundennummer', 'KdNr', 'Customer'])
    expect((await readFile(csv, `${header};Foo\n17;x\n`, { section })).records).toMatchObject([
      { values: { kid: '17' } },
    ]);
});

test.each(['#N/A', '#NV', '#BEZUG!'])('the error %s of a formula is left out', async (text) => {
  const { records } = await readFile(csv, `Nachname;Ort\nA;${text}\n`);
  expect(records).toMatchObject([
    {
      values: { name: 'A' },
      parts: {},
      hints: [{ code: 'error_value', params: { line: 2, column: 'Ort', value: text } }],
    },
  ]);
});
