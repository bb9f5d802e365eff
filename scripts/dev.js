#!/usr/bin/env node
/**
 * Runs the service and the settings page from their sources for development: a change in src/ or migrations/ restarts
 * the service, a change in web/ shows in the browser at once. The first start creates a demo organisation in
 * DATA_DIR.
 *
 *   npm run dev                    service on PORT (8080), page on 5173
 *   LOG_LEVEL=debug npm run dev    shows each statement with its time and, the first time, its plan
 *
 * The sources are bundled into one JavaScript file: translating them at each start takes longer than the start
 * itself.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { context } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const port = process.env.PORT || '8080';
const built = path.join('node_modules', '.dev', 'service.js');
/** Milliseconds without a further change. */
const SETTLED = 30;
const run = (file, args) =>
  spawn(process.execPath, ['--enable-source-maps', file, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: port, SERVICE_URL: `http://127.0.0.1:${port}` },
  });
const ended = (child) => (child.exitCode ?? child.signalCode) !== null;

let stopping = false;
let service;
/** Starts wait for the one before: the service lets go of its database when it has stopped. */
let started = Promise.resolve();
const restart = async () => {
  if (service && !ended(service)) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  if (!stopping) service = run(built, ['serve']);
};

/** Sources find other files by their own place, which a bundle has not. */
const ownPlaces = {
  name: 'own-places',
  setup: (build) =>
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replaceAll('import.meta.url', () =>
        JSON.stringify(pathToFileURL(file).href),
      ),
      loader: 'ts',
    })),
};

const sources = await context({
  absWorkingDir: root,
  entryPoints: ['src/main.ts'],
  outfile: built,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [ownPlaces],
});
let due;
/**
 * Debounced: editors write a file in several steps. esbuild prints compile errors itself; the running service stays
 * up.
 */
const changed = () => {
  clearTimeout(due);
  due = setTimeout(() => {
    started = started
      .then(() => sources.rebuild())
      .then(restart)
      .catch(() => {});
  }, SETTLED);
};
changed();
const watched = ['src', 'migrations'].map((folder) => watch(path.join(root, folder), { recursive: true }, changed));

const page = run('node_modules/vite/bin/vite.js', ['web', '--logLevel', 'warn', '--strictPort']);
process.stdout.write('Settings page with hot reload: http://127.0.0.1:5173/\n');

const stop = async (signal) => {
  if (stopping) return;
  stopping = true;
  page.kill(signal);
  clearTimeout(due);
  for (const one of watched) one.close();
  await started;
  await sources.dispose();
  service?.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
page.on('exit', (code) => {
  if (!stopping) process.exitCode = code || 1;
  stop('SIGTERM');
});
