/** The embedded database and its secrets: connections, file permissions, new keys, and data of an older version. */
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedConnection, startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { readKeyFile } from '../../src/db/encryption/key-file.ts';
import { createKeyRing, newKey } from '../../src/db/encryption/key-ring.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort, type Running, runProgram, startProgram } from '../support/process.ts';
import { until } from '../support/until.ts';

const PASS = 'Portal-Geheimnis-Wort';
const HEADER = 'Kopf-Geheimnis-Wort';
const MANY = 4000;

let folder: string;
let env: Record<string, string>;
let running: Running | undefined;
let token = '';
let portal = 0;
const data = () => env.DATA_DIR ?? '';
const keyFile = () => join(data(), 'secrets.key');

const start = async (): Promise<Running> => {
  running = await startProgram(env);
  token = /Bearer (\S+?)['"]/.exec(running.output.stdout)?.[1] ?? token;
  return running;
};
const stop = async (): Promise<void> => {
  await running?.end('SIGTERM');
  running = undefined;
};
beforeAll(async () => {
  folder = await makeFolder('secrets');
  env = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'error' };
  await start();
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (method: string, path: string, body?: object) => {
  const response = await fetch(`http://127.0.0.1:${env.PORT}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, number> };
};
const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await runProgram([...args, '--json'], env);
  return { code, stderr, json: JSON.parse(stdout || 'null') };
};
const asOwner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(await embeddedConnection(data()));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Files below a folder that hold one of some texts. */
const filesHolding = async (path: string, texts: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    if (texts.some((text) => bytes.includes(text))) found.push(entry.name);
  }
  return found;
};

test('every role needs a password, and the service does not connect as a superuser', async () => {
  const connection = await embeddedConnection(data());
  for (const user of ['broker', 'broker_service', 'postgres']) {
    const stranger = new pg.Client({ ...connection, user, password: 'geraten' });
    await expect(stranger.connect(), user).rejects.toMatchObject({ code: '28P01' });
  }
  expect(connection.password).toHaveLength(48);
  expect((await stat(join(data(), 'postgres.secret'))).mode & 0o777).toBe(0o600);
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
  const { rows } = await asOwner((client) =>
    client.query(
      "select distinct usename, rolsuper, (select count(*) from pg_class where relowner = r.oid)::int as owns from pg_stat_activity join pg_roles r on rolname = usename where application_name = 'broker-crm'",
    ),
  );
  expect(rows).toEqual([{ usename: 'broker_service', rolsuper: false, owns: 0 }]);
});

test('no file of the database or of a backup contains a secret, and only a backup that requests it contains the key', async () => {
  const partner = (await ask('POST', '/v3/products', { name: 'P' })).body.id;
  portal = (await ask('POST', `/v3/products/${partner}/portals`, { name: 'x', pass: PASS })).body.id ?? 0;
  const made = await run(
    'webhook',
    'create',
    '--org',
    '1',
    '--url',
    'https://example.com/x',
    '--events',
    'none',
    '--header',
    `x-key=${HEADER}`,
  );
  const texts = [PASS, HEADER, String(made.json.secret).slice(6)];
  const [key = ''] = readKeyFile(keyFile());
  expect((await run('backup', join(folder, 'copy'))).json.with_secrets_key).toBe(false);
  expect(await filesHolding(join(folder, 'copy'), [...texts, key])).toEqual([]);
  expect(await filesHolding(await realData(), texts)).toEqual([]);
  expect(await filesHolding(join(folder, 'copy'), ['https://example.com/x'])).not.toEqual([]);
  expect((await run('backup', join(folder, 'whole'), '--with-secrets-key')).json.with_secrets_key).toBe(true);
  expect(await filesHolding(join(folder, 'whole'), [key])).toEqual(['secrets.key']);
});

/** If the database's account cannot enter the parent folder, the data is in another place. */
const realData = async (): Promise<string> => join(data(), 'postgres');

test('a restore without the key names the fix, and the service starts once the key exists', async () => {
  await stop();
  const original = keyFile();
  const elsewhere = { ...env, DATA_DIR: join(folder, 'restored') };
  const restored = await runProgram(['restore', join(folder, 'copy')], elsewhere);
  expect(restored.code, restored.stderr).toBe(0);
  expect(restored.stdout).toMatch(
    /without the key of the secrets, [0-9a-f]{12}: .* put your copy of it to .*restored\/secrets\.key/s,
  );
  const refused = await runProgram(['serve'], elsewhere);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/restored\/secrets\.key is missing/)]);
  await copyFile(original, join(folder, 'restored', 'secrets.key'));
  env = elsewhere;
  await start();
  expect((await ask('PATCH', `/v3/portals/${portal}`, { pass: PASS })).body.updated).toBe(0);
  expect((await run('doctor')).code).toBe(0);
});

test('a restore where keys exist adds those of the backup before them and loses none', async () => {
  const [own = ''] = readKeyFile(keyFile());
  const [other, backupKey] = [newKey(), newKey()];
  const place = join(folder, 'place');
  const made = await runProgram(['backup', '--to', place], { ...env, BACKUP_KEY: backupKey });
  expect(made.code, made.stderr).toBe(0);
  for (const [name, source] of Object.entries({ once: join(folder, 'whole'), 'goes-on': place })) {
    const there = { ...env, DATA_DIR: join(folder, `beside-${name}`), BACKUP_KEY: backupKey };
    await mkdir(there.DATA_DIR);
    await writeFile(join(there.DATA_DIR, 'secrets.key'), `${other}\n`, { mode: 0o600 });
    const restored = await runProgram(['restore', source, '--json'], there);
    expect([restored.code, JSON.parse(restored.stdout).missing_secrets_keys]).toEqual([0, []]);
    expect(readKeyFile(join(there.DATA_DIR, 'secrets.key'))).toEqual([own, other]);
  }
  const set = { ...env, DATA_DIR: join(folder, 'set'), BACKUP_KEY: backupKey, SECRETS_KEY: other };
  expect((await runProgram(['restore', place], set)).stdout).toMatch(
    /The key of the secrets, [0-9a-f]{12}, is in .*set\/secrets\.key, which SECRETS_KEY takes the place of/,
  );
  const without = { ...env, DATA_DIR: join(folder, 'without') };
  await mkdir(without.DATA_DIR);
  await writeFile(join(without.DATA_DIR, 'secrets.key'), `${other}\n`, { mode: 0o600 });
  expect((await runProgram(['restore', join(folder, 'copy')], without)).stdout).toMatch(
    /without the key of the secrets, [0-9a-f]{12}: .* add your copy of it to .*without\/secrets\.key, as a line/,
  );
  expect(readKeyFile(join(without.DATA_DIR, 'secrets.key'))).toEqual([other]);
});

test('a key rotation while the service runs, killed in the middle: every secret stays readable', async () => {
  const [old = ''] = readKeyFile(keyFile());
  const ring = createKeyRing(() => [old]);
  const texts = Array.from({ length: MANY }, (_, i) =>
    ring.encrypt({ org: 1, table: 'portal', column: 'pass', row: 10_000 + i }, `Wort ${i}`),
  );
  await asOwner((client) =>
    client.query(
      "insert into portal (org_id, id, pass, printed) select 1, 9999 + i, t, '{}' from unnest($1::text[]) with ordinality x(t, i)",
      [texts],
    ),
  );
  const sealedByNew = async () =>
    (
      await asOwner((client) =>
        client.query<{ n: number }>('select count(*)::int as n from portal where pass not like $1', [
          `sealed.v1.${ring.ids[0]}.%`,
        ]),
      )
    ).rows[0]?.n ?? 0;
  const kill = new AbortController();
  const rotating = runProgram(['secrets', 'rotate', '--json'], env, kill.signal);
  await until(async () => (await sealedByNew()) >= 600, { what: 'the middle of the rotation' });
  kill.abort();
  expect((await rotating).stdout).toBe('');
  const left = MANY - (await sealedByNew());
  expect(left).toBeGreaterThan(0);

  expect((await ask('PATCH', `/v3/portals/${portal}`, { pass: PASS })).body.updated).toBe(0);
  expect((await ask('GET', '/v3/customers?limit=1')).status).toBe(200);
  const going = await run('secrets', 'rotate');
  expect([going.code, going.json.older]).toEqual([0, ring.ids]);
  expect(going.json.secrets).toBeGreaterThanOrEqual(left);
  const { keys, clear } = (await run('secrets', 'status')).json;
  expect([
    clear,
    keys.map(({ encrypts, secrets }: { encrypts: boolean; secrets: number }) => [encrypts, secrets > 0]),
  ]).toEqual([
    0,
    [
      [true, true],
      [false, false],
    ],
  ]);
  const now = createKeyRing(() => readKeyFile(keyFile()));
  const { rows } = await asOwner((client) =>
    client.query<{ id: number; pass: string }>('select id, pass from portal where id >= 10000'),
  );
  expect(rows).toHaveLength(MANY);
  for (const { id, pass } of rows)
    expect(now.decrypt({ org: 1, table: 'portal', column: 'pass', row: id }, pass)).toBe(`Wort ${id - 10_000}`);
  // Killed when all was encrypted, and before the old key was forgotten: the next one forgets it, and makes no third.
  const [oldId = ''] = ring.ids;
  const place = { org: 0, table: 'secrets_key', column: 'check_value', row: oldId };
  const known = ring.encrypt(place, 'The quick brown fox jumps over the lazy dog');
  await asOwner((client) => client.query('insert into secrets_key (id, check_value) values ($1, $2)', [oldId, known]));
  expect((await run('secrets', 'rotate')).json).toMatchObject({ key: now.ids[0], secrets: 0 });
  // The running service writes under the new key, and a start does not need the old one any more.
  await ask('PATCH', `/v3/portals/${portal}`, { pass: 'neues Wort' });
  await writeFile(keyFile(), `${readKeyFile(keyFile())[0]}\n`, { mode: 0o600 });
  await stop();
  await start();
  expect((await ask('PATCH', `/v3/portals/${portal}`, { pass: 'neues Wort' })).body.updated).toBe(0);
});

test('a start upgrades the data of an older version: passwords, role, unencrypted secrets', async () => {
  await stop();
  const keys = readKeyFile(keyFile());
  const ring = createKeyRing(() => keys);
  const server = await startEmbedded({ dataDir: data() });
  const client = new pg.Client(server.connection);
  await client.connect();
  const { rows } = await client.query<{ kid: string; secret: string }>('select kid, secret from signing_key');
  for (const { kid, secret } of rows)
    await client.query('update signing_key set secret = $1 where kid = $2', [
      ring.decrypt({ org: 0, table: 'signing_key', column: 'secret', row: kid }, secret),
      kid,
    ]);
  await client.query('delete from portal where id >= 10000');
  await client.query('update portal set pass = case when id = $2 then $1 end', [PASS, portal]);
  await client.query(
    `update webhook set secret = 'whsec_QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB', headers = '{"x-key": "${HEADER}"}'`,
  );
  await client.query('delete from secrets_key');
  await client.query('drop owned by broker_service; drop role broker_service');
  await client.end();
  await server.stop();
  await writeFile(join(data(), 'postgres', 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n');
  // The password was never requested, so its loss had no effect.
  await writeFile(join(data(), 'postgres.secret'), 'lost');
  await rm(keyFile());

  await start();
  expect((await ask('PATCH', `/v3/portals/${portal}`, { pass: PASS })).body.updated).toBe(0);
  expect((await run('doctor')).json).toMatchObject({ ok: true });
  const stranger = new pg.Client({ ...(await embeddedConnection(data())), password: undefined });
  await expect(stranger.connect()).rejects.toThrow();
  await stop();
  expect(await filesHolding(join(data(), 'postgres', 'base'), [PASS, HEADER, 'QUFBQUFBQUFBQUFB'])).toEqual([]);
  await start();
  expect((await ask('GET', '/v3/customers?limit=1')).status).toBe(200);
});

test('a changed or lost key is reported at the start', async () => {
  await stop();
  const file = await readFile(keyFile(), 'utf8');
  await rm(keyFile());
  const lost = await runProgram(['serve'], env);
  expect([lost.code, lost.stderr]).toEqual([
    1,
    expect.stringMatching(/secrets\.key is missing. It holds the key [0-9a-f]{12}/),
  ]);
  await writeFile(keyFile(), `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
  const wrong = await runProgram(['serve'], env);
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringMatching(/encrypted with the key [0-9a-f]{12}, which .*secrets\.key does not hold/),
  ]);
  const doctor = await run('doctor');
  expect([doctor.code, doctor.json.ok]).toEqual([1, false]);
  await writeFile(keyFile(), file, { mode: 0o600 });
  await start();
});
