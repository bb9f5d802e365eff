/** Detects statements that Citus would refuse or send to all shards, without a cluster. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readKnown, wrongOnCluster } from '../support/routable.ts';

const known = await readKnown();

test('every derived statement is for one organisation', async () => {
  const text = await readFile('generated/queries.sql', 'utf8');
  const statements = text.split(/;\n/).filter((statement) => statement.trim());
  expect(statements.length).toBeGreaterThan(200);
  expect(statements.flatMap((statement) => wrongOnCluster(statement, known))).toEqual([]);
});

test.each([
  ['select * from contact t where t.id = $1', 'contact without org_id = $1'],
  ['select * from contact t, address a where t.org_id = $1 and a.kid = t.id', 'address without org_id = $1'],
  ['select * from contact t where t.org_id = $1 or t.id = 3', 'contact without org_id = $1'],
  [
    'select (select count(*) from address a where a.org_id = t.org_id) from contact t where t.org_id = $1',
    'address without org_id = $1',
  ],
  [
    'select 1 from contact t left join address a on a.org_id = t.org_id where t.org_id = $1',
    'address without org_id = $1',
  ],
  ['update contact set name = $2 where id = $1', 'contact without org_id = $1'],
  ['delete from tag using contact c where c.org_id = $1 and tag.org_id = c.org_id', 'tag without org_id = $1'],
  ['select 1 from contact where id = $1 for update', 'FOR UPDATE of contact without org_id = $1'],
  ['update contact set name = $2 where org_id = $1 returning to_char(geb, $3)', 'to_char() in RETURNING'],
  ['update contact set name = $2 where org_id = $1 returning extract(epoch from seit)', 'extract() in RETURNING'],
  ['update contact set geb = now() where org_id = $1 returning clock_timestamp()', 'clock_timestamp() in RETURNING'],
  ['update contact set id = nextval($2) where org_id = $1', 'UPDATE of contact with nextval()'],
  ['insert into contact (org_id, id) values (1, $1)', 'INSERT of contact whose org_id is no parameter'],
  ['insert into contact (org_id, id) values ($1, nextval($2))', 'INSERT of contact with nextval()'],
  ['insert into contact (org_id, id) select $1, $2', 'INSERT of contact without VALUES'],
  [
    'insert into search_entry (org_id, id) values ($1, $2) on conflict (org_id, id) do update set grams = array(select 1)',
    'a subquery in ON CONFLICT',
  ],
  [
    'with gone as (select 1 as id) delete from contact t where t.org_id = $1 and exists (select 1 from gone g where g.id = t.id)',
    'a correlated subquery over the CTE gone',
  ],
])('refused: %s', (statement, wrong) => {
  expect(wrongOnCluster(statement, known)).toContain(wrong);
});

test('a column with a volatile default must be written', () => {
  const volatile = {
    distributed: new Set(['note']),
    volatileDefaults: new Map([['note', ['id']]]),
    zoneless: new Set<string>(),
  };
  expect(wrongOnCluster('insert into note (org_id, text) values ($1, $2)', volatile)).toEqual([
    'INSERT leaves note.id to a volatile default',
  ]);
  expect(wrongOnCluster('insert into note (org_id, id, text) values ($1, $2, $3)', volatile)).toEqual([]);
});

test.each([
  'select 1',
  "update contact set name = $2 where org_id = $1 returning extract(epoch from seit at time zone 'UTC')",
  'update contact set name = $2 where org_id = $1 returning extract(epoch from insert_datum)',
  'insert into login_failure as f (id, failures, since) values ($1, 1, $2) on conflict (id) do update set failures = 1 returning extract(epoch from since)',
  'select t.id from contact t join address a on a.org_id = $1 and a.kid = t.id where t.org_id = $1 for update of t',
  'with w as (select id from tag where org_id = $1) select * from w',
  'select 1 from contact where org_id = $1::int and id in (select kid from address where org_id = $1)',
])('accepted: %s', (statement) => {
  expect(wrongOnCluster(statement, known)).toEqual([]);
});
