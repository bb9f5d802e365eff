/** The service behind PgBouncer, as it is installed: any transaction may run on another connection of the server. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import type { Database } from '../../src/db/database.ts';
import { createKeyRing } from '../../src/db/encryption/key-ring.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { reasonOf } from '../../src/errors/api-error.ts';
import { prepared, sql } from '../../src/sql/sql.ts';
import { onServer } from '../support/citus.ts';
import { commandOn } from '../support/command.ts';
import { type Pooler, startPooler } from '../support/pooler.ts';
import { databaseUrl, dropDatabase, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { runProgram } from '../support/process.ts';
import { hasProgram } from '../support/programs.ts';
import { SECRETS_KEY } from '../support/secrets-key.ts';
import { startTestService } from '../support/service.ts';
import { startSlowNetwork } from '../support/slow-network.ts';

const has = hasProgram('pgbouncer');

describe.skipIf(!has).each(['transaction', 'session'] as const)('PgBouncer in %s mode', (mode) => {
  let made: TestDatabase;
  let pooler: Pooler;
  let db: Database;
  const through = () => ({ ...made.connection, host: pooler.host, port: pooler.port });
  beforeAll(async () => {
    made = await testDatabase();
    const [server] = inject('nodes');
    // Fewer connections than the service opens: they change hands all the time.
    pooler = await startPooler(server, { mode, size: mode === 'session' ? 40 : 2, users: [server] });
    const keys = [SECRETS_KEY];
    db = connect({
      connection: through(),
      keyRing: createKeyRing(() => keys),
      lanes: 4,
      writers: 8,
      longReaders: 2,
    });
  });
  afterAll(async () => {
    await db?.close();
    await pooler?.stop();
    await made?.drop();
  });

  test('each read gets its own rows, however the response is split', async () => {
    const network = await startSlowNetwork(pooler);
    const slow = connect({ connection: { ...through(), host: '127.0.0.1', port: network.port }, lanes: 6, writers: 4 });
    const ask = async (n: number) => {
      const value = `${n} ${'x'.repeat(n % 300)}`;
      const statement = prepared`select ${value}::text as value`;
      const [row] = await (n % 5
        ? slow.read<{ value: string }>(statement)
        : slow.transaction((tx) => tx.run<{ value: string }>(statement)));
      return row?.value === value;
    };
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) => ask(n).catch((error: unknown) => reasonOf(error))),
    );
    expect(answers.filter((own) => own !== true)).toEqual([]);
    await slow.close();
    await network.stop();
  });

  test('concurrent creates of records with parts never wait for a second connection', async () => {
    const service = await startTestService({ database: { ...made, service: db, drop: async () => undefined } });
    const client = await (await service.organisation()).client();
    const { kid } = (await client.post('/v3/customers', { name: 'Halter' })).body;
    const tariffs = Array.from({ length: 30 }, (_, n) => ({ name: `Tarif ${n}` }));
    const make = () => client.post('/v3/contracts', { kid, sparte: 'phv', tariffs });
    const answers = await Promise.all(Array.from({ length: 24 }, make));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    await service.stop();
  }, 30_000);

  test('named statements, transactions, long reads and streams run concurrently', async () => {
    const named = (n: number) => prepared`select ${n}::int as n`;
    const streamed: unknown[] = [];
    const [reads, written, long] = await Promise.all([
      Promise.all(Array.from({ length: 200 }, (_, n) => db.read<{ n: number }>(named(n)))),
      Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          db.transaction(async (tx) => {
            await tx.run(sql`set local work_mem = '8MB'`);
            const [row] = await tx.run<{ n: number }>(named(n));
            return (await tx.finish([named((row?.n ?? 0) + 1)]))[0];
          }),
        ),
      ),
      db.queryLong<{ n: number }>(named(7)),
      db.stream(prepared`select generate_series(1, ${500}::int)`, (row) => streamed.push(row[0])),
    ]);
    expect(reads.map(([row]) => row?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    expect(written).toEqual(Array.from({ length: 40 }, (_, n) => [{ n: n + 1 }]));
    expect([long, streamed.length]).toEqual([[{ n: 7 }], 500]);
  });

  test('concurrent reads do not wait for each other', async () => {
    const asleep = () => db.read(sql`select pg_sleep(0.5)::text as slept`);
    await Promise.all([asleep(), asleep()]);
    const begun = performance.now();
    await Promise.all([asleep(), asleep()]);
    expect(performance.now() - begun).toBeLessThan(950);
  });

  test('settings of a transaction end with it', async () => {
    await db.transaction((tx) => tx.run(sql`set local work_mem = '9MB'`));
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => db.read<{ value: string }>(sql`select current_setting('work_mem') as value`)),
    );
    expect(seen.flat().filter(({ value }) => value === '9MB')).toEqual([]);
  });

  test('migrate and doctor succeed', async () => {
    const command = commandOn({ DATABASE_URL: databaseUrl(through()) });
    expect(await command('migrate')).toMatchObject({ code: 0, stderr: '' });
    await pooler.say('RECONNECT');
    const doctor = await command('doctor');
    expect(doctor.json.findings.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    expect(doctor.json.findings).toContainEqual({
      check: 'sessions',
      ok: true,
      detail: expect.stringContaining('set for this role'),
    });
  });

  test('of two concurrent migrations of an empty database one does all and the other waits; a killed one blocks none', async () => {
    const [server] = inject('nodes');
    const name = `empty_${mode}_${process.pid}`;
    await onServer(server, 'postgres', [`create database ${name}`]);
    try {
      const empty = { ...through(), database: name };
      const killed = new AbortController();
      const broken = runProgram(['migrate'], { DATABASE_URL: databaseUrl(empty) }, killed.signal);
      await new Promise((done) => setTimeout(done, 700));
      killed.abort();
      expect((await broken).code).not.toBe(0);
      const all = await Promise.all([migrate(empty), migrate(empty)]);
      const [count] = await onServer(server, name, [
        'select count(*)::int as n, count(distinct number)::int as each from schema_migration',
      ]);
      expect(count?.rows[0].n).toBe(count?.rows[0].each);
      expect(all.flat().length).toBeLessThanOrEqual(count?.rows[0].n);
      expect(await migrate(empty)).toEqual([]);
    } finally {
      await dropDatabase(name);
    }
  });
});
