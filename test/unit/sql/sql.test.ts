/** Fragments: positions of values, shared values, and the names of cached statements. */
import { expect, test, vi } from 'vitest';
import type { Sql } from '../../../src/sql/sql.ts';

// A statement cache of its own: other tests may have filled the shared one.
vi.resetModules();
const {
  and,
  join,
  literal,
  prepared,
  unprepared: rare,
  raw,
  sharedParam: shared,
  sql,
  tenantParam: tenant,
  inlineTenant: writtenOut,
} = await import('../../../src/sql/sql.ts');
const { bulkInsert: insertMany } = await import('../../../src/sql/bulk-insert.ts');

const { query: empty } = sql`select 1`;
const textOf = ({ query }: Sql) => [query.text, query.values];

test('values become parameters at their position', () => {
  expect(empty).toEqual({ text: 'select 1', values: [] });
  const kid = sql`kid = ${5}`;
  expect(
    textOf(
      sql`select ${raw('t.id')} from t where ${kid} and ${join([sql`a = ${'x'}`, sql`b = ${'y'}`], ' or ')} limit ${9}`,
    ),
  ).toEqual(['select t.id from t where kid = $1 and a = $2 or b = $3 limit $4', [5, 'x', 'y', 9]]);
  expect(textOf(sql`select 1 where true${and([kid, raw('b')])}${and([])}${join([], ',')}`)).toEqual([
    'select 1 where true\n  and kid = $1\n  and b',
    [5],
  ]);
  expect(textOf(sql`select ${literal("it's")}`)).toEqual(["select 'it''s'", []]);
});

test('the organisation is $1 at every position, and a statement names one', () => {
  const text = sql`insert into t (id, org_id) select ${3}, ${tenant(7)} from u where u.id = ${4} and u.org_id = ${7}`;
  expect(textOf(text)).toEqual([
    'insert into t (id, org_id) select $2, $1 from u where u.id = $3 and u.org_id = $1',
    [7, 3, 4],
  ]);
  expect(() => sql`select 1 from t join u on u.org_id = ${7} where t.org_id = ${8}`.query).toThrow(/one organisation/);
  expect(() => sql`insert into t values (${tenant(8)}) where org_id = ${7}`.query).toThrow(/one organisation/);
  expect(textOf(sql`select 1 where xorg_id = ${7} and org_id = ${8}`)[1]).toEqual([8, 7]);
});

test('an insert whose first column is the organisation names it', () => {
  const { query } = sql`insert into t as x (org_id, a)
    values (${7}, ${3}) on conflict (org_id) do update set a = ${4}`;
  expect(query).toMatchObject({ values: [7, 3, 4], orgId: 7 });
  expect(sql`insert into t (a, org_id) values (${7}, ${3})`.query.orgId).toBeUndefined();
});

test('the organisation can be inlined into the text', () => {
  const id = shared(4);
  const text = sql`select ${id}, ${5} from t join u on u.org_id = ${7} and u.id = ${id} where t.org_id = ${7}`;
  expect(writtenOut(text, 7)).toBe("select $1, $2 from t join u on u.org_id = '7' and u.id = $1 where t.org_id = '7'");
});

test('a shared value is one parameter, however often it occurs; equal ones that are not shared are two', () => {
  const id = shared(4);
  expect(textOf(sql`${sql`a = ${id}`} or b = ${5} or c = ${id} or d = ${4} or e = ${4}`)).toEqual([
    'a = $1 or b = $2 or c = $1 or d = $3 or e = $4',
    [4, 5, 4, 4],
  ]);
});

const kept = (table: string, id: unknown, other: unknown, ...conditions: Sql[]) =>
  prepared`select 1 from ${raw(table)} where org_id = ${7} and a = ${id} and b = ${other}${and(conditions)}`;

test('a cached statement has one name for one text, with any values', () => {
  const first = kept('t', 1, 2).query;
  expect(first.name).toMatch(/^\w{1,20}$/);
  expect(kept('t', 3, 4).query).toEqual({ ...first, values: [7, 3, 4] });
  expect(sql`select 1 from t where org_id = ${7} and a = ${1} and b = ${2}`.query.name).toBeUndefined();
});

test('statements with other texts have other names', () => {
  const [one, two] = [shared(1), shared(1)];
  const a = (value: unknown) => sql`a = ${value}`;
  const statements = [
    kept('t', 1, 2),
    kept('u', 1, 2),
    kept('t', one, two),
    kept('t', one, one),
    kept('t', one, 2, a(one)),
    kept('t', one, two, a(one)),
    kept('t', one, two, a(two)),
    kept('t', one, two, a(one), a(two)),
    kept('t', one, two, a(two), a(one)),
    kept('t', 1, 2, raw('x'), raw('y')),
    kept('t', 1, 2, raw('x\n  and y')),
    kept('t', 1, 2, sql`${a(1)} or ${a(2)}`),
    kept('t', 1, 2, a(sql`${a(1)}`)),
    kept('t', 1, 2, a(1), a(sql`2`)),
    kept('t', 1, 2, a(sql`1`), a(2)),
  ].map(({ query }) => query);
  const names = new Map(statements.map(({ name, text }) => [name, text]));
  const texts = new Set(statements.map(({ text }) => text));
  for (const { name, text } of statements) expect(names.get(name)).toBe(text);
  expect(texts.size).toBe(statements.length - 3);
});

test('a statement with an unprepared fragment is not cached', () => {
  expect(kept('t', 1, 2, rare(sql`c = ${3}`)).query.name).toBeUndefined();
  expect(kept('t', 1, 2, sql`(${rare(raw('c'))})`).query.name).toBeUndefined();
  expect(rare(kept('t', 1, 2)).query.name).toBeUndefined();
});

test('an insert of a few narrow rows is cached per number of rows; many or wide rows are not', () => {
  const inserted = (rows: number) =>
    insertMany(
      sql`insert into t (org_id, a)`,
      Array.from({ length: rows }, (_, i) => sql`(${tenant(7)}, ${i})`),
    ).map(({ query }) => query);
  const [two, three] = [inserted(2)[0], inserted(3)[0]];
  expect(two).toMatchObject({ values: [7, 0, 1], text: 'insert into t (org_id, a)\nvalues ($1, $2),\n  ($1, $3)' });
  expect(two?.name).toMatch(/^\w+$/);
  expect(inserted(2)[0]?.name).toBe(two?.name);
  expect(three?.name).not.toBe(two?.name);
  const twenty = inserted(20);
  expect(twenty.map(({ values }) => values.length - 1)).toEqual([8, 8, 4]);
  expect(twenty.flatMap(({ values }) => values.slice(1))).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect(new Set(twenty.map(({ name }) => name)).size).toBe(2);
  expect(inserted(25).map(({ name }) => name)).toEqual([undefined]);
  const wide = sql`(${tenant(7)}, ${1}, ${2}, ${3}, ${4}, ${5}, ${6}, ${7}, ${8}, ${9}, ${10}, ${11}, ${12}, ${13}, ${14}, ${15}, ${16})`;
  expect(insertMany(sql`insert into t`, [wide, wide])[0]?.query.name).toBeUndefined();
});
