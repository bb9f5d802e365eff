/** The linter's import rule, seen failing: every forbidden direction is tried in a copy of the tree's shape. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** What a room may import; ARCHITECTURE.md draws the same as arrows. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: [],
  derive: ['model'],
  db: [],
  files: [],
  access: ['db', 'files'],
  webhooks: ['db', 'files'],
  backup: ['db', 'files'],
  operations: ['model', 'derive', 'db', 'files', 'webhooks'],
  http: ['model', 'derive', 'operations', 'db', 'files', 'access', 'webhooks'],
  settings: ['model', 'derive', 'operations', 'db', 'files', 'access', 'webhooks'],
  cli: ['model', 'derive', 'operations', 'db', 'files', 'access', 'webhooks', 'backup'],
};
const rooms = Object.keys(allowed);
const speakFastify = ['http', 'settings', 'cli'];
const packagesOf = (room: string): readonly string[] => {
  if (room === 'model' || room === 'derive') return ['node:fs/promises', 'pg', 'undici', 'fastify', '@fastify/cookie'];
  return speakFastify.includes(room) ? [] : ['fastify', '@fastify/cookie'];
};

interface Case {
  readonly file: string;
  readonly text: string;
  readonly forbidden: boolean;
}

const importOf = (from: string, inner = '') => `import type { A } from '${inner}${from}';\nexport type B = A;\n`;

const roomCases: readonly Case[] = rooms.flatMap((room): Case[] => [
  ...rooms
    .filter((other) => other !== room)
    .map((other) => ({
      file: `src/${room}/to-${other}.ts`,
      text: importOf(`../${other}/target.ts`),
      forbidden: !allowed[room]!.includes(other),
    })),
  // One folder deeper the path has one more step; the rule must not depend on it.
  ...rooms
    .filter((other) => other !== room && !allowed[room]!.includes(other))
    .map((other) => ({
      file: `src/${room}/inner/to-${other}.ts`,
      text: importOf(`../${other}/target.ts`, '../'),
      forbidden: true,
    })),
  ...packagesOf(room).map((name) => ({
    file: `src/${room}/to-${name.replace(/\W/g, '-')}.ts`,
    text: importOf(name),
    forbidden: true,
  })),
  { file: `src/${room}/to-main.ts`, text: importOf('../main.ts'), forbidden: true },
  { file: `src/${room}/to-sql.ts`, text: importOf('../sql.ts'), forbidden: false },
  { file: `src/${room}/to-itself.ts`, text: importOf('./target.ts'), forbidden: false },
  { file: `src/sql-to-${room}.ts`, text: importOf(`./${room}/target.ts`), forbidden: true },
  {
    file: `src/settings/routes/to-${room}.ts`,
    text: importOf(`../../${room}/target.ts`),
    forbidden: !['model', 'settings'].includes(room),
  },
  { file: `web/src/api/to-${room}.ts`, text: importOf(`../../../src/${room}/target.ts`), forbidden: true },
]);

/** The routes of the settings are what the page may see of the service, and what a code of webhooks means to them. */
const seen: readonly Case[] = [
  { file: 'src/settings/routes/to-codes.ts', text: importOf('../../webhooks/off-reasons.ts'), forbidden: false },
  { file: 'src/settings/routes/to-node.ts', text: importOf('node:crypto'), forbidden: true },
  { file: 'src/settings/routes/to-fastify.ts', text: importOf('fastify'), forbidden: true },
  { file: 'web/src/api/to-routes.ts', text: importOf('../../../src/settings/routes/index.ts'), forbidden: false },
  { file: 'web/src/api/to-sql.ts', text: importOf('../../../src/sql.ts'), forbidden: true },
  { file: 'web/src/pages/users/to-parts.ts', text: importOf('../../parts/target.ts'), forbidden: false },
];

const cases = [...roomCases, ...seen];

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
  for (const room of rooms) await write(`src/${room}/target.ts`, 'export type A = string;\n');
  await write('src/sql.ts', 'export type A = string;\n');
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

/** Rooms and arrows of the first drawing of ARCHITECTURE.md: `a & b --> c & d`. */
const drawn = async (): Promise<Map<string, string[]>> => {
  const page = await readFile('ARCHITECTURE.md', 'utf8');
  const [, drawing = ''] = /```mermaid\nflowchart BT\n([^`]*)```/.exec(page) ?? [];
  const arrows = new Map<string, string[]>();
  for (const [, from = '', to = ''] of drawing.matchAll(/^ *([a-z &]+) --> ([a-z &]+)$/gm))
    for (const room of from.split(' & ')) arrows.set(room, [...(arrows.get(room) ?? []), ...to.split(' & ')]);
  return arrows;
};

test('ARCHITECTURE.md draws the rule: what the arrows lead to is what a room may import', async () => {
  const arrows = await drawn();
  const reached = (room: string): string[] => (arrows.get(room) ?? []).flatMap((to) => [to, ...reached(to)]);
  for (const room of rooms) expect([...new Set(reached(room))].sort(), room).toEqual([...allowed[room]!].sort());
  expect(new Set([...arrows.keys(), ...[...arrows.values()].flat()])).toEqual(new Set([...rooms, 'main']));
});
