/** A failing backup is logged once per cause, not at each attempt. */
import { expect, test } from 'vitest';
import { reportTrouble } from '../../src/cli/serve/backup-scheduler.ts';

const failed = (code: string, path: string) =>
  Object.assign(new Error(`${code}: it failed, open '${path}'`), { code, syscall: 'open' });

test('repeated failures with the same cause are logged once, even for different files', async () => {
  const lines: string[] = [];
  const noted: string[] = [];
  const trouble = reportTrouble(
    (_level, message) => lines.push(message),
    'No backup',
    async (cause) => void noted.push(cause),
  );
  for (const n of [1, 2, 3]) await trouble.begins(failed('EROFS', `/backup/.part/${n}`));
  expect(lines).toEqual(['No backup; the service continues, and the backup is tried again']);
  expect(noted).toHaveLength(3);
  await trouble.begins(failed('ENOENT', '/backup/.part/4'));
  for (const cause of ['one', 'one', 'other']) await trouble.begins(new Error(cause));
  expect(lines).toHaveLength(4);
  trouble.ends();
  await trouble.begins(failed('EROFS', '/backup/.part/5'));
  expect(lines.slice(4)).toEqual([
    'The backup continues',
    'No backup; the service continues, and the backup is tried again',
  ]);
});
