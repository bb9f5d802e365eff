/** What the fuzzer plays on: a PostgreSQL, the built service as a process of its own, and organisations with records. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scopeNames } from '../../src/access/scopes.ts';
import { findSession } from '../../src/access/sessions.ts';
import { createToken } from '../../src/access/tokens.ts';
import { makeOrganisation } from '../../src/cli/new-organisation.ts';
import { connect } from '../../src/db/cluster.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { SERVICE } from '../../src/db/embedded-access.ts';
import { createKeyRing } from '../../src/db/key-ring.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Collection } from '../../src/derive/collections.ts';
import { registry } from '../../src/model/registry.ts';
import { newSession } from '../../src/settings/sessions.ts';
import { buildWhereStale } from '../support/build.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort, startProgram } from '../support/process.ts';
import { SECRETS_KEY } from '../support/secrets-key.ts';
import { make, type Poster, stockUp } from '../support/stock.ts';
import type { World } from './world.ts';

const PLAN = { api_requests_per_minute: 100_000_000, webhook_deliveries_per_minute: 1_000_000, licenses: 1_000_000 };
/** How a cause that the service logged is shown. */
const CAUSE_LENGTH = 600;

export interface Stage {
  /** Where the service is asked, and which process answers. */
  readonly port: number;
  readonly pid: number;
  /** An organisation with a record of each kind, a token, a session and what settings name. @param mark stands in all its texts */
  world(mark: string): Promise<World>;
  /** Makes a record that may be deleted; undefined where it cannot be made. */
  victim(world: World, collection: Collection | undefined): Promise<number | undefined>;
  /** What the service logged of a request. */
  causeOf(requestId: string): Promise<string | undefined>;
  /** Starts the service again, or what stands before it, whichever died. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A process before the service, for tests that plant faults in it. */
export type Front = (port: number) => Promise<{ readonly port: number; readonly pid: number; stop(): Promise<void> }>;

/** A JSON call of the service; the settings of a world are made with it. */
const callWith = async (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const answer = text.startsWith('{') ? (JSON.parse(text) as Record<string, number>) : {};
  return { status: response.status, headers: response.headers, body: answer, text, error: undefined };
};

/** Sets the stage. @param front stands before the service where it is given */
export const setStage = async (front?: Front): Promise<Stage> => {
  await buildWhereStale();
  const folder = await makeFolder('fuzz');
  const server = await startEmbedded({ dataDir: join(folder, 'data'), durable: false, maxConnections: 120 });
  await migrate(server.connection, { grantTo: SERVICE });
  const db = connect({ connection: server.service, keyRing: createKeyRing(() => [SECRETS_KEY]) });
  const { host, port: databasePort, user, password, database } = server.service;
  const env = {
    DATABASE_URL: `postgres://${user}:${password}@localhost:${databasePort}/${database}?host=${encodeURIComponent(String(host))}`,
    DATA_DIR: join(folder, 'files'),
    LOG_LEVEL: 'error',
    // Each request comes from an address of its own; webhooks reach nothing but this machine.
    TRUSTED_PROXIES: '127.0.0.1',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
  };
  const start = async () => {
    const port = await freePort();
    const program = await startProgram({ ...env, PORT: String(port) });
    const before = front && (await front(port));
    return { program, before, port: before?.port ?? port, pid: before?.pid ?? program.pid, behind: port };
  };
  let running = await start();
  const end = async (): Promise<void> => {
    await running.before?.stop();
    await running.program.end('SIGKILL');
  };
  const posterOf = (token: string): Poster => ({
    post: (path, body) => callWith(running.behind, 'POST', path, { authorization: `Bearer ${token}` }, body),
  });
  let organisations = 0;

  const world = async (mark: string): Promise<World> => {
    organisations += 1;
    const email = `admin${organisations}@example.com`;
    const made = await makeOrganisation(db, {
      name: mark,
      timeZone: 'Europe/Berlin',
      plan: PLAN,
      email,
      passwordStays: true,
    });
    const orgId = made.org_id;
    const adminKid = made.admin.kid;
    const { token } = await db.transaction((tx) =>
      createToken(tx, { orgId, userKid: adminKid, name: mark, scopes: scopeNames, expires: null, addresses: [] }),
    );
    const feed = await callWith(running.behind, 'GET', '/v3/changes', { authorization: `Bearer ${token}` });
    const stock = await stockUp(posterOf(token), registry, mark);
    const { cookie, write } = newSession(orgId, adminKid, Date.now(), { address: '127.0.0.1', userAgent: undefined });
    await db.transaction((tx) => tx.finish([write]));
    const csrf = (await findSession(db, cookie, Date.now()))?.csrf ?? '';
    const settings = async (path: string, body: unknown) => {
      const headers = { cookie: `broker_crm_session=${cookie}`, 'x-csrf-token': csrf };
      const answer = await callWith(running.behind, 'POST', `/settings/api${path}`, headers, body);
      if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
      return answer.body;
    };
    const other = await settings('/tokens', { name: mark, user_kid: adminKid, scopes: ['v3:customers:read'] });
    const webhook = await settings('/webhooks', { url: 'http://127.0.0.1:9/', events: ['goals.insert'] });
    const documents = {
      token: other.token_id ?? 0,
      webhook: webhook.webhook_id ?? 0,
      inbox: stock.ids.get('inbox/documents') ?? 0,
    };
    return { orgId, adminKid, token, cookie, csrf, settings: documents, cursor: String(feed.body.next), stock };
  };

  return {
    get port() {
      return running.port;
    },
    get pid() {
      return running.pid;
    },
    world,
    victim: async ({ token, stock }, collection) => {
      const client = posterOf(token);
      try {
        if (!collection) return (await client.post('/v3/customers', { name: stock.mark })).body.kid as number;
        return await make(client, collection, stock, stock.ids.get(collection.parent?.path ?? ''));
      } catch {
        // Some are made by operations of their own, and settings may have changed what is accepted.
        return undefined;
      }
    },
    causeOf: async (requestId) => {
      // The log is written after the answer.
      await new Promise((done) => setTimeout(done, 30));
      const { stdout, stderr } = running.program.output;
      return `${stdout}${stderr}`
        .split('\n')
        .findLast((line) => line.includes(requestId))
        ?.slice(0, CAUSE_LENGTH);
    },
    restart: async () => {
      if (front && (await isAlive(running.program.pid))) {
        await running.before?.stop();
        const before = await front(running.behind);
        running = { ...running, before, port: before.port, pid: before.pid };
        return;
      }
      await end();
      running = await start();
    },
    stop: async () => {
      await end();
      await db.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Whether a process is there. */
export const isAlive = (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (text) => !/\) Z /.test(text),
    () => false,
  );
