/** The check that proves regular expressions linear finds those that are not, wherever they stand (rules 8.1). */

import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';

const CHECK = fileURLToPath(new URL('../../scripts/check-patterns.js', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Lines of a file, and whether the check must name them. */
const LINES: readonly (readonly [wrong: boolean, line: string])[] = [
  [false, "import { z } from 'zod';"],
  [false, 'declare const text: string;'],
  [true, 'export const exponential = /(a+)+$/;'],
  [true, 'export const quadratic = /\\s+$/;'],
  [true, 'export const doubling = /"((?:\\\\["\\\\]|[^"])*)"/;'],
  [false, 'export const linear = /"((?:\\\\["\\\\]|[^"\\\\])*)"/y;'],
  [false, 'export const bounded = /^[a-z]{1,20}$/;'],
  [true, "export const constructed = new RegExp('(x|x)*y');"],
  [true, "export const called = RegExp(`^a*a*$`, 'i');"],
  [true, 'export const dynamic = new RegExp(text);'],
  [true, "export const found = text.match('b*b*c');"],
  [true, 'export const looked = text.search(text);'],
  [true, 'export const Other = RegExp;'],
  [false, 'export const asked = (one: unknown): one is RegExp => one instanceof RegExp;'],
  [false, "export const split = text.split('((');"],
  [false, 'export const time = z.iso.datetime({ offset: true });'],
  [true, 'export const options = z.iso.datetime({ precision: text.length });'],
  [true, `export const sql = \`select 1 where name ~ \${text}\`;`],
  [true, "export const other = 'select regexp_replace(a, b, c)';"],
  [false, 'export const regular = /x/.exec(text);'],
  [false, '// export const commented = /(a+)+$/;'],
  [false, "export const quoted = 'not /(a+)+$/ a pattern';"],
];

let folder = '';
beforeAll(async () => {
  folder = join(await makeFolder('patterns'), 'project');
  await mkdir(folder);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { strict: true }, include: ['*.ts'] }),
  );
  await writeFile(join(folder, 'planted.ts'), `${LINES.map(([, line]) => line).join('\n')}\n`);
});
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }));

test('planted patterns that are not linear, or not constant, are named with their line, and no others', () => {
  const { status, stderr } = spawnSync(process.execPath, [CHECK, join(folder, 'tsconfig.json')], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const named = new Set([...stderr.matchAll(/planted\.ts:(\d+)/g)].map(([, line]) => Number(line)));
  const wanted = LINES.flatMap(([wrong], i) => (wrong ? [i + 1] : []));
  expect(
    [...named].sort((a, b) => a - b),
    stderr,
  ).toEqual(wanted);
  expect(stderr).toContain('exponential');
  expect(stderr).toContain('2nd degree polynomial');
  expect(status).toBe(1);
});
