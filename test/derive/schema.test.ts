/** The migrations make what the declarations ask for: every table, column and index (docs/changing-it.md). */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPORTING, reportingSql } from '../../src/derive/reporting-sql.ts';
import { schemaSql, tableSql } from '../../src/derive/table-sql.ts';
import { int, rowId, text as words } from '../../src/model/field.ts';
import { buildRegistry, declarations, registry } from '../../src/model/registry.ts';
import { definePart } from '../../src/model/resource.ts';
import { startTestService, type TestService } from '../support/service.ts';

const DECLARED = 'declared';

let service: TestService;
let client: pg.Client;
beforeAll(async () => {
  service = await startTestService();
  client = new pg.Client(service.connection);
  await client.connect();
  await client.query(`create schema ${DECLARED}; set search_path = ${DECLARED}, public; ${schemaSql(registry)}`);
});
afterAll(async () => {
  await client.end();
  await service.stop();
});

const rows = async (text: string, schema: string): Promise<string[]> => {
  const result = await client.query<{ line: string }>(text, [schema]);
  return result.rows.map(({ line }) => line.replaceAll(`${schema}.`, '')).sort();
};

const COLUMNS =
  "select concat_ws(' ', table_name, column_name, data_type, numeric_scale, is_nullable, column_default) as line from information_schema.columns where table_schema = $1";
const INDEXES = 'select indexdef as line from pg_indexes where schemaname = $1';

test.each([
  ['columns', COLUMNS],
  ['indexes', INDEXES],
])('%s', async (_, text) => {
  const there = new Set(await rows(text, 'public'));
  const declared = await rows(text, DECLARED);
  expect(declared.length).toBeGreaterThan(100);
  expect(declared.filter((line) => !there.has(line))).toEqual([]);
});

const VIEWS = `select viewname || ': ' || definition as line from pg_views where schemaname = $1
  union all
  select concat_ws(' ', c.relname, a.attname, coalesce(col_description(c.oid, a.attnum), obj_description(c.oid)), c.reloptions)
  from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = $1::text::regnamespace and c.relkind = 'v'`;

test('views for reports', async () => {
  const other = 'declared_reporting';
  await client.query(`set search_path = public; ${reportingSql(registry, other)}`);
  const declared = await rows(VIEWS, other);
  expect(declared.length).toBeGreaterThan(300);
  expect(await rows(VIEWS, REPORTING)).toEqual(declared);
  await client.query(`set search_path = ${DECLARED}, public`);
});

test('a kind whose rows are really deleted has indexes of its filters too', async () => {
  const labels = definePart({
    path: 'labels',
    table: 'label',
    title: 'Label',
    about: 'A label of a customer.',
    place: { below: ['customers'] },
    rows: { removal: 'hard' },
    fields: { id: rowId(), kid: int('Kunde', { server: true }), word: words('Wort', { filter: true }) },
  });
  await client.query(tableSql([labels], buildRegistry([...declarations, labels])));
  expect(await rows(INDEXES, DECLARED)).toContainEqual(
    expect.stringMatching(/ label_word .* WHERE \(word IS NOT NULL\)/),
  );
});
