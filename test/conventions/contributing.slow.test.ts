/** CONTRIBUTING.md and docs/changing-it.md are right about packages, checks and test commands. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const text = (file: string): Promise<string> => readFile(path.join(ROOT, file), 'utf8');

/** Versions of packages whose names fit, without the sign of a range. */
const versionsIn = async (file: string, name: string): Promise<readonly string[]> => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(await text(file));
  const all: Record<string, string> = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const fits = (each: string): boolean => (name.endsWith('*') ? each.startsWith(name.slice(0, -1)) : each === name);
  return Object.entries(all).flatMap(([each, version]) => (fits(each) ? [version.replace(/^[~^]/, '')] : []));
};

test('packages that are held back have the versions in CONTRIBUTING.md', async () => {
  const section = (await text('CONTRIBUTING.md')).split('## Packages')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    const [, packages = '', said = ''] = row.split('|');
    const file = packages.includes('in `sdk`') ? 'sdk/package.json' : 'package.json';
    const names = [...packages.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).filter((name) => name !== 'sdk');
    const versions = (await Promise.all(names.map((name) => versionsIn(file, name)))).flat();
    for (const [version] of said.matchAll(/\d+(?:\.\d+)*/g))
      expect(
        versions.some((each) => `${each}.`.startsWith(`${version}.`)),
        `${packages.trim()} at ${version}, and ${file} has ${versions.join(', ')}`,
      ).toBe(true);
  }
});

/** A script with these words; nothing of it may take long. */
const run = (...words: readonly string[]): Promise<{ readonly code: number; readonly said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: ROOT, timeout: 60_000 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, said: `${out}${err}` }),
    );
  });
const check = (...words: readonly string[]) => run('scripts/check.js', ...words);

test('a misspelt check of `npm run check` runs nothing and prints the checks', async () => {
  expect(await check('--help')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/\n {2}web-types +types of the/),
  });
  expect(await check('--lint')).toMatchObject({ code: 2, said: expect.stringContaining("'--lint'") });
  expect(await check('lnt')).toMatchObject({ code: 2, said: expect.stringContaining('lint, unused') });
  expect(await check('cluster')).toEqual({ code: 2, said: 'cluster runs only with --citus.\n' });
  expect(await check('--citus=')).toMatchObject({ code: 2, said: expect.stringContaining('postgres://') });
});

test.each([
  [['bench/run.js'], '--quik', '--quick'],
  [['--import', 'tsx', 'test/fuzz/run.ts'], '--request', '--requests'],
])('a misspelt option of %j runs nothing and prints the closest option', async (script, word, meant) => {
  expect(await run(...script, word)).toEqual({
    code: 1,
    said: `error: unknown option '${word}'\n(Did you mean ${meant}?)\n`,
  });
  expect(await run(...script, '--help')).toMatchObject({ code: 0, said: expect.stringContaining(meant) });
});

test.each(['CONTRIBUTING.md', 'docs/changing-it.md'])('each test command of %s finds its files', async (page) => {
  const { said } = await run('node_modules/vitest/vitest.mjs', 'list', '--filesOnly');
  const commands = [
    ...(await text(page)).matchAll(/npx vitest(?: run)?((?:\s+--project \w+)*)((?:\s+test\/[\w./-]+)+)/g),
  ];
  expect(commands.length).toBeGreaterThan(1);
  for (const [command, projects = '', files = ''] of commands) {
    const names = [...projects.matchAll(/--project (\w+)/g)].map(([, name]) => `[${name}] `);
    const found = said.split('\n').filter((line) => !names.length || names.some((name) => line.startsWith(name)));
    for (const file of files.trim().split(/\s+/))
      expect(
        found.some((line) => line.includes(file)),
        `${command}: no ${file}`,
      ).toBe(true);
  }
});
