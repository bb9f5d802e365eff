/** Imports, exports and erasures behind PgBouncer: each statement of a job may run on another connection of the server (docs/scaling.md). */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { connect } from '../../src/db/citus/shard-router.ts';
import type { Database } from '../../src/db/database.ts';
import { createKeyRing } from '../../src/db/encryption/key-ring.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { startExportWorker } from '../../src/operations/exports/export-worker.ts';
import { startPrivacyWorker } from '../../src/operations/privacy/privacy-worker.ts';
import { setUpImportWorker, staged, step } from '../support/import-client.ts';
import { type Pooler, startPooler } from '../support/pooler.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { hasProgram } from '../support/programs.ts';
import { SECRETS_KEY } from '../support/secrets-key.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ROWS = 1200;

describe.skipIf(!hasProgram('pgbouncer'))('behind PgBouncer in transaction mode', () => {
  let made: TestDatabase;
  let pooler: Pooler;
  let db: Database;
  let client: Client;
  const service = {} as TestService;
  const files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
  const failures: Error[] = [];
  const parts = () => ({ db, files, failed: (error: Error) => failures.push(error) });
  beforeAll(async () => {
    made = await testDatabase();
    const [server] = inject('nodes');
    // Fewer connections than the service opens: they change hands all the time.
    pooler = await startPooler(server, { mode: 'transaction', size: 3, users: [server] });
    const connection = { ...made.connection, host: pooler.host, port: pooler.port };
    db = connect({ connection, keyRing: createKeyRing(() => [SECRETS_KEY]), lanes: 4, writers: 8, longReaders: 2 });
    Object.assign(service, await startTestService({ database: { ...made, service: db, drop: async () => undefined } }));
    client = await (await service.organisation({ api_requests_per_minute: 1_000_000 })).client();
  });
  afterAll(async () => {
    await service.stop?.();
    await files.close();
    await db?.close();
    await pooler?.stop();
    await made?.drop();
  });
  // Its worker stops before the service.
  setUpImportWorker(service);

  const total = async (): Promise<number> => (await client.get('/v3/customers?limit=1')).body.total;

  test('an import is staged, applied and taken back', async () => {
    const before = await total();
    const lines = Array.from({ length: ROWS }, (_, n) => `P${n};Name ${n};Weg ${n};04109;Leipzig`);
    const { id } = await staged(client, ['Kundennummer;Nachname;Straße;PLZ;Ort', ...lines, ''].join('\n'), {
      section: 'customers',
      match: ['nummer'],
    });
    expect(await step(client, id, 'apply')).toMatchObject({ state: 'done', applied: ROWS });
    expect(await total()).toBe(before + ROWS);
    expect(await step(client, id, 'undo')).toMatchObject({ state: 'undone', applied: 0 });
    expect(await total()).toBe(before);
  });

  test('an export is written, and a customer is erased', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Qanariq' })).body;
    await client.post('/v3/documents', { kid, name: 'Qanariq.txt', base64: 'eA==' });
    const workers = [startExportWorker(parts(), { poll: 5 }), startPrivacyWorker(parts(), { poll: 5 })];
    const { id } = (await client.post('/v3/exports', { sections: ['customers'], format: 'ndjson' })).body;
    await until(async () => (await client.get(`/v3/exports/${id}`)).body.state !== 'running', { what: 'the export' });
    const { text } = await client.get(`/v3/exports/${id}/download`);
    expect(text).toContain('Qanariq');
    expect((await client.get(`/v3/customers/${kid}/privacy/export`)).status).toBe(200);
    const erased = await client.post(`/v3/customers/${kid}/privacy/erasure`, { confirm: kid, reason: 'Art. 17' });
    expect(erased.status).toBe(202);
    const state = async () => (await client.get(`/v3/customers/${kid}/privacy/erasure`)).body.state;
    await until(async () => (await state()) === 'done' || failures.length > 0, { what: 'the erasure' });
    for (const worker of workers) await worker.stop();
    expect(failures).toEqual([]);
  });
});
