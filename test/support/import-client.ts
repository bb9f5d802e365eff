/** Imports over HTTP, with a worker in the process of the test. */

import { afterAll, beforeAll, expect, inject } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { registry } from '../../src/model/registry.ts';
import { createModels } from '../../src/operations/call/tenant-model.ts';
import { startImportWorker } from '../../src/operations/imports/import-worker.ts';
import type { Client, TestService } from './service.ts';

/** Starts a worker before the tests of a file and stops it after them. */
export const setUpImportWorker = (service: TestService): void => {
  let worker: ReturnType<typeof startImportWorker> | undefined;
  const failures: string[] = [];
  beforeAll(() => {
    const files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
    const db = service.asService;
    worker = startImportWorker({ db, files, models: createModels(db, registry), now: Date.now }, (error) =>
      failures.push(String(error.stack)),
    );
  });
  afterAll(async () => {
    await worker?.stop();
    expect(failures).toEqual([]);
  });
};

/** Uploads a file. */
export const upload = (client: Client, content: string | Uint8Array, options?: unknown, name = 'kunden.csv') => {
  const form = new FormData();
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  if (options !== undefined) form.set('options', JSON.stringify(options));
  return client.send('POST', '/v3/imports', form);
};

const RUNNING = new Set(['staging', 'applying', 'undoing']);

/** The import as soon as no worker runs it. */
export const settled = async (client: Client, id: number) => {
  for (;;) {
    const { body } = await client.get(`/v3/imports/${id}`);
    if (!RUNNING.has(body.state)) return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Uploads a file and waits until it is staged. */
export const staged = async (client: Client, content: string | Uint8Array, options?: unknown, name?: string) => {
  const { status, body } = await upload(client, content, options, name);
  expect(status, JSON.stringify(body)).toBe(202);
  return settled(client, body.id);
};

/** Runs a step and waits for its end. */
export const step = async (client: Client, id: number, name: 'apply' | 'undo', body?: unknown) => {
  const answer = await client.post(`/v3/imports/${id}/${name}`, body);
  expect(answer.status, answer.text).toBe(202);
  return settled(client, id);
};

/** The rows of an import. */
export const rowsOf = async (client: Client, id: number, query = '') =>
  (await client.get(`/v3/imports/${id}/rows?limit=1000${query}`)).body.items;
