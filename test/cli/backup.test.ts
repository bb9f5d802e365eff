/** Errors of `backup` and `restore` for wrong arguments and unusable folders. */
import { existsSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { progressTo } from '../../src/cli/backup/backup-steps.ts';
import { isTypoOf } from '../../src/shared/suggest.ts';
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
])('backup %s suggests the command %s and copies nothing', async (word, meant) => {
  const { code, stdout, stderr } = await run('backup', word);
  expect([code, stdout, stderr]).toEqual([
    2,
    '',
    `error: unknown command '${word}'\n(Did you mean ${meant}? For a folder of that name write ./${word})\n`,
  ]);
  expect([word, `${word}.part`, join(folder, 'data')].filter(existsSync)).toEqual([]);
});

test.each([
  './varify',
  '/backups/list',
  'C:\\lst',
  'copy',
  'test',
  'monday',
  '2026-11-21',
])('backup %s treats the word as the name of a folder', (name) => {
  expect(isTypoOf(name, ['list', 'verify', 'help'])).toBeUndefined();
});

test('restore from a folder without access names the folder and its required owner', async () => {
  // Root may enter every folder, but none that leads to itself.
  const closed = join(folder, 'closed');
  await symlink(closed, closed);
  const { code, json } = await run('restore', closed);
  expect([code, json.error]).toEqual([
    1,
    {
      code: 'backup_unreadable',
      message: expect.stringMatching(/closed cannot be read by this account: ELOOP.*; run this as .*chown -R\)\.$/),
    },
  ]);
});

test('restore from a folder with a truncated backup.json names the file', async () => {
  const cut = join(folder, 'cut');
  await mkdir(cut);
  await writeFile(join(cut, 'backup.json'), '{"made_at":');
  const { code, json } = await run('restore', cut);
  expect([code, json.error]).toEqual([
    1,
    { code: 'no_backup', message: expect.stringContaining('is no whole backup: its backup.json is cut off') },
  ]);
});

test.each([
  [
    'below a file',
    'file/copy',
    /file\/copy cannot be made: ENOTDIR.*; let this account write to .*\/file, or name a folder/,
  ],
  [
    'that is a file',
    'file',
    /file cannot be made: ENOTDIR.*; let this account write to .*, or name a folder elsewhere\.$/,
  ],
])('backup to a folder %s names the folder and the fix', async (_, target, said) => {
  await writeFile(join(folder, 'file'), '');
  const { code, json } = await run('backup', join(folder, target));
  expect([code, json.error]).toEqual([1, { code: 'backup_target', message: expect.stringMatching(said) }]);
});

test('the progress of a copy has the copied and the total size', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const lines: string[] = [];
    const stream = { write: (text: string) => lines.push(text) > 0 } as unknown as NodeJS.WriteStream;
    const [known, unknown] = [progressTo(stream, 'database', 2_000_000_000), progressTo(stream, 'files')];
    vi.advanceTimersByTime(1500);
    for (const told of [known, unknown]) told({ files: 7, bytes: 1_500_000_000 });
    expect(lines).toEqual(['database: 7 files, 1500.0 MB of 2000.0 MB\n', 'files: 7 files, 1500.0 MB\n']);
  } finally {
    vi.useRealTimers();
  }
});
