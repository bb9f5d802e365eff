/** Texts that records are found by, as far as they follow from the declarations. */
import { expect, test } from 'vitest';
import { changesBetween } from '../../../src/derive/events/record-diff.ts';
import {
  isSearched,
  searchText,
  searchTokens,
  searchValues,
  tokenForms,
  tokenRuns,
} from '../../../src/derive/search/search-text.ts';
import type { Resource } from '../../../src/model/declaration/resource.ts';
import { registry } from '../../../src/model/registry.ts';

const VALUES: readonly unknown[] = ['zqx', 17, 1, '2026-01-31', true];

/** Whether another value of one field gives another text. */
const isInText = (resource: Resource, name: string): boolean => {
  const texts = VALUES.map((value) => searchText(searchValues(resource, { [name]: value })));
  return texts.some((text) => text !== '');
};

test('the searched fields equal the declared ones, and their changes are detected', () => {
  const searched = registry.resources.flatMap((resource) =>
    Object.keys(resource.fields).map((name) => ({ resource, name, inText: isInText(resource, name) })),
  );
  expect(searched.filter(({ inText }) => inText).length).toBeGreaterThan(50);
  for (const { resource, name, inText } of searched) {
    expect([resource.path, name, isSearched(resource, name)]).toEqual([resource.path, name, inText]);
    if (inText) expect(Object.keys(changesBetween(resource, { [name]: 'a' }, { [name]: 'b' }))).toEqual([name]);
  }
});

/** Whether a query finds a record with one value: by the forms of each word, and by the index. */
const isFound = (value: string, query: string): boolean => {
  const text = searchText([value]);
  const tokens = searchTokens(query);
  const found = tokens.every((token) => tokenForms(token).some((form) => text.includes(form)));
  if (found) for (const run of tokens.flatMap(tokenRuns)) expect(text, `${query}: ${run}`).toContain(run);
  return found;
};

test.each<[value: string, ...queries: string[]]>([
  ['Yıldırım', 'YILDIRIM', 'yildirim', 'yıldırım'],
  ['YILDIRIM', 'Yıldırım'],
  ['İpek', 'ipek', 'İPEK', 'Ipek'],
  ['Müller', 'müller', 'MÜLLER', 'Mueller', 'Muller', 'Mu\u0308ller', 'ü', 'u'],
  ['Mu\u0308ller', 'Müller', 'mueller', 'muller'],
  ['Mueller', 'Müller', 'mueller', 'muller'],
  ['Müller-Bauer', 'muller-bauer', 'MUELLER-BAUER'],
  ['Häußler', 'haeussler', 'haussler', 'HÄUSSLER'],
  ['Jørgensen', 'jorgensen', 'joergensen', 'Jørgensen'],
  ['Joergensen', 'Jørgensen'],
  ['Łukasz Žižek', 'lukasz zizek', 'ŁUKASZ'],
  ['Straße', 'strasse', 'STRASSE', 'STRAẞE'],
  ['STRASSE', 'straße'],
  ['Nguyễn Đức', 'nguyen duc'],
  ['Ærø', 'aero', 'ÆRØ'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['D’Angelo', "d'angelo", 'D´Angelo', 'd`angelo'],
  ["D'Angelo", 'd’angelo'],
  ['Müller‑Lüdenscheidt', 'müller-lüdenscheidt'],
  ['ﬁnanz', 'FINANZ'],
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000', 'de89 3704', '00440532'],
  ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00', 'DE89-3704'],
  ['1984-08-12', '12.8.1984', '12.08.1984', '12.8.84', '12.08.84', '1984-08-12', '1984'],
  ['2026-12-31', '31.12.26'],
  ['Schaden 4711/08-B', '4711/08-B', '471108b', '4711'],
])('%s is found by %s', (value, ...queries) => {
  for (const query of queries) expect([query, isFound(value, query)]).toEqual([query, true]);
});

const PHONES = [
  '+49 170 1234567',
  '+49 (0)170 1234567',
  '+49(0)1701234567',
  '+491701234567',
  '+49-170-123 45 67',
  '(+49) 170 1234567',
  '0049 170 1234567',
  '00491701234567',
  '0170/1234567',
  '0170-1234567',
  '(0170) 123 45 67',
  '01701234567',
  '170 1234567',
  '1701234567',
];

test.each(PHONES)('a telephone number written as %s is found in every spelling', (value) => {
  for (const query of PHONES) expect([query, isFound(value, query)]).toEqual([query, true]);
  expect(isFound(`Tel.${value}, abends`, '0171 1234567')).toBe(false);
  expect(isFound(value, '+43 170 1234567')).toBe(false);
});

test('numbers within notes, of other countries and of several lines are found as well', () => {
  for (const query of ['+49 170 1234567', '0171 7654321', '+43 664 1234567', '0664/1234567'])
    expect(isFound('Privat: 0170/1234567, 0049 171 7654321\nWien +43 (0)664 1234567', query)).toBe(true);
});

test.each([
  ['Mueller', 'Möller'],
  ['1984-08-12', '13.8.1984'],
  ['1984-08-12', '12.8.85'],
  ['2026-01-31 2026-02-01', '0049'],
  ['4711.50', '0049'],
])('%s is not found by %s', (value, query) => {
  expect(isFound(value, query)).toBe(false);
});

test('the bound counts the values, not their spellings, and leaves no half characters', () => {
  const note = `${'Mühe '.repeat(1500)} Ende`;
  expect(isFound(note, 'ende')).toBe(true);
  expect(isFound(note, 'muhe')).toBe(true);
  expect(searchText([`${'x'.repeat(7999)}😀`])).toBe('x'.repeat(7999));
  expect(searchText(['ﷺ'.repeat(9000)]).length).toBeLessThan(33_000);
});
