/** Rows of tables that are no records as they are, or are several (docs/imports.md). */
import { expect, test } from 'vitest';
import { csv } from '../../../src/formats/csv/csv.ts';
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
