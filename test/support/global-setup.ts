/**
 * One PostgreSQL for the whole run, with a migrated template that every test file copies: one that is started for it, or
 * the server that TEST_DATABASE_URL names, whose user may make databases and roles and needs no password.
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
  readonly password?: string;
}

/** The role that services connect as: one of its own, or the same as the owner's on a server that was given. */
export type ServiceRole = Partial<Pick<TestServer, 'user' | 'password'>>;

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer;
    service: ServiceRole;
    /** Where services keep what they are sent; it goes with the run. */
    files: string;
  }
}

interface Started {
  readonly server: TestServer;
  readonly service: ServiceRole;
  stop(): Promise<void>;
}

const given = (url: string): Started => {
  const { host, port, user, password } = new pg.Client(url);
  const server = { host, port, user: String(user), ...(password ? { password } : {}) };
  return { server, service: {}, stop: async () => undefined };
};

const started = async (folder: string): Promise<Started> => {
  const { connection, service, stop } = await startEmbedded({
    dataDir: join(folder, 'data'),
    durable: false,
    maxConnections: 200,
  });
  const { host, port } = connection;
  const role = ({ user, password }: pg.ClientConfig) => ({ user: String(user), password: String(password) });
  return { server: { host: String(host), port: Number(port), ...role(connection) }, service: role(service), stop };
};

export default async (project: TestProject): Promise<() => Promise<void>> => {
  await buildWhereStale();
  const folder = await makeFolder('test');
  const url = process.env.TEST_DATABASE_URL;
  const { server, service, stop } = url ? given(url) : await started(folder);
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  await admin.query('drop database if exists template_crm');
  await admin.query('create database template_crm');
  await admin.end();
  await migrate({ ...server, database: 'template_crm' }, { grantTo: service.user });
  project.provide('postgres', server);
  project.provide('service', service);
  project.provide('files', join(folder, 'files'));
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
};
