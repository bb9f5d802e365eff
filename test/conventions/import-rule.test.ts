/** The linter's import rule, seen failing: every forbidden direction is tried in a copy of the tree's shape. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Imports that each layer may have; ARCHITECTURE.md draws the same as arrows. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: [],
  derive: ['model'],
  formats: ['model'],
  db: [],
  files: [],
  access: ['db', 'files'],
  webhooks: ['db', 'files'],
  backup: ['db', 'files'],
  operations: ['model', 'derive', 'formats', 'db', 'files', 'webhooks'],
  http: ['model', 'derive', 'formats', 'operations', 'db', 'files', 'access', 'webhooks'],
  settings: ['model', 'derive', 'formats', 'operations', 'db', 'files', 'access', 'webhooks'],
  cli: ['model', 'derive', 'formats', 'operations', 'db', 'files', 'access', 'webhooks', 'backup'],
};
const layers = Object.keys(allowed);
const speakFastify = ['http', 'settings', 'cli'];
const packagesOf = (layer: string): readonly string[] => {
  if (layer === 'model' || layer === 'derive')
    return ['node:fs/promises', 'pg', 'undici', 'fastify', '@fastify/cookie'];
  if (layer === 'formats') return ['pg', 'undici', 'fastify', '@fastify/cookie'];
  return speakFastify.includes(layer) ? [] : ['fastify', '@fastify/cookie'];
};

interface Case {
  readonly file: string;
  readonly text: string;
  readonly forbidden: boolean;
}

const importOf = (from: string, inner = '') => `import type { A } from '${inner}${from}';\nexport type B = A;\n`;

const layerCases: readonly Case[] = layers.flatMap((layer): Case[] => [
  ...layers
    .filter((other) => other !== layer)
    .map((other) => ({
      file: `src/${layer}/to-${other}.ts`,
      text: importOf(`../${other}/target.ts`),
      forbidden: !allowed[layer]!.includes(other),
    })),
  // One folder deeper the path has one more step; the rule must not depend on it.
  ...layers
    .filter((other) => other !== layer && !allowed[layer]!.includes(other))
    .map((other) => ({
      file: `src/${layer}/inner/to-${other}.ts`,
      text: importOf(`../${other}/target.ts`, '../'),
      forbidden: true,
    })),
  ...packagesOf(layer).map((name) => ({
    file: `src/${layer}/to-${name.replace(/\W/g, '-')}.ts`,
    text: importOf(name),
    forbidden: true,
  })),
  { file: `src/${layer}/to-main.ts`, text: importOf('../main.ts'), forbidden: true },
  { file: `src/${layer}/to-sql.ts`, text: importOf('../sql/sql.ts'), forbidden: false },
  { file: `src/${layer}/to-itself.ts`, text: importOf('./target.ts'), forbidden: false },
  { file: `src/errors/to-${layer}.ts`, text: importOf(`../${layer}/target.ts`), forbidden: true },
  {
    file: `src/settings/routes/to-${layer}.ts`,
    text: importOf(`../../${layer}/target.ts`),
    forbidden: !['model', 'settings'].includes(layer),
  },
  { file: `web/src/api/to-${layer}.ts`, text: importOf(`../../../src/${layer}/target.ts`), forbidden: true },
]);

/** The page may import the routes of the settings, the table of calls, the working days and the writer of Excel files only, and the routes may import the codes of webhooks. */
const seen: readonly Case[] = [
  { file: 'src/settings/routes/to-codes.ts', text: importOf('../../webhooks/disable-reasons.ts'), forbidden: false },
  { file: 'src/settings/routes/to-node.ts', text: importOf('node:crypto'), forbidden: true },
  { file: 'src/settings/routes/to-fastify.ts', text: importOf('fastify'), forbidden: true },
  { file: 'web/src/api/to-routes.ts', text: importOf('../../../src/settings/routes/index.ts'), forbidden: false },
  { file: 'web/src/api/to-calls.ts', text: importOf('../../../src/model/calls/index.ts'), forbidden: false },
  { file: 'web/src/api/to-workdays.ts', text: importOf('../../../src/shared/workdays.ts'), forbidden: false },
  { file: 'web/src/api/to-excel.ts', text: importOf('../../../src/formats/xlsx/write-xlsx.ts'), forbidden: false },
  { file: 'web/src/api/to-other-calls.ts', text: importOf('../../../src/model/calls/target.ts'), forbidden: true },
  { file: 'web/src/api/to-sql.ts', text: importOf('../../../src/sql/sql.ts'), forbidden: true },
  { file: 'web/src/settings/users/to-components.ts', text: importOf('../../components/target.ts'), forbidden: false },
];

const cases = [...layerCases, ...seen];

interface Report {
  readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: unknown } }[];
}

let folder: string;
let found: readonly { rule: string; file: string }[];

const lint = async (): Promise<Report> => {
  const biome = path.resolve('node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'];
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (_, out) => resolve(out));
  });
  return JSON.parse(stdout) as Report;
};

const write = async (file: string, text: string): Promise<void> => {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'import-rule-'));
  await copyFile('biome.json', path.join(folder, 'biome.json'));
  for (const { file, text } of cases) await write(file, text);
  for (const layer of layers) await write(`src/${layer}/target.ts`, 'export type A = string;\n');
  for (const name of ['index', 'target']) await write(`src/model/calls/${name}.ts`, 'export type A = string;\n');
  await write('src/sql/sql.ts', 'export type A = string;\n');
  await write('src/main.ts', 'export type A = string;\nexport const environment = process.env;\n');
  await write('src/db/reads-environment.ts', 'export const environment = process.env;\n');
  await write('src/db/one.ts', "import type { Two } from './two.ts';\nexport type One = Two | 1;\n");
  await write('src/db/two.ts', "import type { One } from './one.ts';\nexport type Two = One | 2;\n");
  const report = await lint();
  found = report.diagnostics.map(({ category, location }) => ({ rule: category, file: String(location.path) }));
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const filesOf = (rule: string): string[] =>
  found
    .filter((finding) => finding.rule === `lint/${rule}`)
    .map((finding) => finding.file)
    .sort();

describe('import rule', () => {
  test('reports every forbidden direction and no allowed one', () => {
    const forbidden = cases.filter((one) => one.forbidden).map(({ file }) => file);
    expect(filesOf('style/noRestrictedImports')).toEqual(forbidden.sort());
  });

  test('reports cycles, type imports included', () => {
    expect(filesOf('suspicious/noImportCycles')).toEqual(['src/db/one.ts', 'src/db/two.ts']);
  });

  test('only main reads the environment', () => {
    expect(filesOf('style/noProcessEnv')).toEqual(['src/db/reads-environment.ts']);
  });
});

/** Source files of a folder with its subfolders. */
const sourcesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));

/** @returns which folders each folder imports from, itself left out */
const folderImports = async (root: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const graph = new Map<string, Set<string>>();
  for (const file of await sourcesIn(root)) {
    const folder = path.dirname(file);
    const imported = graph.get(folder) ?? new Set();
    for (const [, target = ''] of (await readFile(file, 'utf8')).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g))
      imported.add(path.dirname(path.join(folder, target)));
    imported.delete(folder);
    graph.set(folder, imported);
  }
  return graph;
};

test('the page imports the service as types, lists of names as data, the working days and the writer of Excel files', async () => {
  const imports = await Promise.all(
    (await sourcesIn('web/src')).map(async (file) =>
      [...(await readFile(file, 'utf8')).matchAll(/^(?:import|export) [^;]*'(?:\.\.\/)+src\/[^']*';/gm)].map(
        ([text]) => text,
      ),
    ),
  );
  const ofService = imports.flat();
  expect(ofService.length).toBeGreaterThan(2);
  for (const text of ofService)
    expect(text).toMatch(
      /^(import|export) type |\/model\/seed\/[\w-]+\.json';$|\/shared\/workdays\.ts';$|\/xlsx\/write-xlsx\.ts';$/,
    );
});

test('folders of src have no import cycles', async () => {
  const graph = await folderImports('src');
  const finished = new Set<string>();
  const walk = (folder: string, trail: readonly string[]): void => {
    expect(trail, 'a cycle of folders').not.toContain(folder);
    if (finished.has(folder)) return;
    for (const next of graph.get(folder) ?? []) walk(next, [...trail, folder]);
    finished.add(folder);
  };
  expect(graph.size).toBeGreaterThan(50);
  for (const folder of graph.keys()) walk(folder, []);
});

/** Layers and arrows of the first drawing of ARCHITECTURE.md: `a & b --> c & d`. */
const drawn = async (): Promise<Map<string, string[]>> => {
  const page = await readFile('ARCHITECTURE.md', 'utf8');
  const [, drawing = ''] = /```mermaid\nflowchart BT\n([^`]*)```/.exec(page) ?? [];
  const arrows = new Map<string, string[]>();
  for (const [, from = '', to = ''] of drawing.matchAll(/^ *([a-z &]+) --> ([a-z &]+)$/gm))
    for (const layer of from.split(' & ')) arrows.set(layer, [...(arrows.get(layer) ?? []), ...to.split(' & ')]);
  return arrows;
};

test('ARCHITECTURE.md draws the rule: a layer may import the layers that its arrows reach', async () => {
  const arrows = await drawn();
  const reached = (layer: string): string[] => (arrows.get(layer) ?? []).flatMap((to) => [to, ...reached(to)]);
  for (const layer of layers) expect([...new Set(reached(layer))].sort(), layer).toEqual([...allowed[layer]!].sort());
  expect(new Set([...arrows.keys(), ...[...arrows.values()].flat()])).toEqual(new Set([...layers, 'main']));
});
