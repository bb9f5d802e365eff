/** The client as a package: packed, installed elsewhere, compiled, run as a module and as CommonJS, bundled for a browser. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { publint } from 'publint';
import { Webhook } from 'standardwebhooks';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { startTestService, type TestService } from '../support/service.ts';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const run = promisify(execFile);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

let service: TestService;
let token: string;
/** A stranger's project that has the package installed. */
let project: string;
let packed: readonly string[];

/** The compiler's output for files of the project. */
const compile = async (files: readonly string[], more: object = {}): Promise<string> => {
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    types: [],
    ...more,
  };
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return run(process.execPath, [tsc, '-p', project], { cwd: project }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
};

beforeAll(async () => {
  service = await startTestService();
  token = (await (await service.organisation()).client()).token;
  project = await makeFolder('sdk');
  const { stdout } = await run(npm, ['pack', '--json', '--silent', '--pack-destination', project], {
    cwd: path.join(root, 'sdk'),
  });
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ];
  packed = files.map((file) => file.path);
  await writeFile(
    path.join(project, 'package.json'),
    JSON.stringify({ name: 'stranger', private: true, type: 'module' }),
  );
  const local = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => path.join(root, 'node_modules', name));
  const flags = ['--offline', '--ignore-scripts', '--install-links', '--cache', path.join(project, 'cache')];
  await run(npm, ['install', ...flags, ...local, path.join(project, filename)], { cwd: project });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await rm(project, { recursive: true, force: true });
});

test('contains code, types, licence and README', () => {
  expect(packed).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE', 'dist/index.js']));
  const others = packed.filter(
    (file) => !/^(package\.json|README\.md|LICENSE|dist\/cjs\/package\.json|dist\/.+\.(js|d\.ts))$/.test(file),
  );
  expect(others).toEqual([]);
});

test('known names compile, unknown ones do not', async () => {
  await cp(path.join(root, 'test/sdk/fixture/names.ts'), path.join(project, 'names.ts'));
  expect(await compile(['names.ts'], { noEmit: true })).toBe('');
  expect(await compile(['names.ts'], { noEmit: true, module: 'ESNext', moduleResolution: 'Bundler' })).toBe('');
  const text = await readFile(path.join(project, 'names.ts'), 'utf8');
  const wrong = text.match(/\/\/ @ts-expect-error/g)?.length;
  await writeFile(path.join(project, 'wrong.ts'), text.replaceAll('// @ts-expect-error', '//'));
  const findings = await compile(['wrong.ts'], { noEmit: true });
  expect(findings.match(/error TS/g)).toHaveLength(wrong ?? 0);
}, 120_000);

test('a CommonJS program can require it, with its types', async () => {
  const folder = path.join(project, 'old');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  const settings = JSON.stringify({ baseUrl: service.address, token });
  const program = `import client = require('broker-crm-client');
    const crm = client.createClient(${settings});
    const name = async (): Promise<string | null> => (await crm.customers.create({ name: 'Alt' })).name;
    // @ts-expect-error no such field
    export const wrong = () => crm.customers.create({ nme: 'Alt' });
    crm.customers.get(2147483647).catch(async (error: unknown) => {
      console.log(client.isError(error, 'not_found'), await name());
    });\n`;
  await writeFile(path.join(folder, 'old.ts'), program);
  const files = ['old/old.ts'];
  expect(await compile(files, { noEmit: true, module: 'Node16', moduleResolution: 'Node16' })).toBe('');
  expect(await compile(files)).toBe('');
  const { stdout } = await run(process.execPath, [path.join(folder, 'old.js')], { cwd: folder });
  expect(stdout).toBe('true Alt\n');
}, 120_000);

test('its exports resolve in bundlers, compilers and Node.js', async () => {
  const { messages } = await publint({ pkgDir: path.join(project, 'node_modules/broker-crm-client'), strict: true });
  expect(messages).toEqual([]);
});

test('the examples of its page compile and run', async () => {
  const readme = await readFile(path.join(project, 'node_modules/broker-crm-client/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code ?? '');
  expect(blocks.length).toBeGreaterThan(5);
  const secret = `whsec_${Buffer.from('a secret of the webhook').toString('base64')}`;
  const settled = (code: string): string =>
    code
      .replace('https://crm.example.com', service.address)
      .replace("'TOKEN'", JSON.stringify(token))
      .replace("'SECRET'", JSON.stringify(secret));
  const receiver = blocks.filter((code) => code.includes('verifyWebhook'));
  const calls = blocks.filter((code) => !receiver.includes(code));
  await writeFile(path.join(project, 'calls.ts'), settled(calls.join('\n')));
  await writeFile(path.join(project, 'receiver.ts'), settled(receiver.join('\n')));
  expect(await compile(['calls.ts', 'receiver.ts'], { outDir: 'out' })).toBe('');
  const { stdout } = await run(process.execPath, [path.join(project, 'out/calls.js')], { cwd: project });
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toBe('Sehr geehrte Frau Dr. Mustermann Kiel');
  expect(lines[1]).toMatch(/^\d+ Mustermann$/);
  expect(lines[2]).toMatch(/^Mustermann \d+$/);
  expect(stdout).toContain("error: 'no_valid_fields'");
  expect(stdout).toContain("path: [ 'geb' ]");
  expect(lines.at(-1)).toBe('12 12');

  const { receive, isNews } = (await import(pathToFileURL(path.join(project, 'out/receiver.js')).href)) as {
    receive: (request: Request) => Promise<Response>;
    isNews: (event: object) => boolean;
  };
  const order = [4, 6, 1, 5, 7].map((change_id) => ({ event_name: 'customers.update', payload: { id: 1, change_id } }));
  expect([...order, { event_name: 'goals.insert', payload: { id: 1, change_id: 2 } }].map(isNews)).toEqual([
    ...[true, true, false, false, true],
    true,
  ]);
  const body = JSON.stringify({ request_id: 'x', event_name: 'webhook.ping', payload: { test: true } });
  const at = new Date();
  const headers = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)) };
  const signed = { ...headers, 'webhook-signature': new Webhook(secret).sign('x', at, body) };
  const post = { method: 'POST', body };
  expect((await receive(new Request('http://receiver/', { ...post, headers: signed }))).status).toBe(200);
  expect((await receive(new Request('http://receiver/', { ...post, headers }))).status).toBe(400);
}, 120_000);

test('is bundled for browsers without Node.js modules, and runs with browser interfaces', async () => {
  await mkdir(path.join(project, 'web'), { recursive: true });
  const entry = path.join(project, 'web/entry.js');
  await writeFile(entry, "export * from 'broker-crm-client';\n");
  const warnings: string[] = [];
  const output = (await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['iife'], name: 'brokerCrm' },
      rolldownOptions: { onwarn: (warning) => warnings.push(String(warning.message)) },
    },
  })) as Rolldown.RolldownOutput[];
  const code = output[0]?.output[0].code ?? '';
  expect(warnings).toEqual([]);
  expect(code).not.toMatch(/\brequire\(|from ?["']node:|\bBuffer\b|__vite-browser-external/);
  expect(code.length).toBeLessThan(26_000);

  const { fetch, Request, Response, Headers, FormData, Blob, URL, URLSearchParams, AbortController, AbortSignal } =
    globalThis;
  const { TextEncoder, TextDecoder, crypto, atob, btoa, setTimeout, clearTimeout } = globalThis;
  const fetching = {
    fetch,
    Request,
    Response,
    Headers,
    FormData,
    Blob,
    URL,
    URLSearchParams,
    AbortController,
    AbortSignal,
  };
  const texts = { TextEncoder, TextDecoder, crypto, atob, btoa, setTimeout, clearTimeout };
  const settings = { baseUrl: service.address, token };
  const page = vm.createContext({ ...fetching, ...texts, settings });
  vm.runInContext(`${code}; globalThis.brokerCrm = brokerCrm`, page);
  const answer: unknown = await vm.runInContext(
    `(async () => {
      const client = brokerCrm.createClient(settings);
      const made = await client.POST('/v3/customers', { body: { name: 'Browser' } });
      const document = await brokerCrm.upload(client, '/v3/documents', new Blob(['abc']), { fields: { name: 'a.txt' } });
      const bytes = await brokerCrm.download(client, '/v3/documents/{id}/download', { path: { id: document.id } });
      const names = [];
      for await (const { name } of brokerCrm.pages(client, '/v3/customers', { query: { limit: 500 } })) names.push(name);
      const one = await client.customers.get(made.data.id);
      return JSON.stringify([one.name, await bytes.text(), names.includes('Browser')]);
    })()`,
    page,
  );
  expect(answer).toBe('["Browser","abc",true]');
}, 120_000);
