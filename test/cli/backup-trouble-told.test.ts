/** Trouble with a backup is one line of the log, however often it is tried, and another one where it is another. */
import { expect, test } from 'vitest';
import { troubleTold } from '../../src/cli/archiving.ts';

const failed = (code: string, path: string) =>
  Object.assign(new Error(`${code}: it failed, open '${path}'`), { code, syscall: 'open' });

test('a place that is read-only is told once, though each try is about another file', async () => {
  const lines: string[] = [];
  const noted: string[] = [];
  const trouble = troubleTold(
    (_level, message) => lines.push(message),
    'No backup',
    async (cause) => void noted.push(cause),
  );
  for (const n of [1, 2, 3]) await trouble.begins(failed('EROFS', `/backup/.part/${n}`));
  expect(lines).toEqual(['No backup; the service goes on, and so will the backup']);
  expect(noted).toHaveLength(3);
  await trouble.begins(failed('ENOENT', '/backup/.part/4'));
  for (const cause of ['one', 'one', 'other']) await trouble.begins(new Error(cause));
  expect(lines).toHaveLength(4);
  trouble.ends();
  await trouble.begins(failed('EROFS', '/backup/.part/5'));
  expect(lines.slice(4)).toEqual(['The backup goes on', 'No backup; the service goes on, and so will the backup']);
});
