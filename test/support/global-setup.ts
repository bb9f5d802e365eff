/**
 * One PostgreSQL for the whole run, with a migrated template that every test file copies: one that is started for it, or
 * the server that TEST_DATABASE_URL names, whose user may make databases and needs no password.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { buildWhereStale } from './build.ts';
import { makeFolder } from './folder.ts';

export interface TestServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer;
    /** Where services keep what they are sent; it goes with the run. */
    files: string;
  }
}

interface Started {
  readonly server: TestServer;
  stop(): Promise<void>;
}

const given = (url: string): Started => {
  const { host, port, user } = new pg.Client(url);
  return { server: { host, port, user: String(user) }, stop: async () => undefined };
};

const started = async (folder: string): Promise<Started> => {
  const { connection, stop } = await startEmbedded({
    dataDir: join(folder, 'data'),
    durable: false,
    maxConnections: 200,
  });
  const server = { host: String(connection.host), port: Number(connection.port), user: String(connection.user) };
  return { server, stop };
};

export default async (project: TestProject): Promise<() => Promise<void>> => {
  await buildWhereStale();
  const folder = await makeFolder('test');
  const url = process.env.TEST_DATABASE_URL;
  const { server, stop } = url ? given(url) : await started(folder);
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  await admin.query('drop database if exists template_crm');
  await admin.query('create database template_crm');
  await admin.end();
  await migrate({ ...server, database: 'template_crm' });
  project.provide('postgres', server);
  project.provide('files', join(folder, 'files'));
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
};
