/**
 * Databases of earlier releases (docs/operating.md, Upgrades): each is stored as a file in test/upgrade, with data of
 * every kind and the responses of the API at that time; this version upgrades it and responds the same.
 * KEEP_RELEASE=0.2.0 stores another one, and the program of that release (test/fault-injection/rolling-upgrade.whole.test.ts).
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createToken } from '../../src/access/tokens/manage-tokens.ts';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { readMigrations } from '../../src/db/migrations/migration-files.ts';
import { collectionsOf } from '../../src/derive/routing/collections.ts';
import { registry } from '../../src/model/registry.ts';
import { catalogue } from '../support/catalogue.ts';
import { commandOn } from '../support/command.ts';
import { type Kept, keep, restore } from '../support/database-dump.ts';
import { databaseUrl, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { createSampleRecords } from '../support/sample-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const RELEASES = readdirSync(FOLDER).filter((name) => name.endsWith('.json.gz'));

/** The lists of every kind, and of every part and annotation below the records of the stock. */
const listsOf = (ids: ReadonlyMap<string, number>): string[] =>
  collectionsOf(registry)
    .filter(({ verbs }) => verbs.includes('list'))
    .flatMap(({ address, parent }) => {
      const id = parent && ids.get(parent.path);
      return parent && id === undefined ? [] : [address.replace(/\{\w+\}/, String(id))];
    });

const schemaOf = async (connection: pg.ClientConfig): Promise<string[]> => {
  const client = new pg.Client(connection);
  await client.connect();
  return catalogue(client).finally(() => client.end());
};

/** A database of this version with a record of every kind at every address. */
const kept = async (): Promise<Buffer> => {
  const service = await startTestService();
  try {
    const client = await (await service.organisation()).client();
    const { ids } = await createSampleRecords(client, registry, 'kept');
    const answers: Record<string, unknown> = {};
    for (const path of listsOf(ids)) answers[path] = (await client.get(path)).body;
    return await keep(service.connection, answers);
  } finally {
    await service.stop();
  }
};

let ours: Buffer;
beforeAll(async () => {
  ours = await kept();
  const { KEEP_RELEASE: release } = process.env;
  if (!release) return;
  writeFileSync(`${FOLDER}${release}.json.gz`, ours);
  const left = ['*.map', 'dist/web', 'dist/reference'].map((one) => `--exclude=${one}`);
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync('tar', [
    '-czf',
    `${FOLDER}${release}.tar.gz`,
    '-C',
    root,
    ...left,
    'package.json',
    'bin',
    'dist',
    'migrations',
  ]);
});

test('a database of the first release exists', () => {
  expect(RELEASES).toContain('0.1.0.json.gz');
});

describe.each([
  ['of this version', () => ours],
  ...RELEASES.map((name) => [name, () => readFileSync(FOLDER + name)] as const),
] as const)('the database %s', (_, file) => {
  let database: TestDatabase;
  let service: TestService;
  let then: Kept;
  let applied: readonly string[];
  let current: readonly string[];
  beforeAll(async () => {
    database = await testDatabase();
    current = await schemaOf(database.connection);
    then = await restore(database.connection, file());
    applied = await migrate(database.connection, { grantTo: inject('service').user });
    service = await startTestService({ database });
  });
  afterAll(() => service?.stop());

  const ask = async (path: string, method = 'GET', body?: object) => {
    const { token } = await database.db.transaction((tx) =>
      createToken(tx, { orgId: orgId(), userKid: 1, name: 'Later', scopes: scopeNames, expires: null, addresses: [] }),
    );
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(service.address + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const orgId = (): number => (then.tables.organisation?.[0] as { org_id: number }).org_id;

  test('has records of every kind', () => {
    const empty = Object.entries(then.tables).flatMap(([name, rows]) => (rows.length ? [] : [name]));
    const stored = registry.resources.filter(({ storage: rows }) => rows.stored).map(({ table }) => table);
    expect(empty.filter((name) => stored.includes(name))).toEqual([]);
    expect(Object.keys(then.answers).length).toBeGreaterThan(50);
  });

  test('is migrated to the schema of this version', async () => {
    const later = (await readMigrations()).filter(
      ({ number }) => !then.migrations.some((one) => one.number === number),
    );
    expect(applied).toEqual(later.map(({ name }) => name));
    expect(await schemaOf(database.connection)).toEqual(current);
  });

  test('returns the same responses as before, and accepts changes', async () => {
    for (const [path, body] of Object.entries(then.answers)) {
      const now = await ask(path);
      expect([path, now.status, withoutAdded(now.body)]).toEqual([
        path,
        200,
        expect.objectContaining(withoutAdded(body) as object),
      ]);
    }
    const made = await ask('/v3/customers', 'POST', { name: 'Danach' });
    expect(made.status).toBe(201);
    expect((await ask(`/v3/customers/${made.body.kid}`, 'PATCH', { vorname: 'Neu' })).status).toBe(200);
  });

  test('passes the doctor, and after `reprint`, which the notes of new fields ask for, no stored JSON differs', async () => {
    const run = commandOn({ DATABASE_URL: databaseUrl(database.connection) });
    const { json } = await run('doctor');
    const checks = ['migrations', 'schema', 'counters'];
    const found = json.findings.filter(({ check }: { check: string }) => checks.includes(check));
    expect(found.map(({ check, ok }: { check: string; ok: boolean }) => [check, ok])).toEqual(
      checks.map((one) => [one, true]),
    );
    expect((await run('reprint')).code).toBe(0);
    expect((await run('reprint', '--check')).code).toBe(0);
  });
});

/** An answer without the members that records did not have then: the author of comments. */
const withoutAdded = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) => (name === 'autor' ? undefined : value));

test('a running process continues beside a newer version that added to the schema, and a new one of the old version does not start', async () => {
  const service = await startTestService();
  const client = await (await service.organisation()).client();
  const { kid } = (await client.post('/v3/customers', { name: 'Vorher' })).body;
  const calls = async (): Promise<number[]> => {
    const made = await client.post(`/v3/customers/${kid}/addresses`, { strasse: 'Weg 1' });
    const changed = await client.patch(`/v3/customers/${kid}`, { vorname: `Neu ${Math.floor(performance.now())}` });
    const found = await client.post('/v3/search', { query: 'vorher', indices: ['customers'] });
    return [made.status, changed.status, found.status, (await client.get(`/v3/customers/${kid}`)).status];
  };
  // Statements are prepared before the schema changes below them.
  const before = await calls();
  const newer = new pg.Client(service.connection);
  await newer.connect();
  const tables = new Set(registry.resources.filter(({ storage: rows }) => rows.stored).map(({ table }) => table));
  for (const table of tables) await newer.query(`alter table ${table} add column of_the_newer text default 'x'`);
  await newer.query('create table of_the_newer (org_id int not null, id int not null, primary key (org_id, id))');
  await newer.query("insert into schema_migration values (9999, '9999_of_the_newer.sql', '')");
  await newer.end();
  expect([before, await calls()]).toEqual([before, before]);
  expect(before).toEqual([201, 200, 200, 200]);
  await expect(migrate(service.connection)).rejects.toThrow('9999_of_the_newer.sql, which this version does not know');
  await service.stop();
});
