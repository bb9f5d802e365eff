/** Findings of `doctor` in settings, database, files and backup, also if one of them is missing. */
import { existsSync } from 'node:fs';
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withConnection } from '../../src/db/pool/dedicated-connection.ts';
import { sql } from '../../src/sql/sql.ts';
import { makeCertificate } from '../support/certificate.ts';
import { commandOn, type Ran } from '../support/command.ts';
import { setUpService } from '../support/fixture.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl, testDatabase } from '../support/postgres.ts';
import { FAKETIME } from '../support/programs.ts';

const { service } = setUpService();
let run: (...args: string[]) => Promise<Ran>;
beforeAll(async () => {
  run = commandOn({ DATABASE_URL: databaseUrl(service.connection) });
});

test('doctor lists organisations with an invalid plan, up to a limit', async () => {
  const { orgId } = await service.organisation();
  const set = (...values: string[]) =>
    run('org', 'set', String(orgId), ...values.flatMap((value) => ['--plan', value]));
  expect(await set('api_requests_per_minute=abc', 'licenses=-1')).toMatchObject({ code: 0 });
  const sick = await run('doctor');
  expect([sick.code, sick.json.ok]).toEqual([1, false]);
  const detail = (said: string) => ({ check: 'plans', ok: false, detail: expect.stringContaining(said) });
  expect(sick.json.findings).toContainEqual(
    detail(`: organisation ${orgId} (api_requests_per_minute, licenses); "broker`),
  );
  const made = await service.db.transaction((tx) =>
    tx.run<{ org_id: number }>(sql`insert into organisation (org_id, name, time_zone, plan)
      select n, 'x', 'Europe/Berlin', '[]' from generate_series(900001, 900030) n returning org_id`),
  );
  expect((await run('doctor')).json.findings).toContainEqual(detail('organisation 900019 ('));
  expect((await run('doctor')).json.findings).toContainEqual(detail(' and 11 others; '));
  await service.db.transaction((tx) =>
    tx.run(sql`delete from organisation where org_id = any(${made.map(({ org_id }) => org_id)}::int[])`),
  );
  await set('api_requests_per_minute=100', 'licenses=1');
  const mended = (await run('doctor')).json.findings;
  expect(mended).toContainEqual({ check: 'plans', ok: true, detail: 'valid' });
});

test('doctor counts erasures, and finds one that does not end', async () => {
  const { orgId } = await service.organisation();
  const enter = (kid: number, state: string, age: string) =>
    service.db.read(sql`insert into erasure (org_id, id, kid, state, reason, created_at)
      values (${orgId}, ${kid}, ${kid}, ${state}, 'Art. 17', now() - ${age}::interval)`);
  await enter(900001, 'running', '1 minute');
  await enter(900002, 'restricted', '400 days');
  const found = async () => (await run('doctor')).json.findings;
  const detail = '1 running or held, 1 waiting for the end of a retention';
  expect(await found()).toContainEqual({ check: 'erasures', ok: true, detail });
  await service.db.read(sql`update erasure set created_at = now() - interval '2 hours' where org_id = ${orgId}`);
  expect(await found()).toContainEqual({
    check: 'erasures',
    ok: false,
    detail: `${detail}; 1 for more than an hour: the log says why`,
  });
  await service.db.read(sql`insert into legal_hold (org_id, kid, reason, created_at)
    values (${orgId}, 900001, 'Klage', now())`);
  expect(await found()).toContainEqual({ check: 'erasures', ok: true, detail });
  await service.db.read(sql`delete from erasure where org_id = ${orgId}`);
});

test('doctor warns of secret files that other accounts can read', async () => {
  const folder = await makeFolder('modes');
  const file = join(folder, 'smtp');
  await writeFile(file, 'smtp://user:pass@mail.example.com', { mode: 0o644 });
  const doctor = (env: Record<string, string>) =>
    commandOn({ DATABASE_URL: databaseUrl(service.connection), ...env })('doctor');
  const warned = await doctor({ SMTP_URL_FILE: file });
  const finding = {
    check: 'files of secrets',
    ok: true,
    warning: true,
    detail: expect.stringContaining(`chmod 600 ${file}`),
  };
  expect([warned.code, warned.json.findings]).toEqual([0, expect.arrayContaining([finding])]);
  await chmod(file, 0o640);
  expect(JSON.stringify((await doctor({ SMTP_URL_FILE: file })).json)).not.toContain('files of secrets');
});

test('doctor reports why a server is unreachable, and its other findings', async () => {
  const gone = 'postgresql://u:p@127.0.0.1:1/x';
  const { code, json } = await commandOn({ DATABASE_URL: gone, METRICS_PORT: '8320', PORT: '8320' })('doctor');
  expect([code, json]).toEqual([
    1,
    {
      ok: false,
      findings: [
        { check: 'settings', ok: false, detail: expect.stringContaining('METRICS_PORT must be another port') },
        { check: 'database', ok: false, detail: expect.stringMatching(/^DATABASE_URL: .* ECONNREFUSED/) },
        { check: 'folder of files', ok: true, detail: expect.stringContaining('can be read') },
      ],
    },
  ]);
});

test('doctor creates nothing in a database of another program', async () => {
  const other = await testDatabase();
  try {
    await withConnection(other.connection, (client) =>
      client.query('drop schema public cascade; create schema public'),
    );
    const { code, json } = await commandOn({ DATABASE_URL: databaseUrl(other.connection) })('doctor');
    expect([code, json.findings]).toEqual([
      1,
      expect.arrayContaining([
        { check: 'database', ok: false, detail: expect.stringContaining('no tables of the service in this database') },
      ]),
    ]);
    const tables = `select table_name from information_schema.tables where table_schema = 'public'`;
    expect(await withConnection(other.connection, async (client) => (await client.query(tables)).rows)).toEqual([]);
  } finally {
    await other.drop();
  }
});

test.each([
  [90, true, / ends at 20/, {}],
  [10, false, / ends soon, at 20.*renew it/, {}],
  ...(existsSync(FAKETIME)
    ? ([[1, false, / has ended at 20.*refuse it: renew it/, { LD_PRELOAD: FAKETIME, FAKETIME: '-3d' }]] as const)
    : []),
] as const)('doctor reports a certificate that ends in %i days: %j', async (days, ok, said, env) => {
  const folder = await makeFolder('ends');
  try {
    makeCertificate(`${folder}/tls`, 'test', days, env);
    const TLS = { TLS_CERT: `${folder}/tls.pem`, TLS_KEY: `${folder}/tls.key` };
    const { json } = await commandOn({ DATABASE_URL: databaseUrl(service.connection), ...TLS })('doctor');
    const found = json.findings.filter(({ check }: { check: string }) => ['settings', 'certificate'].includes(check));
    expect(found).toEqual([
      expect.objectContaining({ check: 'settings', ok: true }),
      { check: 'certificate', ok, detail: expect.stringMatching(said) },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('doctor continues after a check that fails', async () => {
  const other = await testDatabase();
  try {
    const ask = commandOn({ DATABASE_URL: databaseUrl(other.connection) });
    await withConnection(other.connection, async (client) => {
      await client.query('alter table record_count rename to elsewhere');
      await client.query('alter table secrets_key rename check_value to elsewhere');
    });
    const { code, json } = await ask('doctor');
    expect([code, json.findings]).toEqual([
      1,
      expect.arrayContaining([
        {
          check: 'key of the secrets',
          ok: false,
          detail: expect.stringMatching(/^cannot be looked at: .*check_value/),
        },
        { check: 'counters', ok: false, detail: expect.stringMatching(/^cannot be looked at: .*record_count/) },
        { check: 'plans', ok: true, detail: 'valid' },
      ]),
    ]);
  } finally {
    await other.drop();
  }
});

test('doctor reports an unreachable bucket', async () => {
  const fine = await run('doctor');
  expect([fine.code, fine.json.ok], fine.stdout).toEqual([0, true]);
  const S3_ENDPOINT = 'http://127.0.0.1:1';
  const bucket = { S3_ENDPOINT, S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' };
  const sick = await commandOn({ DATABASE_URL: databaseUrl(service.connection), ...bucket })('doctor');
  expect([sick.code, sick.json.ok]).toEqual([1, false]);
  expect(sick.json.findings).toContainEqual({
    check: 'bucket',
    ok: false,
    detail: expect.stringMatching(/bucket files at 127\.0\.0\.1:1: .*ECONNREFUSED/),
  });
  const backup = { BACKUP_TO: 's3://kept/x', BACKUP_S3_ENDPOINT: S3_ENDPOINT, BACKUP_KEY: `${'A'.repeat(43)}=` };
  const list = await commandOn({ ...bucket, S3_BUCKET: '', S3_ENDPOINT: '', ...backup })('backup', 'list');
  expect([list.code, list.json.error.message]).toEqual([
    1,
    expect.stringMatching(/^bucket kept at 127\.0\.0\.1:1: .*ECONNREFUSED/),
  ]);
});

test.each([
  [{ S3_ENDPOINT: 'http://127.0.0.1:1' }, [/^the service does not start: S3_ENDPOINT is given without S3_BUCKET/]],
  [
    { BACKUP_TO: '/backup', TLS_CERT: '/x', PORT: '8320', METRICS_PORT: '8320' },
    [
      /TLS_CERT is given without TLS_KEY/,
      /METRICS_PORT must be another port/,
      /BACKUP_TO is for the embedded database/,
    ],
  ],
  [{ S3_BUCKET: 'files', SECRETS_KEY: '' }, [/SECRETS_KEY is not set/]],
])('doctor reports that the service does not start with %j, and runs the other checks', async (env, said) => {
  const { code, json } = await commandOn({ DATABASE_URL: databaseUrl(service.connection), ...env })('doctor');
  expect([code, json.ok]).toEqual([1, false]);
  const settings = json.findings.filter(({ check }: { check: string }) => check === 'settings');
  expect(settings).toEqual(
    said.map((detail) => ({ check: 'settings', ok: false, detail: expect.stringMatching(detail) })),
  );
  expect(json.findings).toContainEqual(expect.objectContaining({ check: 'migrations', ok: true }));
});

test('doctor creates no embedded database: DATA_DIR may not be the folder of the service', async () => {
  const folder = await makeFolder('mistyped');
  try {
    for (const DATA_DIR of [folder, `${folder}/none`]) {
      const { code, json, stderr } = await commandOn({ DATA_DIR, TLS_CERT: '/x' })('doctor');
      expect([code, json.ok, stderr]).toEqual([1, false, '']);
      expect(json.findings).toEqual([
        expect.objectContaining({ check: 'settings', ok: false }),
        {
          check: 'database',
          ok: false,
          detail: `There is no embedded database in DATA_DIR ${DATA_DIR}: set DATA_DIR to the folder that the service was started with.`,
        },
      ]);
    }
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
