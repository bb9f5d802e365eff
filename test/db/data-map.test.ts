/** The data map has every table and column of a migrated database (docs/privacy.md). */
import { expect, test } from 'vitest';
import { personKinds } from '../../src/derive/privacy/person-records.ts';
import { registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql/sql.ts';
import { dataMap } from '../support/data-map.ts';
import { setUpService } from '../support/fixture.ts';

const { service } = setUpService();

test('every table and column is on the data map', async () => {
  const there = await service.db.queryLong<{ name: string }>(sql`select c.table_name || '.' || c.column_name as name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema = current_schema()
    order by 1`);
  const map = [...dataMap(registry)].flatMap(([table, { columns }]) => columns.map((column) => `${table}.${column}`));
  const found = there.map(({ name }) => name);
  expect(
    found.filter((name) => !map.includes(name)),
    'not on the data map: add the column to its table in test/support/stored-tables.ts, and say how it is erased',
  ).toEqual([]);
  expect(
    map.filter((name) => !found.includes(name)),
    'on the data map, and not in the database',
  ).toEqual([]);
});

test('the records of a customer are derived from the declarations', () => {
  const kinds = personKinds(registry).map(({ resource, via, parts }) =>
    [resource.path, ...via.map(({ column }) => `by ${column}`), ...parts.map(({ path }) => path)].join(' '),
  );
  expect(kinds).toEqual([
    'customers addresses contacts banking numbers identity jobs folders',
    'contracts persons tariffs',
    'damages by vertrag',
    'documents by vid by schaden',
    'inbox/documents by vid by schaden by document_id',
    'activities',
    'finances',
    'goals',
  ]);
  const erased = [...dataMap(registry)].filter(([, { erasure }]) => erasure === 'deleted').map(([table]) => table);
  expect(erased).toContain('contact');
  expect(erased).toContain('comment');
});
