/** Reasons of a failed connection, as the command and the log of a running service report them. */
import { createServer, type Server } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import { NoConnection } from '../../src/db/pool/connection-failure.ts';
import { sql } from '../../src/sql/sql.ts';
import { commandOn } from '../support/command.ts';
import { databaseUrl, type TestDatabase, testDatabase } from '../support/postgres.ts';

const PASSWORD = 'streng-geheim';
let made: TestDatabase;
let deaf: Server;
/** Answers a wish for TLS with N, as a server without it does. */
let plain: Server;
/** Accepts connections and never answers, as the kernel does for a stopped server. */
let mute: Server;
const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};
beforeAll(async () => {
  made = await testDatabase();
  deaf = createServer((socket) => socket.destroy());
  plain = createServer((socket) => socket.on('data', () => socket.write('N')));
  mute = createServer((socket) => socket.resume());
});
afterAll(async () => {
  deaf.close();
  plain.close();
  mute.close();
  await made.drop();
});

/** The error of the command at an address. */
const said = async (url: string): Promise<string> => {
  const { code, json, stderr } = await commandOn({ DATABASE_URL: url })('org', 'list');
  expect([code, json.error.code, stderr]).toEqual([1, 'database', '']);
  expect(json.error.message).not.toContain(PASSWORD);
  return json.error.message;
};
const at = (change: object) => databaseUrl({ ...made.connection, ...change });

describe('the error of a command has the address, the error of the server and the fix', () => {
  test.each([
    [
      'nothing listens',
      () => `postgres://crm:${PASSWORD}@127.0.0.1:1/crm`,
      /^DATABASE_URL: No connection to 127\.0\.0\.1:1 \(database crm, user crm\): connect ECONNREFUSED 127\.0\.0\.1:1\. Nothing listens there/,
    ],
    [
      'a host with several addresses',
      () => `postgres://crm:${PASSWORD}@localhost:1/crm`,
      /localhost:1 .*: connect ECONNREFUSED .* Nothing listens there/,
    ],
    [
      'no such host',
      () => `postgres://crm:${PASSWORD}@no-such-host.invalid/crm`,
      /no-such-host\.invalid:5432 .*Nobody knows a host of that name/,
    ],
    [
      'no such socket',
      () => `postgres://crm:${PASSWORD}@localhost/crm?host=%2Fnowhere`,
      /\/nowhere .*There is no such socket/,
    ],
    [
      'a wrong password',
      () => at({ password: PASSWORD }),
      /password authentication failed for user .*Correct user and password/,
    ],
    ['no such database', () => at({ database: 'no_such' }), /database "no_such" does not exist\. Make the database/],
  ])('%s', async (_, url, expected) => expect(await said(url())).toMatch(expected));

  test('a server that closes the connection, and a server without TLS', async () => {
    expect(await said(`postgres://crm:${PASSWORD}@127.0.0.1:${await listening(deaf)}/crm`)).toMatch(
      /(Connection terminated unexpectedly|read ECONNRESET)\./,
    );
    expect(
      await said(`postgres://crm:${PASSWORD}@127.0.0.1:${await listening(plain)}/crm?sslmode=verify-full`),
    ).toMatch(/The server does not support SSL connections\. Have the server speak TLS/);
  });

  test('a server that accepts and does not answer', { timeout: 30_000 }, async () => {
    const port = await listening(mute);
    expect(await said(`postgres://crm:${PASSWORD}@127.0.0.1:${port}/crm`)).toMatch(
      new RegExp(
        `^DATABASE_URL: No connection to 127\\.0\\.0\\.1:${port} .*: the server accepts connections and does not answer\\. The server, or the pooler`,
      ),
    );
  });
});

describe('a running service answers 503 and logs the cause', () => {
  test.each(['read', 'queryLong', 'transaction'] as const)('%s', async (way) => {
    const [server] = inject('nodes');
    const db = connect({ connection: { ...server, database: 'no_such' } });
    const asked = way === 'transaction' ? db.transaction((tx) => tx.run(sql`select 1`)) : db[way](sql`select 1`);
    const error = await asked.catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'service_unavailable', cause: expect.any(NoConnection) });
    await db.close();
  });
});

test('a database or user that the URL omits is shown as not named', () => {
  const whose = () => new NoConnection({ connectionString: 'postgres://' }, new Error('x')).message;
  const { database, user } = pg.defaults;
  Object.assign(pg.defaults, { database: undefined, user: undefined });
  vi.stubEnv('PGUSER', undefined);
  vi.stubEnv('PGDATABASE', undefined);
  try {
    expect(whose()).toContain('(database not named, user not named)');
  } finally {
    vi.unstubAllEnvs();
    Object.assign(pg.defaults, { database, user });
  }
});

test('the error of the embedded database names its log, not DATABASE_URL', () => {
  const config = { host: '/data/run', port: 5432, database: 'broker_crm', user: 'x', dataDir: '/data' };
  const { message } = new NoConnection(config, Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' }));
  expect(message).not.toContain('DATABASE_URL');
  expect(message).toContain('its log is /data/postgres.log');
});
