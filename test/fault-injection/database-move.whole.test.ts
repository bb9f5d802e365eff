/** From the embedded database to another server, and the service on that server (docs/decisions/0045). */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import { startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { signIn } from '../support/browser-session.ts';
import { onServer } from '../support/citus.ts';
import { contentOf } from '../support/content-of.ts';
import { makeFolder } from '../support/folder.ts';
import { startPooler } from '../support/pooler.ts';
import { databaseUrl, dropDatabase } from '../support/postgres.ts';
import { freePort, runProgram, startProgram } from '../support/process.ts';
import { hasProgram } from '../support/programs.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { fillEachTable } from '../support/row-of-each-table.ts';
import { until } from '../support/until.ts';

/**
 * A table of a possible later migration: generated columns, a name that needs quotes, rows that reference each other.
 */
const LATER = `create table "Later on" (
  id int generated always as identity primary key, "Above" int references "Later on", half numeric not null,
  twice numeric generated always as (half * 2) stored, at timestamptz, bytes bytea, list text[])`;
const ROWS_OF_LATER = `insert into "Later on" ("Above", half, at, bytes, list) values
  (2, 1.5, '2026-03-29 01:30:00.123+00', '\\x00ff', '{a,"b c",null}'), (null, 0.1, null, null, null), (1, -1, 'infinity', '', '{}')`;

/** Rows of tables that belong to no organisation and that only failures fill. */
const FAILURES = [
  "insert into failed_authentication (address, failures, since) values ('203.0.113.7', 3, now())",
  "insert into login_failure (id, failures, since) values ('203.0.113.7', 2, now())",
];

const sides = { source: '', secrets: '' };
const demo = { token: '', login: { email: '', password: '' } };
const hook = { id: '', secret: '' };
let receiver: Receiver;
let folder: string;
let target: pg.ClientConfig & { readonly database: string };
const moved = () => join(sides.source, 'postgres', 'moved.json');

/** Contents of the embedded database. */
let held: Record<string, unknown>;

beforeAll(async () => {
  folder = await makeFolder('move');
  sides.source = join(folder, 'data');
  sides.secrets = join(sides.source, 'secrets.key');
  const first = await startProgram({ DATA_DIR: sides.source, PORT: String(await freePort()), LOG_LEVEL: 'error' });
  demo.token = /Bearer (\S+?)['"]/.exec(first.output.stdout)?.[1] ?? '';
  demo.login = {
    email: /sign in as (\S+)/.exec(first.output.stdout)?.[1] ?? '',
    password: /with the password (\S+)/.exec(first.output.stdout)?.[1] ?? '',
  };
  await first.end('SIGTERM');
  const run = async (...args: string[]) => {
    const env = { DATA_DIR: sides.source, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
    const { code, stdout, stderr } = await runProgram([...args, '--json'], env);
    expect(code, stdout + stderr).toBe(0);
    return JSON.parse(stdout);
  };
  await run('org', 'create', '--name', 'Zweite', '--admin-email', 'z@example.com');
  receiver = await startReceiver();
  const made = await run(
    'webhook',
    'create',
    '--org',
    '1',
    '--url',
    receiver.url(),
    '--events',
    'customers.insert',
    '--header',
    'X-Key=geheim',
  );
  Object.assign(hook, { id: String(made.webhook_id), secret: made.secret });
  const server = await startEmbedded({ dataDir: sides.source, durable: false });
  const db = connect({ connection: server.connection, lanes: 1, writers: 1, longReaders: 1 });
  try {
    for (const orgId of [1, 2]) await fillEachTable(db, orgId);
    const { database } = server.connection;
    await onServer(server.connection, String(database), [LATER, ROWS_OF_LATER, ...FAILURES]);
    held = await contentOf(server.connection);
  } finally {
    await db.close();
    await server.stop();
  }
}, 300_000);
afterAll(async () => {
  await receiver.stop();
  await rm(folder, { recursive: true, force: true });
});

const onTarget = (...statements: string[]) => onServer(target, target.database, statements);

beforeEach(async () => {
  const [server] = inject('nodes');
  target = { ...server, database: `moved_${randomBytes(6).toString('hex')}` };
  await onServer(server, 'postgres', [`create database ${target.database} template template0 encoding 'UTF8'`]);
  await onServer(server, 'postgres', [`alter database ${target.database} set datestyle = 'SQL, DMY'`]);
  await onServer(server, 'postgres', [`alter database ${target.database} set timezone = 'Asia/Kolkata'`]);
  // A table that a later version would create there.
  await onTarget(LATER);
});
afterEach(async () => {
  await rm(moved(), { recursive: true, force: true });
  await dropDatabase(target.database);
});

const settings = (more: Record<string, string> = {}): Record<string, string> => ({
  DATA_DIR: sides.source,
  DATABASE_URL: databaseUrl(target),
  SECRETS_KEY: '',
  ...more,
});
const move = async (more: Record<string, string> = {}, args: readonly string[] = [], killed?: AbortSignal) => {
  const { code, stdout, stderr } = await runProgram(['database', 'move', ...args, '--json'], settings(more), killed);
  return { code, json: stdout ? JSON.parse(stdout) : null, said: stdout + stderr };
};

/** Rows of the target by tables, those that have any. */
const rowsThere = async (): Promise<string[]> =>
  Object.entries(await contentOf(target)).flatMap(([name, rows]) => (Array.isArray(rows) && rows.length ? [name] : []));

test('all rows and sequences are moved, and the service continues with tokens, sessions, files and secrets', async () => {
  const { user: service } = inject('service');
  const { code, json, said } = await move({}, ['--grant-to', String(service)]);
  expect(code, said).toBe(0);
  expect(await contentOf(target)).toEqual(held);
  const empty = Object.keys(held).filter((name) => Array.isArray(held[name]) && !(held[name] as unknown[]).length);
  expect(empty, 'tables that were not tried').toEqual([]);
  const tables = Object.fromEntries(
    Object.entries(held).flatMap(([name, rows]) => (Array.isArray(rows) ? [[name, rows.length]] : [])),
  );
  expect(json).toMatchObject({ tables, missing_secrets_keys: [] });
  expect(json.next.join('\n')).toContain(sides.secrets);

  const env = settings({ PORT: String(await freePort()), LOG_LEVEL: 'error', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const role = { ...env, DATABASE_URL: databaseUrl({ ...target, ...inject('service') }) };
  const running = await startProgram(role);
  try {
    const ask = (path: string, body?: object) =>
      fetch(`${running.address}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${demo.token}`, 'content-type': 'application/json', connection: 'close' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const list = (await (await ask('/v3/customers?limit=5')).json()) as { total: number };
    expect(list.total).toBeGreaterThan(20);
    expect((await ask('/v3/customers', { name: 'Danach' })).status).toBe(201);
    const documents = (await (await ask('/v3/documents?limit=1')).json()) as { items: { id: number }[] };
    expect((await ask(`/v3/documents/${documents.items[0]?.id}/download`)).status).toBe(200);
    expect((await signIn(running.address, demo.login)).csrf).toBeTruthy();
  } finally {
    await running.end('SIGTERM');
  }
  const tested = await runProgram(['webhook', 'test', hook.id, '--json'], role);
  expect(tested.code, tested.stdout + tested.stderr).toBe(0);
  const call = receiver.received.at(-1);
  expect(call?.headers['x-key']).toBe('geheim');
  expect(new Webhook(hook.secret).verify(call?.body ?? '', call?.headers as Record<string, string>)).toBeTruthy();
  const doctor = await runProgram(['doctor', '--json'], role);
  const findings: { check: string; ok: boolean; detail: string }[] = JSON.parse(doctor.stdout).findings;
  // Counters do not include rows that were inserted directly.
  expect(findings.flatMap(({ ok, check }) => (ok ? [] : [check]))).toEqual(['counters']);
  expect(doctor.stdout).toContain('cannot change the audit log');
});

test('the former database is not started by mistake, but on purpose', async () => {
  expect((await move()).code).toBe(0);
  const alone = { DATA_DIR: sides.source, PORT: String(await freePort()) };
  await expect(startProgram(alone)).rejects.toThrow('set DATABASE_URL');
  const refused = await runProgram(['org', 'list', '--json'], alone);
  expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([1, 'moved']);
  expect(JSON.parse(refused.stdout).error.message).toContain(`was moved to ${target.host}/${target.database}`);
  await rm(moved());
  expect((await runProgram(['org', 'list', '--json'], alone)).code).toBe(0);
});

test('a key that the settings lack is reported with the file that contains it', async () => {
  const { json, said } = await move({ SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') });
  expect(json?.missing_secrets_keys, said).toHaveLength(1);
  expect(json.next.join('\n')).toContain(`set SECRETS_KEY_FILE=${sides.secrets}`);
  const env = settings({ DATA_DIR: join(folder, 'elsewhere'), SECRETS_KEY_FILE: sides.secrets });
  const status = await runProgram(['secrets', 'status', '--json'], env);
  expect(status.code, status.stdout + status.stderr).toBe(0);
});

test('rows that a start of the service created in the target are replaced', async () => {
  const other = settings({ DATA_DIR: join(folder, 'elsewhere'), SECRETS_KEY: Buffer.alloc(32, 9).toString('base64') });
  const running = await startProgram({ ...other, PORT: String(await freePort()), LOG_LEVEL: 'error' });
  await running.end('SIGTERM');
  expect(await rowsThere()).not.toEqual([]);
  const { code, said } = await move();
  expect(code, said).toBe(0);
  expect(await contentOf(target)).toEqual(held);
});

test.skipIf(!hasProgram('pgbouncer'))('all rows arrive through a pooler in transaction mode', async () => {
  const [server] = inject('nodes');
  const pooler = await startPooler(server, { mode: 'transaction', size: 2, users: [server] });
  const { host, port } = pooler;
  try {
    const { code, said } = await move({ DATABASE_URL: databaseUrl({ ...target, host, port }) });
    expect(code, said).toBe(0);
  } finally {
    await pooler.stop();
  }
  expect(await contentOf(target)).toEqual(held);
});

const ORGANISATION = "insert into organisation (org_id, name) values (7, 'Da')";

test.each([
  ['without a target', async () => ({ DATABASE_URL: '' }), 'no_target', 'create database'],
  ['without a source', async () => ({ DATA_DIR: join(folder, 'nothing') }), 'no_database', 'set DATA_DIR'],
  [
    'to a database that does not exist',
    async () => ({ DATABASE_URL: databaseUrl({ ...target, database: 'nowhere' }) }),
    'database',
    'Make the database',
  ],
  [
    'to one that has organisations',
    async () => {
      await migrate(target);
      await onTarget(ORGANISATION);
      return {};
    },
    'not_empty',
    'start the service with it',
  ],
  [
    'to one that cannot store every text',
    async () => {
      await onServer(inject('nodes')[0], 'postgres', [`drop database ${target.database}`]);
      const other = `create database ${target.database} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`;
      await onServer(inject('nodes')[0], 'postgres', [other]);
      return {};
    },
    'database',
    "encoding 'UTF8'",
  ],
  [
    'to one of a newer version',
    async () => {
      await migrate(target);
      await onTarget("insert into schema_migration (number, name, checksum) values (9999, '9999_later.sql', '')");
      return {};
    },
    'database',
    'use the newer version',
  ],
  [
    'of a table that differs there',
    async () => {
      await onTarget('alter table "Later on" drop column list');
      return {};
    },
    'tables_differ',
    'Later on',
  ],
  [
    'of a sequence that is missing there',
    async () => {
      await onTarget('alter table "Later on" alter id drop identity');
      return {};
    },
    'sequences_differ',
    'Later on_id_seq',
  ],
  [
    'as a role that may not read the tables',
    async () => {
      const { user, password } = inject('service');
      await migrate(target);
      return { DATABASE_URL: databaseUrl({ ...target, user: String(user), password: String(password) }) };
    },
    'not_owner',
    'role that owns them',
  ],
  [
    'as a role that may not write the tables',
    async () => {
      const { user, password } = inject('service');
      await migrate(target, { grantTo: String(user) });
      return { DATABASE_URL: databaseUrl({ ...target, user: String(user), password: String(password) }) };
    },
    'not_owner',
    'role that owns them',
  ],
])('a move %s is refused', async (_, prepared, code, message) => {
  const { code: exit, json, said } = await move(await prepared());
  expect([exit, json?.error.code], said).toEqual([1, code]);
  expect(json.error.message).toContain(message);
  expect((await rowsThere()).filter((name) => name !== 'organisation')).toEqual([]);
});

test('a move of an unused database, or while the service runs, is refused', async () => {
  const other = { DATA_DIR: join(folder, 'other') };
  expect((await runProgram(['org', 'list'], other)).code).toBe(0);
  expect((await move(other)).json.error.code).toBe('nothing_to_move');
  const running = await startProgram({ ...other, PORT: String(await freePort()), LOG_LEVEL: 'error' });
  const { json } = await move(other);
  await running.end('SIGTERM');
  expect(json.error).toMatchObject({ code: 'busy', message: expect.stringContaining('stop it first') });
});

test('rows that the target changes are detected, and none remains', async () => {
  await onTarget(
    'create function altered() returns trigger language plpgsql as $$ begin new.half = new.half + 1; return new; end $$',
    'create trigger altered before insert on "Later on" for each row when (new.half = 0.1) execute function altered()',
  );
  const { json } = await move();
  expect(json.error).toMatchObject({
    code: 'rows_differ',
    message: expect.stringContaining('3 are there, with other values'),
  });
  expect(await rowsThere()).toEqual([]);
});

test('the move may take longer than the transaction timeout of the target', async () => {
  await migrate(target);
  await onTarget(
    'create function late() returns trigger language plpgsql as $$ begin perform pg_sleep(5); return new; end $$',
    'create trigger late before insert on "Later on" for each row when (new.half = 0.1) execute function late()',
    // Versions before 17 have no such bound.
    `do $$ begin if current_setting('server_version_num')::int >= 170000 then
      alter database ${target.database} set transaction_timeout = '4s'; end if; end $$`,
  );
  const { code, said } = await move();
  expect(code, said).toBe(0);
});

test.each(['SIGKILL', 'SIGTERM'])('a move that is ended by %s leaves nothing and can be repeated', async (signal) => {
  await onTarget(
    'create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$',
    'create trigger slow before insert on "Later on" for each row when (new.half = 0.1) execute function slow()',
  );
  const killed = new AbortController();
  const moving = move({}, [], killed.signal);
  const copying = `select pid from pg_stat_activity where datname = current_database() and query like 'copy "Later on"%' and wait_event = 'PgSleep'`;
  await until(async () => (await onTarget(copying))[0]?.rowCount === 1);
  killed.abort(signal);
  expect((await moving).code).toBe(signal === 'SIGTERM' ? 143 : null);
  // A server notices a closed connection at its next read or write.
  await onTarget(`select pg_terminate_backend(pid) from (${copying}) t`, 'drop trigger slow on "Later on"');
  expect(await rowsThere()).toEqual([]);
  await expect(readFile(moved())).rejects.toThrow('ENOENT');
  const { code, said } = await move();
  expect(code, said).toBe(0);
  expect(await contentOf(target)).toEqual(held);
});

test('the move is recorded as soon as it commits, while the target still runs ANALYZE', async () => {
  await onTarget(
    'create function waiting() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(77); return new; end $$',
    'create trigger waiting before insert on "Later on" for each row when (new.half = 0.1) execute function waiting()',
  );
  const [held, late] = [new pg.Client(target), new pg.Client(target)];
  await Promise.all([held.connect(), late.connect()]);
  const waits = (like: string) => async () =>
    (await onTarget(`select from pg_stat_activity where query like '${like}' and wait_event_type = 'Lock'`))[0]
      ?.rowCount === 1;
  try {
    await held.query('select pg_advisory_lock(77)');
    const moving = move();
    await until(waits('copy "Later on"%'));
    await late.query('begin');
    const locked = late.query('lock table contact in share update exclusive mode');
    await until(waits('lock table contact%'));
    await held.query('select pg_advisory_unlock(77)');
    await locked;
    await until(waits('analyze contact'));
    expect(JSON.parse(await readFile(moved(), 'utf8')).to).toContain(target.database);
    await late.query('rollback');
    const { code, said } = await moving;
    expect(code, said).toBe(0);
  } finally {
    await Promise.all([held.end(), late.end()]);
  }
});

/**
 * Kills a move during the commit of the other database, which continues. @param work receives the function that
 * decides it
 */
const killedAtItsEnd = async (work: (decide: (how: 'commit' | 'abort') => Promise<void>) => Promise<void>) => {
  await onTarget(
    'create function waiting() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(78); return new; end $$',
    `create constraint trigger waiting after insert on "Later on" deferrable initially deferred
      for each row when (new.half = 0.1) execute function waiting()`,
  );
  const holding = new pg.Client(target);
  await holding.connect();
  const killed = new AbortController();
  const committing = `select pid from pg_stat_activity where datname = current_database() and query = 'commit' and state = 'active'`;
  const some = (which: string) => async () => ((await onTarget(which))[0]?.rowCount ?? 0) > 0;
  const left = some(committing);
  try {
    await holding.query('select pg_advisory_lock(78)');
    const moving = move({}, [], killed.signal);
    // Migrations of that database are committed before.
    await until(some(`${committing} and wait_event = 'advisory'`));
    killed.abort('SIGKILL');
    await moving;
    await work(async (how) => {
      if (how === 'abort') await onTarget(`select pg_terminate_backend(pid) from (${committing}) t`);
      await holding.query('select pg_advisory_unlock(78)');
      await until(async () => !(await left()));
    });
  } finally {
    await holding.end();
  }
};
const alone = async () => {
  const { stdout } = await runProgram(['org', 'list', '--json'], { DATA_DIR: sides.source });
  return JSON.parse(stdout).error;
};

test('a move that is killed during the commit is refused with the two commands that resolve it', async () => {
  await killedAtItsEnd(async (decide) => {
    for (const { code, message } of [await alone(), (await move()).json.error]) {
      expect(code).toBe('move_undecided');
      expect(message).toContain(`to ${target.host}/${target.database} was interrupted at its commit`);
      expect(message).toContain('"broker-crm org list" with that DATABASE_URL');
      expect(message).toContain(`"rm ${moved()}"`);
    }
    await expect(startProgram({ DATA_DIR: sides.source, PORT: String(await freePort()) })).rejects.toThrow('org list');
    await decide('commit');
  });
  const listed = await runProgram(['org', 'list', '--json'], settings());
  expect(JSON.parse(listed.stdout), listed.stderr).toHaveLength(2);
  expect(await contentOf(target)).toEqual(held);
  await rm(moved());
  expect((await move()).json.error.code).toBe('not_empty');
});

test('a move that is killed during the rollback is completed by the second command', async () => {
  await killedAtItsEnd((decide) => decide('abort'));
  const listed = await runProgram(['org', 'list', '--json'], settings());
  expect(JSON.parse(listed.stdout), listed.stderr).toEqual([]);
  await rm(moved());
  const { code, said } = await move();
  expect(code, said).toBe(0);
  expect(await contentOf(target)).toEqual(held);
});

test('a commit that the target refuses leaves no record of the move', async () => {
  await onTarget(
    "create function refusing() returns trigger language plpgsql as $$ begin raise 'no'; end $$",
    `create constraint trigger refusing after insert on "Later on" deferrable initially deferred
      for each row when (new.half = 0.1) execute function refusing()`,
  );
  expect((await move()).code).toBe(1);
  await expect(readFile(moved())).rejects.toThrow('ENOENT');
});

test('nothing is moved if the move cannot be recorded', async () => {
  await mkdir(moved());
  const { code, json } = await move();
  expect([code, json.error.code]).toEqual([1, 'not_noted']);
  expect(json.error.message).toContain('Nothing was moved');
  expect(await rowsThere()).toEqual([]);
});
