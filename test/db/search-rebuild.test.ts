/** `search rebuild` right after a bulk load, when PostgreSQL has no statistics of what was loaded. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/db/cluster.ts';
import { printExpression } from '../../src/derive/columns.ts';
import { registry } from '../../src/model/registry.ts';
import { rebuildSearch } from '../../src/operations/search/rebuild-search.ts';
import { raw, type Sql, sql } from '../../src/sql.ts';
import { startTestService, type TestService } from '../support/service.ts';

const CUSTOMERS = 3000;
const TABLES = ['contact', 'address', 'search_entry'] as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const run = (statement: Sql) => service.db.transaction((tx) => tx.run(statement));

/** Customers with an address each, written straight into the database. */
const load = async (orgId: number): Promise<void> => {
  for (const name of TABLES) await run(sql`alter table ${raw(name)} set (autovacuum_enabled = false)`);
  await run(sql`insert into contact (org_id, id, section, name, printed)
    select ${orgId}, 1000000 + n, 'customers', 'Muster ' || n, '{}' from generate_series(1, ${CUSTOMERS}::int) n`);
  await run(sql`insert into address (org_id, id, kid, ort, printed)
    select ${orgId}, 1000000 + n, 1000000 + n, 'Ort ' || n, '{}' from generate_series(1, ${CUSTOMERS}::int) n`);
  for (const path of ['customers', 'addresses']) {
    const resource = registry.get(path);
    await run(sql`update ${raw(resource.table)} t
      set printed = ${printExpression(resource, 't')}
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

test('it reads each record and its entry a few times, not all of them for each batch', async () => {
  const { orgId } = await service.organisation();
  await load(orgId);
  // A connection tells at its end what it read.
  const db = connect({ connection: service.connection });
  await rebuildSearch(db, orgId);
  await db.close();
  await expect.poll(async () => (await counts()).written).toBeGreaterThanOrEqual(2 * CUSTOMERS);
  expect((await counts()).read).toBeLessThan(100 * CUSTOMERS);
});
