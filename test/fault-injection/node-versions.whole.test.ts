/**
 * The service and its client on every Node.js that is promised (`engines`), whichever runs the tests: npm's packages of Node.js bring
 * the others. One DATA_DIR for all, as with an upgrade of Node.js.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/checkout.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort, runProgram, startProgram } from '../support/process.ts';

const VERSIONS = ['20.20.2', '22.23.3', '24.21.0'];
/** Debian 12 brings one of these. */
const TOO_OLD = '18.20.8';

const run = promisify(execFile);
/** Next to the libraries, so that each is fetched once and the client resolves its imports. */
const CACHE = path.join(ROOT, 'node_modules/.cache/broker-crm');

let folder: string;
let token = '';
/** The path of each Node.js, or the reason why it is missing. */
const nodes = new Map<string, { readonly program: string } | { readonly missing: string }>();

const fetchNode = async (version: string): Promise<void> => {
  if (process.version === `v${version}`) return void nodes.set(version, { program: process.execPath });
  const name = `node-${process.platform}-${process.arch}`;
  const place = path.join(CACHE, `node-${version}`);
  const program = path.join(place, 'node_modules', name, 'bin/node');
  const failed = existsSync(program)
    ? undefined
    : await run('npm', ['install', '--prefer-offline', '--no-save', '--prefix', place, `${name}@${version}`]).then(
        () => undefined,
        (error: Error) => error.message,
      );
  nodes.set(version, failed === undefined ? { program } : { missing: `${name}@${version} cannot be had: ${failed}` });
};

const CALLS = `
import { createClient, download, pages, upload } from './client/index.js';
const client = createClient({ baseUrl: process.env.ADDRESS, token: process.env.TOKEN });
const made = await client.POST('/v3/customers', { body: { name: process.version } });
const document = await upload(client, '/v3/documents', new Blob(['bytes']), { fields: { name: 'a.txt' } });
const bytes = await download(client, '/v3/documents/{id}/download', { path: { id: document.id } });
const names = [];
for await (const { name } of pages(client, '/v3/customers', { query: { limit: 10 } })) names.push(name);
console.log(JSON.stringify([made.data.name, await bytes.text(), names.includes(process.version)]));
`;

beforeAll(async () => {
  folder = await makeFolder('nodes');
  await mkdir(CACHE, { recursive: true });
  const client = ['-p', 'sdk', '--outDir', path.join(CACHE, 'client')];
  await run(process.execPath, ['node_modules/typescript/bin/tsc', ...client], { cwd: ROOT });
  await writeFile(path.join(CACHE, 'calls.mjs'), CALLS);
  for (const version of [...VERSIONS, TOO_OLD]) await fetchNode(version);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.for(VERSIONS)('Node.js %s: start, migration, calls of the client, stop', async (version, { skip }) => {
  const node = nodes.get(version) ?? { missing: 'it was not installed' };
  if ('missing' in node) return skip(node.missing);
  const service = await startProgram({ DATA_DIR: folder, PORT: String(await freePort()) }, { node: node.program });
  // The first start says it once.
  token ||= /Bearer ([\w.-]+)/.exec(service.output.stdout)?.[1] ?? '';
  const { stdout } = await run(node.program, [path.join(CACHE, 'calls.mjs')], {
    env: { PATH: process.env.PATH, ADDRESS: service.address, TOKEN: token },
  });
  expect(JSON.parse(stdout)).toEqual([`v${version}`, 'bytes', true]);
  expect(await service.end('SIGTERM')).toBe(0);
  // No API is used that this Node.js deprecates. (The S3 library warns of Node.js 20 only with a bucket.)
  expect(service.output.stderr).not.toMatch(/Warning/);
});

test('an older Node.js is refused with the fix, for every command', async ({ skip }) => {
  const node = nodes.get(TOO_OLD) ?? { missing: 'it was not installed' };
  if ('missing' in node) return skip(node.missing);
  const settings = { DATA_DIR: path.join(folder, 'older') };
  const message = `Node.js 20.19 or later is needed, and ${node.program} is ${TOO_OLD}: see "Which Node.js" in docs/operating.md.`;
  const served = await runProgram(['serve'], settings, undefined, { node: node.program });
  expect(served).toEqual({ code: 1, stdout: '', stderr: `broker-crm: ${message}\n` });
  const asked = await runProgram(['doctor', '--json'], settings, undefined, { node: node.program });
  expect([asked.code, JSON.parse(asked.stdout)]).toEqual([1, { error: { code: 'node_version', message } }]);
});
