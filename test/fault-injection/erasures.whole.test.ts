/** The service dies at many moments of erasures: each ends with nothing left, in the database, the files and the log (docs/privacy.md). */
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl } from '../support/postgres.ts';
import { freePort, type Running, startProgram } from '../support/process.ts';
import { tablesWithOrganisation } from '../support/row-of-each-table.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const KILLS = 20;
/** Milliseconds between two moments: together more than an erasure takes. */
const STEP = 75;
const MARK = 'Ranariq';
const ACTIVITIES = 5;

let folder: string;
let service: TestService;
let organisation: Organisation;
let client: Client;
let running: Running;
let log = '';
const start = async (): Promise<void> => {
  const env = { DATABASE_URL: databaseUrl(service.connection), DATA_DIR: folder, LOG_LEVEL: 'debug' };
  running = await startProgram({ ...env, PORT: String(await freePort()) });
};
const end = async (signal: NodeJS.Signals): Promise<void> => {
  await running.end(signal);
  log += running.output.stdout + running.output.stderr;
};

beforeAll(async () => {
  [folder, service] = await Promise.all([makeFolder('erasures'), startTestService()]);
  organisation = await service.organisation({ api_requests_per_minute: 1_000_000 });
  client = await organisation.client();
  await start();
});
afterAll(async () => {
  await running.end('SIGKILL');
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** POSTs to the process that is killed: it has the files. */
const post = async (path: string, body: unknown): Promise<Record<string, number>> => {
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', connection: 'close' };
  const answer = await fetch(running.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  expect(answer.ok, `${path} ${text}`).toBe(true);
  return JSON.parse(text) as Record<string, number>;
};

/** A customer with records of several kinds, parts, comments and a file. */
const makePerson = async (n: number): Promise<number> => {
  const mark = `${MARK} ${n}`;
  const { kid = 0 } = await post('/v3/customers', { name: mark, kommentar: mark });
  await post(`/v3/customers/${kid}/addresses`, { strasse: mark });
  const { id = 0 } = await post('/v3/goals', { kid, subject: mark });
  await post(`/v3/goals/${id}/comments`, { text: mark });
  for (let at = 0; at < ACTIVITIES; at += 1) await post('/v3/activities', { kid, kategorie: 1, titel: mark });
  await post('/v3/documents', { kid, name: `${mark}.txt`, base64: Buffer.from(mark).toString('base64') });
  return kid;
};

interface State {
  readonly state: string;
  readonly leased: boolean;
  readonly counts: string;
}
const stateOf = async (kid: number): Promise<State | undefined> => {
  const [row] = await service.db.read<State>(sql`select e.state, e.leased_until is not null as leased, e.counts
    from erasure e where e.org_id = ${organisation.orgId} and e.kid = ${kid}`);
  return row;
};

/** Tables and files that have the mark. */
const found = async (): Promise<string[]> => {
  const places: string[] = [];
  for (const table of await tablesWithOrganisation(service.db)) {
    const rows = await service.db.queryLong(sql`select 1 as one from ${raw(table)} t
      where t.org_id = ${organisation.orgId} and to_json(t)::text ilike ${`%${MARK}%`} limit 1`);
    if (rows.length) places.push(table);
  }
  const files = openStores(readConfig({ PORT: '0', DATA_DIR: folder }));
  for await (const { key } of files.current.list()) {
    const bytes = await (await files.current.open(key)).toArray();
    if (Buffer.concat(bytes).includes(MARK)) places.push(key);
  }
  await files.close();
  return places;
};

test(`kill -9 at ${KILLS} moments`, async () => {
  const kids: number[] = [];
  const moments = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const kid = await makePerson(kill);
    kids.push(kid);
    await post(`/v3/customers/${kid}/privacy/erasure`, { confirm: kid, reason: 'Art. 17' });
    await until(async () => (await stateOf(kid))?.leased === true, { what: 'the worker' });
    await delay(kill * STEP);
    await end('SIGKILL');
    const { state, counts } = (await stateOf(kid)) ?? {};
    moments.add(`${state} ${counts}`);
    await start();
  }
  // The kills were at different moments, not all before or after the work.
  expect(moments.size).toBeGreaterThan(1);
  for (const kid of kids)
    await until(async () => (await stateOf(kid))?.state === 'done', { what: `the erasure of ${kid}` });
  expect(await found()).toEqual([]);
  for (const kid of kids)
    expect(JSON.parse((await stateOf(kid))?.counts ?? '')).toMatchObject({
      customers: 1,
      addresses: 1,
      goals: 1,
      activities: ACTIVITIES,
      documents: 1,
    });
  await end('SIGTERM');
  // Statements are in the log, with no value.
  expect(log).toContain('"msg":"statement"');
  expect(log).not.toContain(MARK);
}, 600_000);
