#!/usr/bin/env node
/**
 * The service and the settings page from their sources, for who changes them: a change in src/ starts the service anew,
 * a change in web/ shows in the browser at once. The first start makes a demo organisation in DATA_DIR.
 *
 *   npm run dev                    service on PORT (8080), page on 5173
 *   LOG_LEVEL=debug npm run dev    shows each statement with its time and, the first time, its plan
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const port = process.env.PORT || '8080';
const tool = (file, args) =>
  spawn(process.execPath, [path.join('node_modules', file), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: port, SERVICE_URL: `http://127.0.0.1:${port}` },
  });

const running = [
  tool('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', '--include', 'src/**/*.ts', 'src/main.ts', 'serve']),
  tool('vite/bin/vite.js', ['web', '--logLevel', 'warn', '--strictPort']),
];
process.stdout.write('Settings page with hot reload: http://127.0.0.1:5173/\n');

let stopping = false;
const stop = (signal) => {
  if (stopping) return;
  stopping = true;
  for (const child of running) child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
for (const child of running)
  child.on('exit', (code) => {
    if (!stopping) process.exitCode = code || 1;
    stop('SIGTERM');
  });
