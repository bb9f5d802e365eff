/** One PostgreSQL for the whole run, with a migrated template that every test file copies. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** The browser tests use the built settings UI; it is built anew where its sources are newer. */
const buildWeb = async (): Promise<void> => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const built = await stat(join(root, 'dist/web/index.html')).catch(() => null);
  const sources = await readdir(join(root, 'web'), { recursive: true, withFileTypes: true });
  for (const entry of sources) {
    const { mtimeMs } = await stat(join(entry.parentPath, entry.name));
    if (built && mtimeMs <= built.mtimeMs) continue;
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn'],
      {
        cwd: root,
        stdio: 'inherit',
      },
    );
    return;
  }
};

export default async (project: TestProject): Promise<() => Promise<void>> => {
  await buildWeb();
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
