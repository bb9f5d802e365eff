/** One PostgreSQL for the whole run, with a migrated template that every test file copies. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';

export interface TestServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer;
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp('/var/tmp/broker-crm-test-');
  const server = await startEmbedded({ dataDir: join(folder, 'data'), durable: false, maxConnections: 200 });
  const admin = new pg.Client({ ...server.connection, database: 'postgres' });
  await admin.connect();
  await admin.query('create database template_crm');
  await migrate({ ...server.connection, database: 'template_crm' });
  await admin.end();
  const { host, port, user } = server.connection;
  project.provide('postgres', { host: String(host), port: Number(port), user: String(user) });
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
};
