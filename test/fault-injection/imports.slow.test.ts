/** The service dies while an import is staged, applied and undone: no row is written twice, and none is lost (docs/imports.md). */
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { freePort, type Running, startProgram } from '../support/process.ts';

const ROWS = 3000;

let folder: string;
let env: Record<string, string>;
let running: Running;
let headers: Record<string, string>;

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${env.PORT}${path}`, {
    ...init,
    headers: { ...headers, ...(init.headers as Record<string, string>) },
    signal: AbortSignal.timeout(20_000),
  });
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
const json = async (path: string, init?: RequestInit): Promise<any> => (await ask(path, init)).json();
const total = async (): Promise<number> => (await json('/v3/customers?limit=1')).total;

beforeAll(async () => {
  folder = await makeFolder('imports');
  env = { DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'error' };
  running = await startProgram(env);
  const token = /Bearer ([\w.-]+)/.exec(running.output.stdout)?.[1] ?? '';
  headers = { authorization: `Bearer ${token}`, connection: 'close' };
});
afterAll(async () => {
  await running.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** Kills the service while a step runs, and waits for its end after the restart. */
const killedDuring = async (id: number, times: number) => {
  for (let kill = 0; kill < times; kill += 1) {
    await delay(300 + 200 * kill);
    await running.end('SIGKILL');
    running = await startProgram(env);
  }
  for (;;) {
    const job = await json(`/v3/imports/${id}`);
    if (!['staging', 'applying', 'undoing'].includes(job.state)) return job;
    await delay(100);
  }
};

test('each row is written once and undone once', async () => {
  const before = await total();
  const lines = Array.from({ length: ROWS }, (_, i) => `K${i};Name ${i};Weg ${i};04109;Leipzig`);
  const form = new FormData();
  form.set('file', new Blob([['Kundennummer;Nachname;Straße;PLZ;Ort', ...lines, ''].join('\n')]), 'viele.csv');
  form.set('options', JSON.stringify({ section: 'customers', match: ['nummer'] }));
  const { id } = await json('/v3/imports', { method: 'POST', body: form });
  expect(await killedDuring(id, 1)).toMatchObject({ state: 'ready', total: ROWS, counts: { new: ROWS } });
  expect(await total()).toBe(before);

  await ask(`/v3/imports/${id}/apply`, { method: 'POST' });
  expect(await killedDuring(id, 2)).toMatchObject({ state: 'done', applied: ROWS });
  expect(await total()).toBe(before + ROWS);
  expect((await json('/v3/customers?nummer=K17&with_addresses=true')).items).toMatchObject([
    { name: 'Name 17', addresses: [{ strasse: 'Weg 17' }] },
  ]);

  await ask(`/v3/imports/${id}/undo`, { method: 'POST' });
  expect(await killedDuring(id, 1)).toMatchObject({ state: 'undone', applied: 0 });
  expect(await total()).toBe(before);
}, 240_000);
