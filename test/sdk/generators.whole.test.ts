/** Clients that other people's generators make of the description: they compile strictly, and one of them is used. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setField } from '../../src/operations/org-settings/custom-fields.ts';
import { makeFolder } from '../support/folder.ts';
import { startTestService, type TestService } from '../support/service.ts';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const run = promisify(execFile);
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
const fixture = path.join(root, 'test/sdk/fixture');

let service: TestService;
let folder: string;
/** The description as it is served. */
let description: string;

/** The compiler's output for files of the folder. */
const compile = async (files: readonly string[], more: object = {}): Promise<string> => {
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    types: [],
    ...more,
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return run(process.execPath, [tsc, '-p', folder], { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
};

beforeAll(async () => {
  service = await startTestService();
  folder = await makeFolder('generators');
  description = path.join(folder, 'openapi.yaml');
  await writeFile(description, (await service.ask('GET', '/openapi/v3.yaml')).text);
}, 120_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

test('openapi-typescript: types that compile, with optional members exactly', async () => {
  const program = path.join(root, 'sdk/node_modules/openapi-typescript/bin/cli.js');
  await run(process.execPath, [program, description, '-o', path.join(folder, 'schema.ts')]);
  await writeFile(
    path.join(folder, 'uses.ts'),
    `import type { components, operations, paths } from './schema.ts';
     export const name = (of: components['schemas']['Customer']): string | null => of.name;
     export const body: operations['createCustomer']['requestBody']['content']['application/json'] = { name: 'A' };
     export type Query = NonNullable<paths['/v3/customers']['get']['parameters']['query']>;
     export const query: Query = { limit: 10, 'insert_datum[gte]': '2026-01-01' };
     // @ts-expect-error no such parameter
     export const wrong: Query = { with_banking: true };\n`,
  );
  const exactly = { exactOptionalPropertyTypes: true, allowImportingTsExtensions: true };
  expect(await compile(['schema.ts', 'uses.ts'], exactly)).toBe('');
}, 120_000);

test('@hey-api/openapi-ts: a client that compiles, names its calls readably and makes them', async () => {
  const generate = path.join(folder, 'generate.mjs');
  const program = import.meta.resolve('@hey-api/openapi-ts');
  const settings = { input: description, output: path.join(folder, 'hey'), logs: { level: 'silent' } };
  await writeFile(
    generate,
    `import { createClient } from ${JSON.stringify(program)};
     const settings = ${JSON.stringify({ ...settings, plugins: ['@hey-api/client-fetch', '@hey-api/sdk'] })};
     // As docs/decisions/0028 advises.
     const operations = (_method, _path, { requestBody }) => {
       if (requestBody?.content?.['multipart/form-data']) delete requestBody.content['application/json'];
     };
     await createClient({ ...settings, parser: { patch: { operations } } });\n`,
  );
  await run(process.execPath, ['--import', pathToFileURL(path.join(fixture, 'typescript5.js')).href, generate]);
  await writeFile(
    path.join(folder, 'calls.ts'),
    `import { createContractTariff, createCustomer, createCustomerContract, createCustomerDocument, getChanges, getCustomer,
       listContractTariffs, listCustomers } from './hey';
     import { client } from './hey/client.gen';
     export const main = async (baseUrl: string, auth: string) => {
       client.setConfig({ baseUrl, auth, throwOnError: true });
       const { data: made } = await createCustomer<true>({ body: { name: 'Fremd', vorname: 'Frieda', ind_1: 7 } });
       if (!('name' in made)) throw new Error('a batch');
       const path = { kid: made.id };
       const { data: contract } = await createCustomerContract<true>({ path, body: { sparte: 'phv' } });
       if (!('tariffs' in contract)) throw new Error('a batch');
       await createContractTariff<true>({ path: { id: contract.id }, body: { name: 'Basis' } });
       const { data: tariffs } = await listContractTariffs<true>({ path: { id: contract.id } });
       const query = { fields: ['name' as const], 'insert_datum[gte]': '2020-01-01', sort: '-id' as const };
       const { data: page } = await listCustomers<true>({ query });
       const own = { sort: '-ind_1', fields: ['ind_1'], own_fields: { 'ind_1[gte]': 7 } };
       const { data: narrowed } = await listCustomers<true>({ query: own });
       const { data: others } = await listCustomers<true>({ query: { own_fields: { ind_1: 8 } } });
       const { data: changes } = await getChanges<true>();
       const file = new File(['%PDF-1.7 Police'], 'Police.pdf', { type: 'application/pdf' });
       const { response: uploaded } = await createCustomerDocument<true>({ path, body: { file } });
       const missing = await getCustomer({ path: { kid: 2147483647 }, throwOnError: false });
       // @ts-expect-error the number is called kid
       const wrong = () => getCustomer({ path: { id: 7 } });
       return [made.name, tariffs.items.map(({ name }) => name), page.items[0]?.name, narrowed.items[0]?.ind_1, others.total, typeof changes.next, missing.error, uploaded.status, typeof wrong];
     };\n`,
  );
  expect(await compile(['calls.ts'])).toBe('');
  const outfile = path.join(folder, 'calls.mjs');
  await build({
    entryPoints: [path.join(folder, 'calls.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
  });
  const { main } = (await import(pathToFileURL(outfile).href)) as {
    main: (baseUrl: string, token: string) => Promise<readonly unknown[]>;
  };
  const organisation = await service.organisation();
  await setField(service.db, organisation.orgId, 'customers', { name: 'ind_1', kind: 'int', label: 'Punkte' });
  const { token } = await organisation.client();
  const [made, tariffs, first, points, none, next, error, uploaded] = await main(service.address, token);
  expect([made, tariffs, first, points, none, next]).toEqual(['Fremd', ['Basis'], 'Fremd', 7, 0, 'string']);
  expect(uploaded).toBe(201);
  expect(error).toMatchObject({ statusCode: 404, data: { error: 'not_found' } });
}, 120_000);
