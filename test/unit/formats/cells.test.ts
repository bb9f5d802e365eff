/** Values of cells as people write them (docs/imports.md). */
import { expect, test, vi } from 'vitest';
import { csv } from '../../../src/formats/csv/csv.ts';
import { amountOf } from '../../../src/formats/table/amounts.ts';
import { readFile } from '../../support/read-file.ts';

const valuesOf = async (text: string) => (await readFile(csv, text)).records.map(({ values }) => values);

test('years of two digits: birth dates lie in the past, ends after their begin', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z'), toFake: ['Date'] });
  try {
    expect(await valuesOf('Nachname;Geburtsdatum\nA;01.12.26\nB;30.11.26\nC;1.2.75\n')).toMatchObject([
      { geb: '1926-12-01' },
      { geb: '2026-11-30' },
      { geb: '1975-02-01' },
    ]);
    expect(
      await valuesOf(
        'Ablauf;Vertragsnummer;Beginn\n31.12.60;1;01.01.85\n31.12.95;2;01.01.85\n31.12.46;3;\n31.12.47;4;\n',
      ),
    ).toMatchObject([
      { ablauf: '2060-12-31' },
      { ablauf: '1995-12-31' },
      { ablauf: '2046-12-31' },
      { ablauf: '1947-12-31' },
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  '1. Februar 1980',
  '1. Feb. 1980',
  '01-Feb-80',
  'Freitag, 1. Februar 1980',
  'February 1, 1980',
  'Feb 1 1980',
  '1980-02-01T00:00:00Z',
  '1980-02-01 00:00:00.000',
  '1980-02-01T00:00+01:00',
])('%s is a date', async (text) => {
  expect(await valuesOf(`Nachname\tGeburtsdatum\nA\t${text}\n`)).toMatchObject([{ geb: '1980-02-01' }]);
});

test('months have German, Austrian and English names; other times and words stay as they are', async () => {
  const texts = [
    '1. März 1980',
    '1 Mrz 1980',
    '1. Jänner 1980',
    '1. October 1980',
    '1. Foo 1980',
    '1980-01-31T23:00:00Z',
  ];
  expect(
    (await valuesOf(`Nachname;Geburtsdatum\n${texts.map((text) => `A;${text}\n`).join('')}`)).map(({ geb }) => geb),
  ).toEqual(['1980-03-01', '1980-03-01', '1980-01-01', '1980-10-01', '1. Foo 1980', '1980-01-31T23:00:00Z']);
});

test.each([
  ['1.234,56 €', '1234.56'],
  ['1,234.50', '1234.50'],
  ['1.234', '1234'],
  ['50.00', '50.00'],
  ['(50,00)', '-50.00'],
  ['(1,234.50)', '-1234.50'],
  ['50,00-', '-50.00'],
  ['−50', '-50'],
  ["1'234,50", '1234.50'],
  ['50,-', '50'],
  ['12,5 %', '0.125'],
  ['(-50)', undefined],
  ['ca. 50', undefined],
  ['1.2.3', undefined],
])('the amount %s in a German column', (text, value) => {
  expect(amountOf(text, ',')).toBe(value);
});

test('a column is read in the style that one of its amounts shows', async () => {
  const text = 'Vertragsnummer;Beitrag;Nettobeitrag\n1;1,500;1.500\n2;1,234.50;99,50\n3;7,000,000.25;12,50\n';
  const { options, records } = await readFile(csv, text);
  expect(options.decimal).toBe(',');
  expect(records.map(({ values: { beitrag, netto } }) => [beitrag, netto])).toEqual([
    ['1500', '1500'],
    ['1234.50', '99.50'],
    ['7000000.25', '12.50'],
  ]);
});

test('a text in a column of amounts asks for an amount with the separator of the column', async () => {
  const { records } = await readFile(csv, 'Vertragsnummer;Beitrag;Nettobeitrag\n1;ca. 50;abc\n2;12,50;1,234.50\n');
  expect(records[0]?.issues).toMatchObject([
    {
      path: ['beitrag'],
      code: 'no_amount',
      params: { line: 2, column: 'Beitrag', example: '1234,50', value: 'ca. 50' },
    },
    { path: ['netto'], params: { example: '1234.50' } },
  ]);
});
