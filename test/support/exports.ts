/** Runs exports of a service to their end. */
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { FileStores } from '../../src/files/object-store.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { startExportWorker } from '../../src/operations/exports/export-worker.ts';
import type { setUpService } from './fixture.ts';
import type { Client, Reply } from './service.ts';
import { until } from './until.ts';

/** @param service of `setUpService` */
export const setUpExports = (service: ReturnType<typeof setUpService>['service']) => {
  const stores: { files?: FileStores } = {};
  beforeAll(() => {
    stores.files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
  });
  afterAll(() => stores.files?.close());
  const files = (): FileStores => stores.files as FileStores;

  const startWorker = (now = Date.now, failures: Error[] = []) =>
    startExportWorker(
      { db: service.asService, files: files(), now, failed: (error) => failures.push(error) },
      { poll: 5, renew: 0, retry: 0, expire: 0 },
    );

  /** Runs the worker until an export has ended. */
  const ended = async (one: Client, id: number): Promise<Reply['body']> => {
    const failures: Error[] = [];
    const worker = startWorker(Date.now, failures);
    try {
      await until(async () => (await one.get(`/v3/exports/${id}`)).body.state !== 'running', { what: 'the export' });
    } finally {
      await worker.stop();
    }
    expect(failures).toEqual([]);
    return (await one.get(`/v3/exports/${id}`)).body;
  };

  const download = async (one: Client, id: number): Promise<Buffer> => {
    const response = await fetch(`${service.address}/v3/exports/${id}/download`, {
      headers: { authorization: `Bearer ${one.token}` },
    });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };

  const begin = async (one: Client, body: object): Promise<number> => {
    const reply = await one.post('/v3/exports', body);
    expect([reply.status, reply.body]).toEqual([202, { id: expect.any(Number), state: 'running' }]);
    return reply.body.id;
  };

  const exported = async (one: Client, body: object): Promise<Buffer> => {
    const id = await begin(one, body);
    expect(await ended(one, id)).toMatchObject({ id, state: 'done' });
    return download(one, id);
  };

  return { files, startWorker, ended, download, begin, exported };
};
