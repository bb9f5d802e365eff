/** On a cluster: where the tables are, and what `doctor` says when one is elsewhere. */

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { sql } from '../../src/sql/sql.ts';
import { commandOn } from '../support/command.ts';
import { databaseUrl, type TestDatabase, testDatabase } from '../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const placement = async (): Promise<{ ok: boolean; detail: string }> => {
  const { json } = await commandOn({ DATABASE_URL: databaseUrl(database.connection) })('doctor');
  return json.findings.find(({ check }: { check: string }) => check === 'placement');
};

test('the rows of an organisation are on one worker', async () => {
  expect(await migrate(database.connection)).toEqual([]);
  expect(await placement()).toEqual({ check: 'placement', ok: true, detail: 'by organisation, together' });
  const rows = await database.db.read<{ nodes: number; shards: number }>(
    sql`select count(distinct nodeport)::int as nodes, count(*)::int as shards from citus_shards where table_name = 'contact'::regclass`,
  );
  expect(rows[0]?.nodes).toBe(2);
});

test('the next start completes what a kill after the last migration left', async () => {
  const lacking = async () =>
    (
      await database.db.read<{ name: string }>(
        sql`select proname as name from pg_proc p join pg_language l on l.oid = p.prolang
          where l.lanname = 'plpgsql' and p.pronamespace = 'public'::regnamespace
            and not coalesce('plan_cache_mode=force_custom_plan' = any (p.proconfig), false)`,
      )
    ).map(({ name }) => name);
  expect(await lacking()).toEqual([]);
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select 'note_change'::regproc::oid::regprocedure::text as name",
  );
  await client.query(`alter function ${rows[0]?.name} reset plan_cache_mode`);
  await client.end();
  expect(await lacking()).toEqual(['note_change']);
  expect(await migrate(database.connection)).toEqual([]);
  expect(await lacking()).toEqual([]);
});

test('doctor names a misplaced table', async () => {
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query("select undistribute_table('webhook_budget')");
  await client.query("select undistribute_table('search_entry')");
  await client.query("select create_distributed_table('search_entry', 'org_id', colocate_with => 'none')");
  await client.end();
  const { ok, detail } = await placement();
  expect(ok).toBe(false);
  expect(detail.split(', ')).toEqual([
    'search_entry is distributed by org_id',
    'apart from its organisation',
    'webhook_budget is local',
    'not distribute',
  ]);
});

test('times that nodes would read otherwise are refused', async () => {
  const name = String(database.connection.database);
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    await client.query(`alter database ${name} set datestyle = 'SQL, DMY'`);
    await expect(migrate(database.connection)).rejects.toThrow(
      /^Sessions have datestyle = SQL, DMY; the service needs ISO: alter role/,
    );
  } finally {
    await client.query(`alter database ${name} set datestyle = 'ISO, DMY'`);
    await client.end();
  }
});
