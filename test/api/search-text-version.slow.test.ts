/** Search entries of an older version are rebuilt by the running service (docs/decisions/0008). */
import { expect, test } from 'vitest';
import { startSettingsJobs } from '../../src/operations/org-settings/settings-jobs.ts';
import { rebuildSearch } from '../../src/operations/rebuild/reindex.ts';
import { SEARCH_TEXT_VERSION } from '../../src/shared/search-text-version.ts';
import { type Sql, sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { until } from '../support/until.ts';

const { service, organisation, client } = setUpService();

const run = <T>(statement: Sql) => service.db.transaction((tx) => tx.run<T>(statement));
const total = async (query: string): Promise<number> =>
  (await client.post('/v3/search', { query, indices: ['customers'] })).body.total;
const version = async (): Promise<number | undefined> =>
  (
    await run<{ v: number }>(
      sql`select search_text_version as v from organisation where org_id = ${organisation.orgId}`,
    )
  )[0]?.v;

/** Runs the background jobs until a condition holds. */
const jobsUntil = async (condition: () => Promise<boolean>, late: number): Promise<void> => {
  const failures: string[] = [];
  const jobs = startSettingsJobs(service.asService, ({ message }) => failures.push(message), { rest: 1, late });
  try {
    await until(condition, { what: 'the job' });
  } finally {
    await jobs.stop();
  }
  expect(failures).toEqual([]);
};

test('an organisation starts with the current version', async () => {
  expect(await version()).toBe(SEARCH_TEXT_VERSION);
});

test('an interrupted rebuild continues at its checkpoint, and the repetition begins with the first record', async () => {
  const kids = [];
  for (const name of ['Ağrı', 'Iğdır']) kids.push((await client.post('/v3/customers', { name })).body.kid as number);
  await run(
    sql`update search_entry set text = 'alt', grams = '{}' where org_id = ${organisation.orgId} and section = 'customers'`,
  );
  const checkpoint = JSON.stringify({ version: SEARCH_TEXT_VERSION, path: 'customers', id: kids[0] });
  await run(sql`update organisation
    set search_text_version = 1, search_checkpoint = ${checkpoint}::jsonb
    where org_id = ${organisation.orgId}`);
  await jobsUntil(async () => (await total('igdir')) === 1, 60_000);
  expect(await total('agri')).toBe(0);
  await jobsUntil(async () => (await version()) === SEARCH_TEXT_VERSION, 500);
  expect([await total('agri'), await total('igdir')]).toEqual([1, 1]);
});

test('entries of an older version are rebuilt, and again for late writers', async () => {
  const { kid } = (await client.post('/v3/customers', { name: 'Yıldırım' })).body;
  await client.post(`/v3/customers/${kid}/contacts`, { art: 'Telefon', wert: '+49 171 9876543' });
  const writeOld = () =>
    run(sql`update search_entry
      set text = case part when '' then 'yıldırım' else '+49 171 9876543' end, grams = '{}'
      where org_id = ${organisation.orgId} and section = 'customers' and id = ${kid}`);
  await writeOld();
  await run(sql`update organisation set search_text_version = 1 where org_id = ${organisation.orgId}`);
  expect([await total('yildirim'), await total('0171/9876543')]).toEqual([0, 0]);
  await jobsUntil(async () => (await total('yildirim')) === 1 && (await total('0171/9876543')) === 1, 60_000);
  // Until no process of the older version can be left, the mark stays.
  expect(await version()).toBe(1);
  await writeOld();
  await jobsUntil(async () => (await version()) === SEARCH_TEXT_VERSION, 500);
  expect([await total('yildirim'), await total('0171/9876543')]).toEqual([1, 1]);
  expect(await rebuildSearch(service.db, organisation.orgId)).toEqual([]);
});
