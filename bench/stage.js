// Environment of the benchmarks: a durable PostgreSQL, organisations, the built service and its floor.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createToken } from '../dist/access/tokens/manage-tokens.js';
import { scopeNames } from '../dist/access/tokens/scopes.js';
import { createOrganisationWithAdmin } from '../dist/cli/context/create-organisation.js';
import { connect } from '../dist/db/citus/shard-router.js';
import { startEmbedded } from '../dist/db/embedded/embedded-server.js';
import { createKeyRing, newKey } from '../dist/db/encryption/key-ring.js';
import { migrate } from '../dist/db/migrations/migrate.js';

/** The service listens here and the floor at the next; another number where two benchmarks run on one machine. */
const PORT = Number(process.env.BENCH_PORT ?? 18080);
/** Address of the service. */
export const SERVICE = `http://127.0.0.1:${PORT}`;
const FLOOR = `http://127.0.0.1:${PORT + 1}`;
/** A plan whose limits are never reached. */
export const PLAN = { api_requests_per_minute: 100_000_000, webhook_deliveries_per_minute: 100_000_000 };

/**
 * Starts a program; resolves once it says that it is ready.
 * @param env with `NODE` in it, that Node.js runs it
 * @throws where it ends before
 */
export const start = (args, { NODE = process.execPath, ...env }, ready) =>
  new Promise((done, refuse) => {
    const child = spawn(NODE, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (data) => ready.test(String(data)) && done(child));
    child.once('exit', (code) => refuse(new Error(`${args[0]} ended with ${code}`)));
  });

/** Makes an organisation with an administrator and a token for everything. */
export const makeWithToken = async (db, name, plan) => {
  const wish = { name, timeZone: 'Europe/Berlin', plan, email: `${name}@example.com`, passwordStays: true };
  const { org_id: orgId, admin } = await createOrganisationWithAdmin(db, wish);
  const access = { orgId, userKid: admin.kid, name, scopes: scopeNames, expires: null, addresses: [] };
  const { token } = await db.transaction((tx) => createToken(tx, access));
  return { orgId, kid: admin.kid, token };
};

/** Sets the stage; `stop` takes it down. */
export const setStage = async ({ quick, minutes }) => {
  // Not in /tmp, which is memory on some machines.
  const folder = await mkdtemp('/var/tmp/broker-crm-bench-');
  // As root the database runs as another account; below a folder that it cannot enter, its data would lie elsewhere and stay.
  await chmod(folder, 0o755);
  const server = await startEmbedded({ dataDir: join(folder, 'data'), maxConnections: 120 });
  await migrate(server.connection, { grantTo: server.service.user });
  const SECRETS_KEY = newKey();
  const keys = [SECRETS_KEY];
  const db = connect({ connection: server.service, keyRing: createKeyRing(() => keys) });
  const client = new pg.Client(server.connection);
  await client.connect();
  const { host, port, user, password, database } = server.service;
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const floors = [];
  const others = [];
  const stage = {
    quick,
    /** Duration of the load; undefined for the default of each part. */
    minutes,
    /** Address of the service. */
    origin: SERVICE,
    scale: quick ? 0.1 : 1,
    seconds: quick ? 2 : 5,
    rounds: quick ? 2 : 3,
    folder,
    db,
    client,
    /** Address of the database, without a user. */
    place: { host, port, database },
    api: null,
    /** Process of the PostgreSQL. */
    database: Number((await readFile(join(folder, 'data/postgres/postmaster.pid'), 'utf8')).split('\n')[0]),
    organisation: (name, plan = PLAN) => makeWithToken(db, name, plan),
    /** Starts the service; one that ran ends. */
    startApi: async (env = {}) => {
      if (stage.api) await ended(stage.api);
      stage.api = await start(
        ['bin/broker-crm.js', 'serve'],
        { DATABASE_URL: url, SECRETS_KEY, PORT: String(PORT), DATA_DIR: join(folder, 'files'), ...env },
        /listens/,
      );
    },
    /** Starts a floor of its own kind, which ends with the stage. */
    start: async (args, env, ready) => {
      const child = await start(args, env, ready);
      others.push(child);
      return child;
    },
    /** Starts the floor with these statements; one that ran with others ends. */
    startFloor: async (statements) => {
      for (const floor of floors.splice(0)) await ended(floor);
      const connection = { host, port, user, password, database };
      const env = { PORT: String(PORT + 1), FLOOR: JSON.stringify({ statements, connection }) };
      floors.push(await start(['bench/floor.js'], env, /ready/));
    },
    stop: async () => {
      for (const child of [stage.api, ...floors, ...others]) if (child) await ended(child);
      await client.end();
      await db.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return stage;
};

/** Stops a program and waits for its end. */
export const ended = async (child) => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await new Promise((done) => child.once('exit', done));
};

/** A call of the service by an organisation. */
export const asService = ({ token }, path, { body, ...more } = {}) => ({
  url: `${SERVICE}${path}`,
  headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
  ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  ...more,
});

/** A call of the floor. */
export const asFloor = (path, more = {}) => ({ url: `${FLOOR}${path}`, ...more });
