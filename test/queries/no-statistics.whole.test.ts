/** A database that was just filled knows nothing of its tables yet: a search does not read all records of its kind for that (decision 0008). */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { until } from '../support/until.ts';

const OTHERS = 30_000;
const SEARCHES = 5;
/** Rows that searches with one hit may fetch: those of the hit, and of who asks. */
const FEW = 1000;

const { service, organisation, client } = setUpService({ printedOtherwise: true });
beforeAll(async () => {
  const { orgId } = organisation;
  const { kid } = (await client.post('/v3/customers', { name: 'Einzelfund' })).body;
  await service.db.transaction((tx) => tx.run(sql`alter table contact set (autovacuum_enabled = off)`));
  // Records without entries: no search finds them.
  await service.db.transaction((tx) =>
    tx.run(sql`insert into contact
      select (jsonb_populate_record(c, jsonb_build_object('id', ${kid}::int + n))).*
      from contact c, generate_series(1, ${OTHERS}::int) n
      where c.org_id = ${orgId} and c.id = ${kid}`),
  );
});

/** Looks into the indexes of the table, and rows that were fetched of it. */
const readSoFar = async (): Promise<{ looks: number; rows: number }> => {
  const [row] = await service.db.queryLong<{ looks: number; rows: number }>(
    sql`select idx_scan::int as looks, (idx_tup_fetch + seq_tup_read)::int as rows
      from pg_stat_user_tables
      where relname = 'contact'`,
  );
  return row ?? { looks: 0, rows: 0 };
};

test('searches with one hit fetch few rows', async () => {
  const before = await readSoFar();
  for (let n = 0; n < SEARCHES; n += 1) {
    const { body } = await client.post('/v3/search', { query: 'einzelfund', indices: ['customers'] });
    expect([body.total, body.data.customers.items.length]).toEqual([1, 1]);
  }
  // A connection reports its statistics some seconds later.
  await until(async () => (await readSoFar()).looks >= before.looks + SEARCHES, { what: 'that the searches are told' });
  expect((await readSoFar()).rows - before.rows).toBeLessThan(FEW);
});
