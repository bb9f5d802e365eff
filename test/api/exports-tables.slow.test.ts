/** Exports that people read: lists as Excel and CSV, with labels (docs/exports.md). */
import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { labelIn } from '../../src/model/seed/labels.ts';
import { setUpExports } from '../support/exports.ts';
import { setUpService } from '../support/fixture.ts';
import type { Client } from '../support/service.ts';

const { service } = setUpService();
const { exported, begin, ended } = setUpExports(service);

let owner: Awaited<ReturnType<typeof service.organisation>>;
let all: Client;
const kids: number[] = [];

beforeAll(async () => {
  owner = await service.organisation();
  all = await owner.client();
  for (const [name, vorname, plz] of [
    ['Weber', 'Anna', '01067'],
    ['Albers', 'Jörg', '80331'],
    ['Özer', 'Cem', '04109'],
  ]) {
    const own = { name, vorname, nummer: '007', geb: '1984-08-12' };
    const { kid } = (await all.post('/v3/customers', own)).body;
    await all.post(`/v3/customers/${kid}/addresses`, { strasse: 'Am Markt 1', plz, ort: 'Ort' });
    await all.post(`/v3/customers/${kid}/contacts`, { art: 'Telefon', wert: '0341 1' });
    kids.push(kid);
    await all.post('/v3/contracts', { kid, nummer: `00${kid}`, beitrag: '-1234.50', beginn: '2020-01-01', sparte: 62 });
  }
});

const columns = ['name', 'geb', 'addresses.plz', 'contacts.telefon'];

test('an Excel file has the columns, the filter and the order of a list', async () => {
  const query = 'sort=-name&name[gte]=B';
  const cells = await readSheet(await exported(all, { sections: ['customers'], format: 'xlsx', query, columns }));
  const day = new Date('1984-08-12');
  expect(cells).toEqual([columns, ['Weber', day, '01067', '0341 1'], ['Özer', day, '04109', '0341 1']]);
});

test('a list hides archived records as its call does', async () => {
  const own = await (await service.organisation()).client();
  const { kid } = (await own.post('/v3/customers', { name: 'x' })).body;
  for (const [nummer, archiv] of [
    ['B', 0],
    ['C', 1],
    ['A', 0],
  ])
    await own.post('/v3/contracts', { kid, nummer, archiv });
  const numbersOf = async (query?: string) => {
    const bytes = await exported(own, { sections: ['contracts'], format: 'ndjson', query, columns: ['nummer'] });
    return bytes.toString().trim().split('\n');
  };
  expect(await numbersOf('sort=nummer')).toEqual(['{"nummer":"A"}', '{"nummer":"B"}']);
  expect(await numbersOf('sort=nummer&with_archived=true')).toHaveLength(3);
  expect(await numbersOf()).toHaveLength(3);
});

test('labels are those of the page, for headers, values of lists and references', async () => {
  const { fields, select_fields: lists } = (await all.get('/v3/contracts?limit=1&with_schema=true')).body;
  const wanted = ['kid', 'nummer', 'sparte', 'beitrag', 'beginn', 'archiv', 'frist'];
  const cells = await readSheet(
    await exported(all, { sections: ['contracts'], format: 'xlsx', labels: true, columns: wanted, query: 'sort=id' }),
  );
  expect(cells[0]).toEqual(wanted.map((name) => fields[name]?.label ?? 'Frist'));
  const sparte = lists[fields.sparte.select_fields_name].find((one: { value: number }) => one.value === 62)?.display;
  const [kid, ...others] = cells[1] ?? [];
  expect(kid).toBe('Anna Weber');
  expect(others.slice(0, 5)).toEqual([`00${kids[0]}`, sparte, -1234.5, new Date('2020-01-01'), 'nein']);
  const english = await readSheet(
    await exported(all, {
      sections: ['contracts'],
      format: 'xlsx',
      labels: true,
      language: 'en',
      columns: wanted,
      query: 'sort=id',
    }),
  );
  const label = (name: string): string => labelIn('en', fields[name]?.label ?? 'Frist');
  expect(english[0]).toEqual(wanted.map(label));
  expect(english[0]).toEqual(expect.arrayContaining(['Customer', 'Deadline']));
  expect(english[1]?.[5]).toBe('no');
  const csv = (await exported(all, { sections: ['contracts'], format: 'csv', labels: true })).toString();
  expect(csv).toContain(';Anna Weber;');
});

test('names of records that the caller may not read are numbers', async () => {
  const narrow = await owner.client({ scopes: ['v3:contracts:read', 'v3:exports:read', 'v3:exports:write'] });
  const body = { sections: ['contracts'], format: 'ndjson', columns: ['kid'] };
  await exported(narrow, body);
  const bytes = await exported(narrow, { ...body, format: 'csv', labels: true });
  expect(bytes.toString().split('\r\n')[1]).toBe(String(kids[0]));
  // An export with names needs the scope of the named records.
  const id = await begin(all, { ...body, format: 'csv', labels: true });
  await ended(all, id);
  expect((await narrow.get(`/v3/exports/${id}/download`)).status).toBe(403);
});

test.each([
  [{ columns: ['nam'] }, ['columns', 0], 'did you mean name?'],
  [{ query: 'nam[gte]=B' }, ['nam[gte]'], 'is not a comparison'],
  [{ query: 'sort=nothing' }, ['sort'], 'nothing'],
  [{ query: '', sections: ['addresses'] }, ['query'], 'has no list of its own'],
  [{ query: '', sections: ['customers', 'contracts'] }, ['query'], 'exactly one section'],
  [{ columns: ['name'], sections: ['customers', 'contracts'] }, ['columns'], 'exactly one section'],
  [{ language: 'en' }, ['language'], 'send labels too'],
  [{ labels: true, format: 'ndjson' }, ['labels'], 'for csv and xlsx'],
])('%j is refused', async (more, path, text) => {
  const { status, body } = await all.post('/v3/exports', { sections: ['customers'], format: 'csv', ...more });
  expect([status, body.data?.issues?.[0]?.path, body.data?.issues?.[0]?.message]).toEqual([
    400,
    path,
    expect.stringContaining(text),
  ]);
});

describe('formulas', () => {
  const texts = ['=1+1', '＝1', '＠x', "'+49", "''=1", '+49 170', '-5', "'n Abend", "'"];
  let one: Client;
  beforeAll(async () => {
    one = await (await service.organisation()).client();
    for (const name of texts) await one.post('/v3/customers', { name });
  });
  const cellsOf = async (more: object) => {
    const body = { sections: ['customers'], format: 'csv', columns: ['name'], query: 'sort=id', ...more };
    return (await exported(one, body)).toString().replace('\uFEFF', '').trimEnd().split('\r\n').slice(1);
  };

  test('are guarded in CSV unless the call says no', async () => {
    expect(await cellsOf({})).toEqual([...texts.slice(0, 7).map((text) => `'${text}`), "'n Abend", "'"]);
    expect(await cellsOf({ excel: false })).toEqual(texts);
  });

  test('are texts in Excel, guarded where the call says so', async () => {
    const body = { sections: ['customers'], format: 'xlsx', columns: ['name'], query: 'sort=id' };
    expect((await readSheet(await exported(one, body))).slice(1).flat()).toEqual(texts);
    const guarded = await readSheet(await exported(one, { ...body, excel: true }));
    expect(guarded[1]).toEqual(["'=1+1"]);
  });
});
