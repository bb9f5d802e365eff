/** The environment of the fuzzer: a PostgreSQL, the built service as a process, and organisations with records. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findSession } from '../../src/access/sessions/find-session.ts';
import { createToken } from '../../src/access/tokens/manage-tokens.ts';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { createOrganisationWithAdmin } from '../../src/cli/context/create-organisation.ts';
import { connect } from '../../src/db/citus/shard-router.ts';
import { SERVICE } from '../../src/db/embedded/embedded-roles.ts';
import { startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { createKeyRing } from '../../src/db/encryption/key-ring.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import type { Collection } from '../../src/derive/routing/collections.ts';
import { registry } from '../../src/model/registry.ts';
import { newSession } from '../../src/settings/session/sessions.ts';
import { buildWhereStale } from '../support/build.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort, startProgram } from '../support/process.ts';
import { createSampleRecords, make, type Poster } from '../support/sample-records.ts';
import { SECRETS_KEY } from '../support/secrets-key.ts';
import type { Model } from './model.ts';

const PLAN = { api_requests_per_minute: 100_000_000, webhook_deliveries_per_minute: 1_000_000, licenses: 1_000_000 };
/** How a cause that the service logged is shown. */
const CAUSE_LENGTH = 600;

export interface Stage {
  /** Where the service is asked, and which process answers. */
  readonly port: number;
  readonly pid: number;
  /**
   * An organisation with a record of each kind, a token, a session and settings. @param mark contained in all its
   * texts
   */
  model(mark: string): Promise<Model>;
  /** Makes a record that may be deleted; undefined where it cannot be made. */
  victim(model: Model, collection: Collection | undefined): Promise<number | undefined>;
  /** The log lines of a request. */
  causeOf(requestId: string): Promise<string | undefined>;
  /** Starts the service again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A JSON call of the service; the settings of a model are made with it. */
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

/** Starts the service with its database. */
export const setStage = async (): Promise<Stage> => {
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
    // Each request has its own client address; webhooks reach this machine only.
    TRUSTED_PROXIES: '127.0.0.1',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
  };
  const start = async () => {
    const port = await freePort();
    const program = await startProgram({ ...env, PORT: String(port) });
    return { program, port };
  };
  let running = await start();
  const end = async (): Promise<void> => {
    await running.program.end('SIGKILL');
  };
  const posterOf = (token: string): Poster => ({
    post: (path, body) => callWith(running.port, 'POST', path, { authorization: `Bearer ${token}` }, body),
  });
  let organisations = 0;

  const model = async (mark: string): Promise<Model> => {
    organisations += 1;
    const email = `admin${organisations}@example.com`;
    const made = await createOrganisationWithAdmin(db, {
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
    const feed = await callWith(running.port, 'GET', '/v3/changes', { authorization: `Bearer ${token}` });
    const stock = await createSampleRecords(posterOf(token), registry, mark);
    const { cookie, write } = newSession(orgId, adminKid, Date.now(), { address: '127.0.0.1', userAgent: undefined });
    await db.transaction((tx) => tx.finish([write]));
    const csrf = (await findSession(db, cookie, Date.now()))?.csrf ?? '';
    const settings = async (path: string, body: unknown) => {
      const headers = { cookie: `broker_crm_session=${cookie}`, 'x-csrf-token': csrf };
      const answer = await callWith(running.port, 'POST', `/settings/api${path}`, headers, body);
      if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
      return answer.body;
    };
    const other = await settings('/tokens', { name: mark, user_kid: adminKid, scopes: ['v3:customers:read'] });
    const webhook = await settings('/webhooks', { url: 'http://127.0.0.1:9/', events: ['goals.insert'] });
    const documents = {
      token: other.token_id ?? 0,
      webhook: webhook.webhook_id ?? 0,
    };
    return { orgId, adminKid, token, cookie, csrf, settings: documents, cursor: String(feed.body.next), stock };
  };

  return {
    get port() {
      return running.port;
    },
    get pid() {
      return running.program.pid;
    },
    model,
    victim: async ({ token, stock }, collection) => {
      const client = posterOf(token);
      try {
        if (!collection) return (await client.post('/v3/customers', { name: stock.mark })).body.kid as number;
        return await make(client, collection, stock, stock.ids.get(collection.parent?.path ?? ''));
      } catch {
        // Some kinds have special creates, and settings may have changed validation.
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
