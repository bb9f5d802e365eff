/** What a refusal of the command names: the setting or the option that is wrong or missing, and the way out. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeLock } from '../../src/db/data-lock.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded.ts';
import { REPORTS, SERVICE } from '../../src/db/embedded-access.ts';
import { migrate } from '../../src/db/migrate.ts';
import { onConnection } from '../../src/db/own-connection.ts';
import { commandOn, type Ran } from '../support/command.ts';
import { makeFolder } from '../support/folder.ts';

let folder: string;
let run: (...args: string[]) => Promise<Ran>;
beforeAll(async () => {
  folder = await makeFolder('ways-out');
  run = commandOn({ DATA_DIR: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('beside a service of an older version', () => {
  let server: EmbeddedServer;
  let lock: Awaited<ReturnType<typeof takeLock>>;
  let missing: string;
  beforeAll(async () => {
    lock = await takeLock(folder, 'service');
    server = await startEmbedded({ dataDir: folder, durable: false });
    await migrate(server.connection, { grantTo: SERVICE, reportsTo: REPORTS });
    missing = await onConnection(server.connection, async (client) => {
      const last = 'delete from schema_migration where number = (select max(number) from schema_migration)';
      return (await client.query<{ name: string }>(`${last} returning name`)).rows[0]?.name ?? '';
    });
  });
  afterAll(async () => {
    await server?.stop();
    if ('release' in lock) await lock.release();
  });

  test('migrate says what is missing, and that the next start applies it', async () => {
    const { code, json } = await run('migrate');
    expect([code, json.error]).toEqual([
      1,
      {
        code: 'not_migrated',
        message: `Not applied: ${missing}; stop the service: the start of the new version migrates.`,
      },
    ]);
  });

  test('so does doctor', async () => {
    const { code, json } = await run('doctor');
    expect([code, json.findings]).toEqual([
      1,
      expect.arrayContaining([
        {
          check: 'migrations',
          ok: false,
          detail: `not applied: ${missing} (stop the service: the start of the new version migrates)`,
        },
      ]),
    ]);
  });
});

test.each([
  ['--grant-to', 'reader'],
  ['--reports-to', 'reader'],
  ['--distribute'],
])('migrate %s is for a server of one’s own', async (...options) => {
  const { code, json } = await run('migrate', ...options);
  expect([code, json.error]).toEqual([
    1,
    { code: 'embedded', message: expect.stringMatching(new RegExp(`^${options[0]} .*DATABASE_URL`)) },
  ]);
});
