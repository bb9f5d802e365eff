/** What `backup` and `restore` say of a line or a folder that they can do nothing with. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { misspelt } from '../../src/nearest.ts';
import { commandOn, type Ran } from '../support/command.ts';
import { makeFolder } from '../support/folder.ts';

let folder: string;
let run: (...args: string[]) => Promise<Ran>;
beforeAll(async () => {
  folder = await makeFolder('backup-words');
  run = commandOn({ DATA_DIR: join(folder, 'data') });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['varify', 'verify'],
  ['verfiy', 'verify'],
  ['Verify', 'verify'],
  ['lst', 'list'],
  ['lsit', 'list'],
  ['hlep', 'help'],
])('backup %s: the command %s was meant, and nothing is copied', async (word, meant) => {
  const { code, stdout, stderr } = await run('backup', word);
  expect([code, stdout, stderr]).toEqual([
    2,
    '',
    `error: unknown command '${word}'\n(Did you mean ${meant}? For a folder of that name write ./${word})\n`,
  ]);
  expect([word, `${word}.part`, join(folder, 'data')].filter(existsSync)).toEqual([]);
});

test.each(['./varify', '/backups/list', 'C:\\lst', 'copy', 'test', 'monday', '2026-11-21'])(
  '%s is the name of a folder',
  (name) => {
    expect(misspelt(name, ['list', 'verify', 'help'])).toBeUndefined();
  },
);
