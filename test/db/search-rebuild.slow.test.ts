/** `search rebuild` right after a bulk load, without statistics of the loaded rows. */
import { expect, test } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import { jsonExpression } from '../../src/derive/storage/columns.ts';
import { registry } from '../../src/model/registry.ts';
import { rebuildSearch } from '../../src/operations/rebuild/reindex.ts';
import { raw, type Sql, sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';

const CUSTOMERS = 3000;
const TABLES = ['contact', 'address', 'search_entry'] as const;

const { service } = setUpService();

const run = (statement: Sql) => service.db.transaction((tx) => tx.run(statement));

/** Customers with an address each, written straight into the database. */
const load = async (orgId: number): Promise<void> => {
  for (const name of TABLES) await run(sql`alter table ${raw(name)} set (autovacuum_enabled = false)`);
  await run(sql`insert into contact (org_id, id, section, name, printed)
    select ${orgId}, 1000000 + n, 'customers', 'Muster ' || n, '{}' from generate_series(1, ${CUSTOMERS}::int) n`);
  await run(sql`insert into address (org_id, id, kid, ort, printed)
    select ${orgId}, 1000000 + n, 1000000 + n, 'Ort ' || n, '{}' from generate_series(1, ${CUSTOMERS}::int) n`);
  await print(orgId);
};

const print = async (orgId: number): Promise<void> => {
  for (const path of ['customers', 'addresses']) {
    const resource = registry.get(path);
    await run(sql`update ${raw(resource.table)} t
      set printed = ${jsonExpression(resource, 't')}
      where org_id = ${orgId} and id > 1000000`);
  }
};

/** Rows and entries of indexes that statements have read so far, by table, and rows that were written. */
const counts = async () => {
  const [found] = await service.db.read<{ read: number; written: number }>(sql`select
      sum(s.seq_tup_read + i.read)::int as read, sum(s.n_tup_ins) filter (where s.relname = 'search_entry')::int as written
    from pg_stat_user_tables s
    join (
      select relid, sum(idx_tup_read) as read
      from pg_stat_user_indexes
      group by relid) i on i.relid = s.relid
    where s.relname = any(${[...TABLES]}::text[])`);
  return found ?? { read: 0, written: 0 };
};

test('each record and its entry are read a few times, not once per batch', async () => {
  const { orgId } = await service.organisation();
  await load(orgId);
  // PostgreSQL counts the pages that a connection read when it ends.
  const db = connect({ connection: service.connection });
  await rebuildSearch(db, orgId);
  await db.close();
  await expect.poll(async () => (await counts()).written).toBeGreaterThanOrEqual(2 * CUSTOMERS);
  expect((await counts()).read).toBeLessThan(100 * CUSTOMERS);
});

test('with statistics, each range of entries reads only the records of that range', async () => {
  const { orgId } = await service.organisation();
  const many = 40_000;
  const numbers = sql`generate_series(2000001, ${2_000_000 + many}::int) n`;
  await run(sql`insert into contact (org_id, id, section, name, printed)
    select ${orgId}, n, 'customers', 'Muster', '{}' from ${numbers}`);
  await run(
    sql`insert into address (org_id, id, kid, ort, printed) select ${orgId}, n, n, 'Ort', '{}' from ${numbers}`,
  );
  await run(sql`insert into search_entry (org_id, section, id, part, part_id, text, grams)
    select ${orgId}, 'customers', n, part, case part when '' then 0 else n end, 'muster', '{}'
    from ${numbers}, unnest(array['', 'addresses']) part`);
  await print(orgId);
  for (const name of TABLES) await run(sql`analyze ${raw(name)}`);
  const before = (await counts()).read;
  const db = connect({ connection: service.connection });
  const untilRecords = (what: 'records' | 'entries'): void => {
    if (what === 'records') throw new Error('looked at the entries');
  };
  await expect(rebuildSearch(db, orgId, untilRecords)).rejects.toThrow('looked at the entries');
  await db.close();
  await expect.poll(async () => (await counts()).read - before).toBeGreaterThan(2 * many);
  expect((await counts()).read - before).toBeLessThan(25 * many);
});
