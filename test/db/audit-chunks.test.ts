/** The audit log is read in chunks (rules 18.7): each begins at the end of the one before it. */
import { expect, test } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import { auditPieces } from '../../src/operations/audit/audit-log.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';

const { service } = setUpService();

/** Pages of the index by time that were read so far. */
const pages = async (): Promise<number> => {
  const [found] = await service.db.read<{ n: number }>(sql`select (idx_blks_hit + idx_blks_read)::int as n
    from pg_statio_user_indexes where indexrelname = 'audit_entry_at'`);
  return found?.n ?? 0;
};

test('each chunk up to a date reads a few index pages, not all entries before it', async () => {
  const [ENTRIES, PIECE] = [20_000, 200];
  const { orgId } = await service.organisation();
  await service.db.transaction((tx) =>
    tx.run(sql`insert into audit_entry (org_id, at, section, record_id, action, changes)
      select ${orgId}, now() - n * interval '1 second', 'customers', n, 'update', '{}' from generate_series(1, ${ENTRIES}::int) n`),
  );
  const before = await pages();
  // PostgreSQL counts the pages that a connection read when it ends.
  const db = connect({ connection: service.connection });
  const until = new Date(Date.now() + 60_000).toISOString();
  const ids: number[] = [];
  for await (const entries of auditPieces(db, orgId, { until }, PIECE)) ids.push(...entries.map(({ id }) => id));
  await db.close();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(ENTRIES);
  await expect.poll(pages).toBeGreaterThan(before + ENTRIES / PIECE);
  // The index has some hundred pages: a chunk reads a few.
  expect((await pages()) - before).toBeLessThan((10 * ENTRIES) / PIECE);
});
