/** `npm start` serves the build and warns if sources are newer (docs/changing-it.md). */
import { execFile } from 'node:child_process';
import { cp, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/checkout.ts';
import { makeFolder } from '../support/folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeFolder('changed');
  await cp(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist/main.js'), 'console.log("runs");');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = async (...args: string[]) =>
  promisify(execFile)(process.execPath, ['bin/broker-crm.js', ...args], { cwd: folder });
/** Writes a file of the checkout with a modification time relative to the build, in seconds. */
const touch = async (path: string, seconds: number): Promise<void> => {
  const built = Date.UTC(2026, 0, 1) / 1000;
  await utimes(join(folder, 'dist/main.js'), built, built);
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), '');
  await utimes(join(folder, path), built + seconds, built + seconds);
};

test('an installed package has no sources and gets no warning', async () => {
  expect(await run('serve')).toEqual({ stdout: 'runs\n', stderr: '' });
});

test.each(['src/model/ein Feld.ts', 'web/src/page.tsx'])('a newer %s causes a warning', async (path) => {
  await touch(path, -5);
  expect((await run('serve')).stderr).toBe('');
  await touch(path, 5);
  const { stdout, stderr } = await run('serve');
  expect(stdout).toBe('runs\n');
  expect(stderr).toContain(`${join(folder, path)} has changed since the build`);
  expect(stderr).toContain('npm run build');
  expect((await run('doctor')).stderr).toBe('');
  await touch(path, -5);
});
