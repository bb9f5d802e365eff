/**
 * One PostgreSQL for the whole run, with a migrated template that every test file copies: one that is started for it, or
 * the server that TEST_DATABASE_URL names, whose user may make databases and roles and needs no password, or the cluster of
 * TEST_CITUS_URL (test/support/citus.ts). With TEST_POOLER=transaction (or session) services reach it through PgBouncer.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { buildWhereStale } from './build.ts';
import { closeTemplate, EXPLAINED, joinNodes, nodesOf, onServer, TEMPLATE, type TestServer } from './citus.ts';
import { makeFolder } from './folder.ts';
import { startPooler } from './pooler.ts';

/** The role that services connect as: one of its own, or the same as the owner's on a server that was given. */
export type ServiceRole = Partial<Pick<TestServer, 'user' | 'password'>>;

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each database is made: one server, or all nodes of a cluster, the coordinator first. */
    nodes: readonly [TestServer, ...TestServer[]];
    service: ServiceRole;
    /** Through which services reach it: a pooler where TEST_POOLER says so. */
    entrance: Pick<TestServer, 'host' | 'port'>;
    /** Files of the services; removed after the run. */
    files: string;
    /** Where it is noted which statements of services were judged. */
    statements: string;
  }
}

interface Started {
  readonly nodes: readonly [TestServer, ...TestServer[]];
  readonly service: ServiceRole;
  stop(): Promise<void>;
}

const given = (url: string): Started => {
  const { host, port, user, password } = new pg.Client(url);
  const server = { host, port, user: String(user), ...(password ? { password } : {}) };
  return { nodes: [server], service: {}, stop: async () => undefined };
};

const SERVICE = 'broker_service';

const cluster = async (url: string): Promise<Started> => {
  const nodes = await nodesOf(url);
  for (const node of nodes)
    await onServer(node, 'postgres', [
      `do $$ begin if to_regrole('${SERVICE}') is null then create role ${SERVICE} login; end if; end $$`,
    ]);
  return { nodes, service: { user: SERVICE }, stop: async () => undefined };
};

const started = async (folder: string): Promise<Started> => {
  const { connection, service, stop } = await startEmbedded({
    dataDir: join(folder, 'data'),
    durable: false,
    maxConnections: 200,
  });
  const { host, port } = connection;
  const role = ({ user, password }: pg.ClientConfig) => ({ user: String(user), password: String(password) });
  return { nodes: [{ host: String(host), port: Number(port), ...role(connection) }], service: role(service), stop };
};

export default async (project: TestProject): Promise<() => Promise<void>> => {
  await buildWhereStale();
  const folder = await makeFolder('test');
  const { TEST_DATABASE_URL: url, TEST_CITUS_URL: clusterUrl } = process.env;
  if (project.name === 'cluster' && !clusterUrl)
    throw new Error('TEST_CITUS_URL names no cluster: a database on the coordinator that has all its nodes');
  const { nodes, service, stop } = await (clusterUrl ? cluster(clusterUrl) : url ? given(url) : started(folder));
  for (const node of nodes)
    await onServer(node, 'postgres', [
      `drop database if exists ${TEMPLATE} with (force)`,
      `create database ${TEMPLATE}`,
    ]);
  if (nodes.length > 1) await joinNodes(nodes, TEMPLATE);
  await migrate({ ...nodes[0], database: TEMPLATE }, { grantTo: service.user });
  if (nodes.length > 1) {
    await closeTemplate(nodes, TEMPLATE);
    for (const node of nodes)
      await onServer(node, 'postgres', [
        `drop database if exists ${EXPLAINED} with (force)`,
        `create database ${EXPLAINED} template ${TEMPLATE}`,
      ]);
  }
  const [server] = nodes;
  const mode = process.env.TEST_POOLER;
  const pooler =
    mode === 'transaction' || mode === 'session'
      ? await startPooler(server, {
          mode,
          size: mode === 'session' ? 100 : 3,
          users: [server, { ...server, ...service }],
        })
      : null;
  const entrance = pooler ?? server;
  project.provide('nodes', nodes);
  project.provide('service', service);
  project.provide('entrance', { host: entrance.host, port: entrance.port });
  project.provide('files', join(folder, 'files'));
  const statements = join(folder, 'statements');
  await mkdir(statements);
  project.provide('statements', statements);
  return async () => {
    try {
      await pooler?.stop();
    } finally {
      await stop();
      await rm(folder, { recursive: true, force: true });
    }
  };
};
