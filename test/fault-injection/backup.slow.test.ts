/** A backup while the service writes, and the service on the restored data (docs/operating.md). */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { freePort, type Running, runProgram, startProgram } from '../support/process.ts';
import { until } from '../support/until.ts';

let folder: string;
let env: Record<string, string>;
let elsewhere: Record<string, string>;
let running: Running;
let token = '';
const copy = (): string => join(folder, 'copy');

beforeAll(async () => {
  folder = await makeFolder('backup');
  env = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'error' };
  elsewhere = { ...env, DATA_DIR: join(folder, 'restored'), PORT: String(await freePort()) };
  running = await startProgram(env);
  token = /Bearer (\S+?)['"]/.exec(running.output.stdout)?.[1] ?? '';
}, 120_000);
afterAll(async () => {
  await running.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const ask = async (path: string, body?: object) => {
  const response = await fetch(`${running.address}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};
const json = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()) as Record<string, number>;
const run = (settings: Record<string, string>, ...args: string[]) => runProgram([...args, '--json'], settings);

interface Written {
  readonly kid: number;
  readonly document: number;
}

/** Writes customers with a document each until asked to stop. */
const writing = () => {
  let going = true;
  const written: Written[] = [];
  const writer = async (): Promise<void> => {
    while (going) {
      const { kid = 0 } = json(await ask('/v3/customers', { name: 'Gesichert' }));
      const base64 = Buffer.from(`Vertrag ${kid} ${'x'.repeat(20_000)}`).toString('base64');
      const { id = 0 } = json(await ask('/v3/documents', { kid, base64 }));
      written.push({ kid, document: id });
    }
  };
  const writers = [writer(), writer(), writer()];
  return {
    written,
    stop: async () => {
      going = false;
      await Promise.all(writers);
    },
  };
};

test('a backup contains all writes answered before it, and the service runs on it', async () => {
  const { written, stop } = writing();
  while (written.length < 20) await new Promise((done) => setTimeout(done, 20));
  const before = [...written];
  const made = await run(env, 'backup', copy(), '--with-secrets-key');
  await stop();
  expect(made.code, made.stdout + made.stderr).toBe(0);
  expect(JSON.parse(made.stdout)).toMatchObject({ folder: copy(), database: { bytes: expect.any(Number) } });
  expect(written.length).toBeGreaterThan(before.length);

  const restored = await run(elsewhere, 'restore', copy());
  expect(restored.code, restored.stdout + restored.stderr).toBe(0);
  expect(await running.end('SIGTERM')).toBe(0);
  running = await startProgram(elsewhere);
  for (const { kid, document } of before) {
    expect((await ask(`/v3/customers/${kid}`)).status).toBe(200);
    expect((await ask(`/v3/documents/${document}`)).status).toBe(200);
  }
  // Every record that the copy has is whole, those written during the backup too.
  let whole = 0;
  for (const { kid, document } of written) {
    if ((await ask(`/v3/documents/${document}`)).status !== 200) continue;
    const { bytes } = await ask(`/v3/documents/${document}/download`);
    const expected = createHash('sha256').update(`Vertrag ${kid} ${'x'.repeat(20_000)}`);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(expected.digest('hex'));
    whole += 1;
  }
  expect(whole).toBeGreaterThanOrEqual(before.length);
  expect((await run(elsewhere, 'doctor')).code).toBe(0);
}, 180_000);

test.each([
  ['backup into a folder with something in it', 'backup', () => copy(), () => elsewhere, 'not_empty'],
  ['restore beside a running service', 'restore', () => copy(), () => elsewhere, 'busy'],
  ['restore over a database', 'restore', () => copy(), () => env, 'not_empty'],
  ['restore of what is no backup', 'restore', () => folder, () => env, 'no_backup'],
  [
    'backup of a server of one’s own',
    'backup',
    () => copy(),
    () => ({ ...env, DATABASE_URL: 'postgres://x/y' }),
    'not_embedded',
  ],
] as const)('%s is refused', async (_, command, path, settings, code) => {
  const { code: exit, stdout } = await run(settings(), command, path());
  expect([exit, JSON.parse(stdout).error.code]).toEqual([1, code]);
});

test.each([
  [
    'a file of the database',
    join('database', 'PG_VERSION'),
    /its folder database should have \d+ files .*, and has \d+ files /,
  ],
  ['the contents', 'files', /its folder files should have \d+ files .*, and has 0 files with 0 bytes/],
  ['the start of its log', join('database', 'backup_label'), /it has no database.backup_label/],
])('a copy without %s is not restored', async (_, lost, said) => {
  const damaged = join(folder, 'damaged');
  await cp(copy(), damaged, { recursive: true });
  await rm(join(damaged, lost), { recursive: true });
  const there = { ...env, DATA_DIR: join(folder, 'from-damaged') };
  const { code, stdout } = await run(there, 'restore', damaged);
  await rm(damaged, { recursive: true });
  expect([code, JSON.parse(stdout).error]).toEqual([
    1,
    { code: 'backup_damaged', message: expect.stringMatching(said) },
  ]);
  expect(existsSync(there.DATA_DIR)).toBe(false);
});

/** The first file in a folder below the copy whose path matches. */
const fileIn = async (folder: string, path: RegExp): Promise<string> => {
  const names = await readdir(folder, { recursive: true, encoding: 'utf8' });
  const found = names.find((name) => path.test(name));
  if (!found) throw new Error(`No file ${path} in ${folder}`);
  return join(folder, found);
};

test.each([
  ['a document', 'files', /[0-9a-f]{64}$/, 'ok'],
  ['a page of a table', join('database', 'base'), /\d+[\\/]2619$/, 'backup_damaged'],
  ['a segment of the WAL', join('database', 'pg_wal'), /^[0-9A-F]{24}$/, 'backup_damaged'],
])(
  'one changed byte of %s: restore and verify refuse the copy and name the file',
  async (what, part, path, code) => {
    const damaged = join(folder, 'changed');
    await cp(copy(), damaged, { recursive: true });
    const file = await fileIn(join(damaged, part), path);
    const bytes = await readFile(file);
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const there = { ...env, DATA_DIR: join(folder, `from-changed-${what.split(' ').at(-1)}`) };
    const [restored, verified] = [await run(there, 'restore', damaged), await run(there, 'backup', 'verify', damaged)];
    await rm(damaged, { recursive: true });
    const damage = { code: 'backup_damaged', message: expect.stringContaining(file) };
    expect([restored.code, JSON.parse(restored.stdout).error], restored.stderr).toEqual([1, damage]);
    expect(existsSync(join(there.DATA_DIR, 'postgres', 'PG_VERSION'))).toBe(false);
    const found = JSON.parse(verified.stdout);
    expect([verified.code, found.error ?? found.wrong]).toEqual([
      1,
      code === 'ok' ? [expect.stringContaining(file)] : damage,
    ]);
    expect((await readdir(there.DATA_DIR)).filter((name) => name.includes('verifying'))).toEqual([]);
  },
  120_000,
);

test('verify accepts a copy of one moment and prints its contents', async () => {
  const there = { ...env, DATA_DIR: join(folder, 'verified') };
  const { code, stdout, stderr } = await run(there, 'backup', 'verify', copy());
  expect(code, stdout + stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    wrong: [],
    place: copy(),
    files: { files: expect.any(Number) },
  });
  expect(JSON.parse(stdout).rows).toBeGreaterThan(100);
  expect(await readdir(there.DATA_DIR)).toEqual([]);
});

test('configuration files in a copy are not used', async () => {
  const foreign = join(folder, 'foreign');
  await cp(copy(), foreign, { recursive: true });
  expect((await readdir(join(foreign, 'database'))).filter((name) => name.endsWith('.conf'))).toEqual([]);
  const ran = join(folder, 'ran');
  const command = `touch ${ran}`;
  const settings = `archive_mode = on\narchive_command = '${command}'\nrestore_command = '${command}'\narchive_timeout = 1\n`;
  for (const name of ['postgresql.conf', 'postgresql.auto.conf'])
    await writeFile(join(foreign, 'database', name), settings);
  await writeFile(join(foreign, 'database', 'pg_hba.conf'), 'local all all trust\n');
  await writeFile(join(foreign, 'database', 'recovery.signal'), '');
  const there = { ...env, DATA_DIR: join(folder, 'from-foreign') };
  const restored = await run(there, 'restore', foreign);
  expect(restored.code, restored.stdout + restored.stderr).toBe(0);
  expect((await run(there, 'doctor')).code).toBe(0);
  expect(existsSync(ran)).toBe(false);
  const data = join(there.DATA_DIR, 'postgres');
  expect(await readFile(join(data, 'postgresql.conf'), 'utf8')).not.toContain('command');
  expect(await readFile(join(data, 'pg_hba.conf'), 'utf8')).not.toContain('trust');
  const auto = await readFile(join(data, 'postgresql.auto.conf'), 'utf8').catch(() => '');
  expect(auto).not.toContain('command');
}, 120_000);

test('of two concurrent backups to one folder one succeeds, and the other reports it', async () => {
  const twice = join(folder, 'twice');
  // Remains of killed backups, of this version and of an earlier one.
  await mkdir(join(`${twice}.part`, 'database'), { recursive: true });
  await writeFile(join(`${twice}.part`, 'lock.json'), '{"pid":2147483647,"kind":"command","started":"1"}');
  const both = await Promise.all([run(elsewhere, 'backup', twice), run(elsewhere, 'backup', twice)]);
  expect(both.map(({ code }) => code).sort(), JSON.stringify(both)).toEqual([0, 1]);
  const { error } = JSON.parse(both.find(({ code }) => code)?.stdout ?? '');
  expect(error).toEqual({ code: 'busy', message: expect.stringMatching(/^Process \d+ copies to .*twice already; /) });
  expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  expect((await readdir(twice)).sort()).toEqual(['backup.json', 'database', 'files', 'postgres.secret']);
  const restored = await run({ ...env, DATA_DIR: join(folder, 'from-twice') }, 'restore', twice);
  expect(restored.code, restored.stdout + restored.stderr).toBe(0);
});

test('of two concurrent backups to one folder without a service one is refused', async () => {
  const twice = join(folder, 'twice-stopped');
  const both = await Promise.all([run(env, 'backup', twice), run(env, 'backup', twice)]);
  expect(both.map(({ code }) => code).sort(), JSON.stringify(both)).toEqual([0, 1]);
  const { error } = JSON.parse(both.find(({ code }) => code)?.stdout ?? '');
  expect(['busy', 'not_empty']).toContain(error.code);
});

test.each([
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
] as const)('a backup that %s ends while the service runs leaves no files', async (signal) => {
  const broken = join(folder, `broken-${signal}`);
  const stop = new AbortController();
  const ended = runProgram(['backup', broken], elsewhere, stop.signal);
  await until(() => existsSync(`${broken}.part`) && readdirSync(`${broken}.part`, { recursive: true }).length > 50);
  stop.abort(signal);
  expect(await ended).toMatchObject({ code: 128 + constants.signals[signal], stdout: '' });
  expect((await readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual([]);
});

test('a killed restore: no command creates an empty database there, and a repeated restore succeeds', async () => {
  const there = { ...env, DATA_DIR: join(folder, 'killed'), PORT: String(await freePort()) };
  const kill = new AbortController();
  const killed = runProgram(['restore', copy()], there, kill.signal);
  const left = join(there.DATA_DIR, 'restoring');
  await until(() => existsSync(join(left, 'postgres', 'global')), { what: 'the beginning of a restore' });
  kill.abort();
  expect(await killed).toMatchObject({ code: null });

  const refusal = expect.stringMatching(/has not ended.*say "broker-crm restore" again.*remove .*restoring\.\n$/);
  for (const command of [['org', 'list'], ['serve']])
    expect(await runProgram(command, there)).toMatchObject({ code: 1, stdout: '', stderr: refusal });
  expect(existsSync(join(there.DATA_DIR, 'postgres', 'PG_VERSION'))).toBe(false);

  const restored = await run(there, 'restore', copy());
  expect(restored.code, restored.stdout + restored.stderr).toBe(0);
  expect(existsSync(left)).toBe(false);
  expect((await run(there, 'doctor')).code).toBe(0);
}, 120_000);

/** A restore that is killed when its database has its name, and is being started to replay its log. */
const killedAtItsEnd = async (name: string) => {
  const there = { ...env, DATA_DIR: join(folder, name), PORT: String(await freePort()) };
  const kill = new AbortController();
  const killed = runProgram(['restore', copy()], there, kill.signal);
  const isThere = () => existsSync(join(there.DATA_DIR, 'postgres', 'PG_VERSION'));
  await until(isThere, { what: 'the database of a restore' });
  kill.abort('SIGKILL');
  expect(await killed).toMatchObject({ code: null, stdout: '' });
  return { there, left: () => existsSync(join(there.DATA_DIR, 'restoring')) };
};

test('a restore that was killed after its database was complete succeeds when repeated', async () => {
  const { there, left } = await killedAtItsEnd('ending');
  const other = join(folder, 'other-copy');
  await cp(copy(), other, { recursive: true });
  const manifest = JSON.parse(await readFile(join(other, 'backup.json'), 'utf8'));
  await writeFile(join(other, 'backup.json'), JSON.stringify({ ...manifest, made_at: '2026-01-01T00:00:00.000Z' }));
  const refused = await run(there, 'restore', other);
  expect(JSON.parse(refused.stdout).error).toMatchObject({
    code: 'not_empty',
    message: expect.stringContaining(`has a database, as it was at ${manifest.made_at}, which a restore brought here`),
  });
  const restored = await run(there, 'restore', copy());
  expect(restored.code, restored.stdout + restored.stderr).toBe(0);
  const { made_at, files } = manifest;
  // The file with the start of the log is added to the counted ones.
  const database = { files: manifest.database.files + 1 };
  expect(JSON.parse(restored.stdout)).toMatchObject({ data_dir: there.DATA_DIR, made_at, database, files });
  expect(left()).toBe(false);
  expect((await run(there, 'doctor')).code).toBe(0);
  expect(JSON.parse((await run(there, 'restore', copy())).stdout).error.code).toBe('not_empty');
}, 120_000);

test.each([
  ['a command', (there: Record<string, string>) => run(there, 'org', 'list')],
  ['a service', async (there: Record<string, string>) => ({ code: await (await startProgram(there)).end('SIGTERM') })],
])(
  'a restore that was killed after its database was complete is finished when %s uses it',
  async (what, use) => {
    const { there, left } = await killedAtItsEnd(`used-by-${what.slice(2)}`);
    expect((await use(there)).code).toBe(0);
    expect(left()).toBe(false);
    expect(JSON.parse((await run(there, 'restore', copy())).stdout).error.code).toBe('not_empty');
  },
  120_000,
);
