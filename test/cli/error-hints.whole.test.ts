/** Errors of the command name the wrong or missing setting or option, and the fix. */
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { backupKey } from '../../src/backup/backup-encryption.ts';
import { openEncryptedStore } from '../../src/backup/encrypted-store.ts';
import { createFolderRepository } from '../../src/backup/folder-repository.ts';
import { REPORTS, SERVICE } from '../../src/db/embedded/embedded-roles.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { acquireLock } from '../../src/db/embedded/lock-file.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { withConnection } from '../../src/db/pool/dedicated-connection.ts';
import { createS3Store } from '../../src/files/s3-store.ts';
import { createSpool } from '../../src/files/spool.ts';
import { storeAt } from '../support/bucket.ts';
import { commandOn, type Ran } from '../support/command.ts';
import { makeFolder } from '../support/folder.ts';

let folder: string;
let run: (...args: string[]) => Promise<Ran>;
beforeAll(async () => {
  folder = await makeFolder('ways-out');
  run = commandOn({ DATA_DIR: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('with a service of an older version', () => {
  let server: EmbeddedServer;
  let lock: Awaited<ReturnType<typeof acquireLock>>;
  let missing: string;
  beforeAll(async () => {
    lock = await acquireLock(folder, 'service');
    server = await startEmbedded({ dataDir: folder, durable: false });
    await migrate(server.connection, { grantTo: SERVICE, reportsTo: REPORTS });
    missing = await withConnection(server.connection, async (client) => {
      const last = 'delete from schema_migration where number = (select max(number) from schema_migration)';
      return (await client.query<{ name: string }>(`${last} returning name`)).rows[0]?.name ?? '';
    });
  });
  afterAll(async () => {
    await server?.stop();
    if ('release' in lock) await lock.release();
  });

  test('migrate names the missing migrations and says that the next start applies them', async () => {
    const { code, json } = await run('migrate');
    expect([code, json.error]).toEqual([
      1,
      {
        code: 'not_migrated',
        message: `Not applied: ${missing}; broker-crm serve of this version migrates when it starts; stop one that runs first.`,
      },
    ]);
  });

  test('doctor names them too', async () => {
    const { code, json } = await run('doctor');
    expect([code, json.findings]).toEqual([
      1,
      expect.arrayContaining([
        {
          check: 'migrations',
          ok: false,
          detail: `not applied: ${missing} (broker-crm serve of this version migrates when it starts; stop one that runs first)`,
        },
      ]),
    ]);
  });
});

describe('a newer version reads and copies an older database without migrating it', () => {
  let there: string;
  let ask: typeof run;
  let missing: string;
  /** The migrations that the stopped database has, by name. */
  const notes = async (work = 'select name from schema_migration order by number'): Promise<string[]> => {
    const server = await startEmbedded({ dataDir: there, durable: false });
    try {
      return await withConnection(server.connection, async (client) =>
        (await client.query<{ name: string }>(work)).rows.map(({ name }) => name),
      );
    } finally {
      await server.stop();
    }
  };
  beforeAll(async () => {
    there = await makeFolder('as-it-is');
    ask = commandOn({ DATA_DIR: there });
    expect((await ask('migrate')).code).toBe(0);
    // As a version before left it.
    [missing = ''] = await notes(
      'delete from schema_migration where number = (select max(number) from schema_migration) returning name',
    );
  });
  afterAll(() => rm(there, { recursive: true, force: true }));

  test.each([
    ['doctor', ['doctor'], 1],
    ['backup', ['backup', 'COPY'], 0],
  ] as const)('%s', async (name, words, code) => {
    const copy = join(folder, 'copy-as-it-is');
    const ran = await ask(...words.map((word) => (word === 'COPY' ? copy : word)));
    expect(ran.code, ran.stdout).toBe(code);
    expect(await notes()).not.toContain(missing);
    if (name === 'doctor')
      expect(ran.json.findings).toContainEqual(expect.objectContaining({ check: 'migrations', ok: false }));
  });
});

test.each([
  ['--grant-to', 'reader'],
  ['--reports-to', 'reader'],
  ['--distribute'],
])('migrate %s needs a server of your own', async (...options) => {
  const { code, json } = await run('migrate', ...options);
  expect([code, json.error]).toEqual([
    1,
    { code: 'embedded', message: expect.stringMatching(new RegExp(`^${options[0]} .*DATABASE_URL`)) },
  ]);
});

test('a restore from an empty folder reports that it has no backup', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  const { code, json } = await run('restore', empty);
  expect([code, json.error]).toEqual([1, { code: 'no_backup', message: `There is no backup in ${empty}.` }]);
});

/** As on a machine that has a key nowhere else. */
const without = async (work: () => Promise<void>): Promise<void> => {
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  await work().finally(() => vi.unstubAllEnvs());
};

test('a bucket without a key: the error names the settings', () =>
  without(async () => {
    const s3 = { S3_ENDPOINT: 'http://127.0.0.1:1', DATA_DIR: join(folder, 'bucket') };
    const backup = { ...s3, BACKUP_KEY: Buffer.alloc(32).toString('base64') };
    const restored = await commandOn(backup)('restore', 's3://backup/crm');
    expect([restored.code, restored.json.error.message]).toEqual([
      1,
      expect.stringContaining('set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY'),
    ]);
    const bucket = createS3Store({ ...storeAt(s3.S3_ENDPOINT), accessKeyId: '' }, createSpool(folder, false));
    await expect(bucket.check()).rejects.toThrow('set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
    await bucket.close();
  }));

test('a damaged backup: the error names earlier restore points and a new target', async () => {
  const [text, place] = [Buffer.alloc(32, 7).toString('base64'), join(folder, 'damaged')];
  const key = backupKey(text);
  const vault = openEncryptedStore(createFolderRepository(place), key);
  await vault.putJson('lines/a/bases/1', {});
  await vault.putJson('lines/a/head', { at: 1, position: '0' });
  await appendFile(join(place, `age-${key.id}`, 'lines', 'a', 'head'), 'x');
  const { code, json } = await commandOn({ BACKUP_KEY: text })('backup', 'list', place);
  expect([code, json.error.code]).toEqual([1, 'backup_damaged']);
  expect(json.error.message).toMatch(
    /lines\/a\/head is damaged or cut off\. An earlier moment .*"broker-crm backup list".*--at.*"broker-crm backup --to" a new place/,
  );
});
