/** The checks of `npm run test:crash` see a service that is broken on purpose (docs/crashes.md). */
import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { PLANTED, plant } from '../crash/planted.ts';
import { runPlanted } from '../crash/run-planted.ts';
import { makeFolder } from '../support/folder.ts';

const folders: string[] = [];
const folder = async (): Promise<string> => {
  const made = await makeFolder('planted');
  folders.push(made);
  return made;
};
afterEach(() => Promise.all(folders.splice(0).map((made) => rm(made, { recursive: true, force: true }))));

test.each(Object.keys(PLANTED))('%s still fits the built program', async (name) => {
  await plant(PLANTED[name]!, await folder());
});

test('a text that the program no longer holds is told', async () => {
  const replacements = [{ file: 'operations/commit.js', from: 'no such text', to: '' }];
  await expect(plant({ ...PLANTED.uncounted!, replacements }, await folder())).rejects.toThrow('no such text');
});

describe.runIf(process.platform === 'linux')('under a kill', () => {
  test('a service that does not count what it makes is found', async () => {
    const planted = PLANTED.uncounted!;
    const given = {
      seed: 1,
      kills: planted.kills,
      clients: 4,
      seconds: 60,
      folder: await folder(),
      progress: () => undefined,
    };
    const { faults } = await runPlanted(planted, given);
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(planted.expects));
  }, 240_000);
});
