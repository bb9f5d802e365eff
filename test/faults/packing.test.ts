/** The running service packs the search entries of large kinds, and a kill -9 in the middle changes no count. */

import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gramsIn } from '../../src/derive/search-grams.ts';
import { findPackable, SIZES } from '../../src/operations/search/pack-search.ts';
import { type Sql, sql } from '../../src/sql.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl } from '../support/postgres.ts';
import { freePort, startProgram } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const RECORDS = 60_000;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('what was loaded is packed, whenever the service is killed', async () => {
  const { orgId, client } = await service.organisation();
  const { post } = await client();
  const run = <T>(statement: Sql) => service.db.transaction((tx) => tx.run<T>(statement));
  await run(sql`insert into search_entry (org_id, section, id, part, part_id, text, grams)
    select ${orgId}, 'customers', 1000000 + n, '', 0, 'name ' || n || case when n % 3 = 0 then ' xy' else '' end, ${gramsIn(orgId, 'customers').of('name')}
    from generate_series(1, ${RECORDS}::int) n`);
  await run(sql`insert into record_count (org_id, name, slot, n) values (${orgId}, 'customers', 99, ${RECORDS})`);
  // A word that each record has is searched in what is packed.
  await run(sql`analyze search_entry`);
  const packed = async () =>
    (await run(sql`select 1 from search_block where org_id = ${orgId} and ids is not null`)).length * SIZES.block;
  const totals = async () => {
    const found: number[] = [];
    for (const query of ['xy', 'x 7', 'name'])
      found.push((await post('/v3/search', { query, indices: ['customers'] })).body.total);
    return found;
  };
  const before = await totals();
  expect([before[0], before[2]]).toEqual([RECORDS / 3, RECORDS]);

  const files = await makeFolder('packing');
  const env = { DATABASE_URL: databaseUrl(service.connection), DATA_DIR: files, LOG_LEVEL: 'error' };
  let kills = 0;
  for (; (await packed()) < RECORDS / 2; kills += 1) {
    const one = await startProgram({ ...env, PORT: String(await freePort()) });
    const start = await packed();
    await until(async () => (await packed()) > start, { what: 'a block' });
    await new Promise((resolve) => setTimeout(resolve, 20 * kills));
    await one.end('SIGKILL');
    expect(await totals()).toEqual(before);
  }
  expect(kills).toBeGreaterThan(1);

  const last = await startProgram({ ...env, PORT: String(await freePort()) });
  await until(async () => (await findPackable(service.db)).length === 0, { what: 'the rest' });
  expect(await packed()).toBeGreaterThan(RECORDS - 3 * SIZES.block);
  expect(await totals()).toEqual(before);
  expect(await last.end('SIGTERM')).toBe(0);
  expect(last.output.stderr).toBe('');
  await rm(files, { recursive: true });
}, 180_000);
