/** Plans of Citus: statements that query several shards, or fetch rows first, are found. */
import { expect, inject, test } from 'vitest';
import { askCitus } from '../support/expect-routable.ts';

test('a plan with several tasks or with intermediate results is detected', async () => {
  const one = 'select id from contact where org_id = $1';
  const many = 'select count(*) from contact';
  const pulled = 'insert into tag (org_id, id) select $1::int, 1';
  const fetched =
    'with c as (select id from contact limit 5) select * from c join tag t using (id) where t.org_id = $1';
  const statements = [one, many, pulled, fetched].map((text) => ({ text, values: text.includes('$1') ? [1] : [] }));
  const found = await askCitus(inject('nodes')[0], statements);
  expect(found.get(one)).toEqual([]);
  expect(found.get(many)).toEqual([expect.stringMatching(/^([2-9]|\d\d+) tasks$/)]);
  expect(found.get(pulled)).toEqual([expect.stringContaining('INSERT/SELECT method')]);
  expect(found.get(fetched)).toEqual(expect.arrayContaining([expect.stringContaining('Distributed Subplan')]));
});
