/** A copy that the client keeps equals the API through kills of its reader and of the service; `npm run test:replica` does more. */
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { memoryStore } from '../../sdk/src/index.ts';
import { plant } from '../crash/planted.ts';
import { makeFolder } from '../support/folder.ts';
import { openStore, readStore } from './file-store.ts';
import { PLANTED } from './planted.ts';
import { differences, runReplica } from './run.ts';

const folders: string[] = [];
const folder = async (): Promise<string> => {
  const made = await makeFolder('replica');
  folders.push(made);
  return made;
};
afterEach(() => Promise.all(folders.splice(0).map((made) => rm(made, { recursive: true, force: true }))));

const record = (id: number, name: string) => ({ section: 'customers', id, owner: null, record: { id, name } });

test('a copy in a file is whole after a kill in the middle of a line', async () => {
  const file = join(await folder(), 'copy');
  const store = await openStore(file);
  await store.apply({ remove: [], put: [record(1, 'ä'), record(2, 'b')], cursor: 'one' });
  await store.apply({ remove: [{ section: 'customers', id: 2 }], put: [], cursor: 'two' });
  store.close();
  await appendFile(file, '{"remove":[],"put":[{"sec');
  const again = await openStore(file);
  expect(await again.cursor()).toBe('two');
  await again.apply({ remove: [], put: [record(3, 'c')], cursor: 'three' });
  again.close();
  expect([...(await readStore(file)).records.keys()]).toEqual(['customers 1', 'customers 3']);
});

test('what differs is told', async () => {
  const [copy, truth] = [memoryStore(), memoryStore()];
  await copy.apply({ remove: [], put: [record(1, 'a'), record(2, 'b'), record(3, 'c')], cursor: 'x' });
  await truth.apply({ remove: [], put: [record(1, 'a'), record(2, 'x'), record(4, 'd')], cursor: 'x' });
  expect(differences(copy, truth).map((one) => one.split(':')[0])).toEqual([
    'customers 2',
    'customers 3',
    'customers 4',
  ]);
});

test.each(Object.keys(PLANTED))('%s still fits the built program', async (name) => {
  await plant(PLANTED[name]!, await folder());
});

test.runIf(process.platform === 'linux')(
  'after some hundred writes',
  async () => {
    const given = { writes: 400, kills: 2, batch: 30, seed: 3, progress: () => undefined };
    const { faults, kills, readerKills } = await runReplica({ ...given, folder: await folder() });
    expect(faults).toEqual([]);
    expect(kills).toBeGreaterThan(0);
    expect(readerKills).toBeGreaterThan(0);
  },
  600_000,
);
