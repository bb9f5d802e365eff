/** Probes: liveness and readiness (rules 8.8). */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect as connectTo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { connect } from '../../src/db/citus/shard-router.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { createReadiness } from '../../src/http/routes/readiness.ts';
import { createService, type Service } from '../../src/http/service.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

const ALL = { database: true, schema: true, files: true };
/** Longer than a result is cached. */
const FORGOTTEN_MS = 1100;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a healthy service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ env: { DATA_DIR: join(folder, 'whole') } });
  });
  afterAll(() => expect(service.stop()).rejects.toThrow(/^The service logged errors:\nNot ready .*"schema".*$/));

  const readyz = (): Promise<Reply> => service.ask('GET', '/readyz');

  test('is alive and ready', async () => {
    const [lives, ready] = [await service.ask('GET', '/livez'), await readyz()];
    expect([lives.status, lives.body]).toEqual([200, { status: 'ok' }]);
    expect([ready.status, ready.body]).toEqual([200, { ready: true, checks: ALL }]);
    expect((await service.ask('POST', '/readyz')).status).toBe(405);
  });

  test('is not ready if a migration of this version is missing; a newer migration does not matter', async () => {
    const run = (text: string) => service.db.transaction((tx) => tx.run(raw(text)));
    await run('update schema_migration set number = 999 where number = 1');
    await delay(FORGOTTEN_MS);
    const without = await readyz();
    await run('update schema_migration set number = 1 where number = 999');
    await run("insert into schema_migration (number, name, checksum) values (999, '0999_later.sql', 'x')");
    expect([without.status, without.body]).toEqual([503, { ready: false, checks: { ...ALL, schema: false } }]);
    await delay(FORGOTTEN_MS);
    expect((await readyz()).status).toBe(200);
  });
});

test('concurrent probes share one query', async () => {
  const service = await startTestService();
  const files = openStores(readConfig({ DATA_DIR: join(folder, 'many') }));
  const db = connect({ connection: service.serviceConnection });
  try {
    let statements = 0;
    const counting = {
      ...db,
      read: <T>(query: Parameters<typeof db.read>[0]) => {
        statements += 1;
        return db.read<T>(query);
      },
    };
    const readiness = createReadiness({ db: counting, files, log: () => undefined });
    const states = await Promise.all(Array.from({ length: 100 }, () => readiness.state()));
    expect(new Set(states.map(({ ready }) => ready))).toEqual(new Set([true]));
    expect(statements).toBe(2);
    await delay(FORGOTTEN_MS);
    await readiness.state();
    expect(statements).toBe(4);
  } finally {
    await Promise.all([db.close(), service.stop()]);
  }
});

describe('a service with a failing dependency', () => {
  const logged: string[] = [];
  const lacking = async (connection: Parameters<typeof connect>[0]['connection'], dataDir: string) => {
    const db = connect({ connection });
    const service = createService({
      config: readConfig({ PORT: '0', DATA_DIR: dataDir }),
      db,
      log: (level, message, details) => logged.push(`${level} ${message} ${JSON.stringify(details)}`),
    });
    return { db, service, address: await service.listen() };
  };
  const asked = async ({
    db,
    service,
    address,
  }: {
    db: { close(): Promise<void> };
    service: Service;
    address: string;
  }) => {
    try {
      const [lives, begun] = [await fetch(`${address}/livez`), performance.now()];
      const [first, second] = await Promise.all([fetch(`${address}/readyz`), fetch(`${address}/readyz`)]);
      const body: unknown = await first.json();
      return {
        lives: lives.status,
        status: first.status,
        second: second.status,
        body,
        took: performance.now() - begun,
      };
    } finally {
      await service.stop();
      await db.close();
    }
  };

  test('without a database is alive and not ready, and logs the cause once', async () => {
    const answer = await asked(await lacking({ host: '127.0.0.1', port: 1 }, join(folder, 'no-database')));
    expect(answer).toMatchObject({ lives: 200, status: 503, second: 503 });
    expect(answer.body).toEqual({ ready: false, checks: { database: false, schema: false, files: true } });
    expect(logged.splice(0)).toEqual([expect.stringMatching(/^error Not ready .*"database".*ECONNREFUSED/)]);
  });

  test('with a database that does not answer is not ready within two seconds', async () => {
    const mute: Server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const service = await lacking({ host: '127.0.0.1', port }, join(folder, 'mute'));
    const answered = asked(service);
    await delay(3000);
    mute.close();
    const answer = await answered;
    expect(answer.body).toEqual({ ready: false, checks: { database: false, schema: false, files: true } });
    expect(answer.took).toBeGreaterThan(1000);
    expect(answer.took).toBeLessThan(2000);
    logged.splice(0);
  });

  test('with a file store that is not writable is not ready', async () => {
    const whole = await startTestService();
    await writeFile(join(folder, 'file'), '');
    const answer = await asked(await lacking(whole.serviceConnection, join(folder, 'file', 'data')));
    await whole.stop();
    expect([answer.status, answer.body]).toEqual([503, { ready: false, checks: { ...ALL, files: false } }]);
    expect(logged.splice(0)).toEqual([expect.stringMatching(/^error Not ready .*"files".*ENOTDIR/)]);
  });
});

test('a service that is stopping is alive and not ready', async () => {
  const service = await startTestService();
  const sockets = ['/readyz', '/livez'].map((path) => {
    const socket = connectTo(Number(new URL(service.address).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n`);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'ready')));
  await delay(50);
  const stopped = service.stop();
  await delay(50);
  const answers = sockets.map(async (socket) => {
    let text = '';
    socket.on('data', (data) => (text += data));
    socket.write('\r\n');
    await once(socket, 'end');
    socket.destroy();
    return text;
  });
  const [ready = '', lives = ''] = await Promise.all(answers);
  expect(ready).toMatch(/^HTTP\/1\.1 503 [\s\S]*"ready":false,"checks":\{"database":true,.*"stopping":true\}$/);
  expect(lives).toMatch(/^HTTP\/1\.1 200 /);
  await stopped;
});

test('a service on a standby database is not ready', async () => {
  const service = await startTestService();
  const db = connect({ connection: service.serviceConnection });
  const files = openStores(readConfig({ DATA_DIR: join(folder, 'standby') }));
  try {
    const standby = {
      ...db,
      read: <T>(query: Parameters<typeof db.read>[0]) =>
        db.read<T>(
          JSON.stringify(query).includes('pg_is_in_recovery') ? sql`select true as standby, true as known` : query,
        ),
    };
    const readiness = createReadiness({ db: standby, files, log: () => undefined });
    expect(await readiness.state()).toEqual({ ready: false, checks: { database: false, schema: false, files: true } });
  } finally {
    await Promise.all([db.close(), service.stop()]);
  }
});
