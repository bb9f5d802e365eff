/** One PostgreSQL for the whole run, with a migrated template that every test file copies. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
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

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a build tool where a source is newer than what it makes. */
const buildWhereStale = async (sources: string, product: string, tool: readonly string[]): Promise<void> => {
  const built = await stat(join(root, product)).catch(() => null);
  const entries = await readdir(join(root, sources), { recursive: true, withFileTypes: true });
  const times = await Promise.all(entries.map((entry) => stat(join(entry.parentPath, entry.name))));
  if (built && times.every(({ mtimeMs }) => mtimeMs <= built.mtimeMs)) return;
  execFileSync(process.execPath, tool, { cwd: root, stdio: 'inherit' });
};

/** Tests that kill the service start the built one, which is up twice as fast; browsers are served the built UI. */
const build = async (): Promise<void> => {
  await buildWhereStale('src', 'dist/main.js', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']);
  await buildWhereStale('web', 'dist/web/index.html', [
    'node_modules/vite/bin/vite.js',
    'build',
    'web',
    '--logLevel',
    'warn',
  ]);
};

export default async (project: TestProject): Promise<() => Promise<void>> => {
  await build();
  const folder = await mkdtemp('/var/tmp/broker-crm-test-');
  // As root the database runs as another account; below a folder that it cannot enter, its data would lie elsewhere and stay.
  await chmod(folder, 0o755);
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
