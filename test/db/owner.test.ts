/** The shard of an organisation by its hash, which must equal that of PostgreSQL because Citus uses it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashInt4, type ShardRange, shardFor } from '../../src/db/citus/shard-map.ts';
import { sql } from '../../src/sql/sql.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('the hash of a number is that of PostgreSQL', async () => {
  const rows = await database.db.read<{ n: number; hash: number }>(
    sql`select n, hashint4(n) as hash
    from (
      select n from generate_series(-10, 2000) n
      union select (2147483647 - 1048573::bigint * n)::int from generate_series(0, 4000) n
    ) all_numbers (n)`,
  );
  expect(rows.length).toBeGreaterThan(6000);
  expect(rows.filter(({ n, hash }) => hashInt4(n) !== hash)).toEqual([]);
});

test('each hash is in exactly one range, or in none if there is a gap', () => {
  const at = { host: 'a', port: 1, shard: 102008, tables: [], pieces: [] };
  const ranges: ShardRange[] = [
    { ...at, min: -2147483648, max: -1905060027, group: 1 },
    { ...at, min: -1905060026, max: -1905060026, group: 2 },
    { ...at, min: 0, max: 2147483647, group: 3 },
  ];
  // 1 has the hash -1905060026, 2 has 1134484726; 3 has -28094569.
  expect(shardFor(ranges, 1)?.group).toBe(2);
  expect(shardFor(ranges, 2)?.group).toBe(3);
  expect(shardFor(ranges, 3)).toBeUndefined();
  expect(shardFor([], 1)).toBeUndefined();
});
