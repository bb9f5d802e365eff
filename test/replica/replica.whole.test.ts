/** A copy that the client keeps equals the API through kills of its reader and of the service; `npm run test:replica` does more. */
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ReplicaRecord } from '../../sdk/src/index.ts';
import { makeFolder } from '../support/folder.ts';
import { openStore } from './file-store.ts';
import { differences } from './oracle.ts';
import { runReplica } from './run.ts';

const folders: string[] = [];
const folder = async (): Promise<string> => {
  const made = await makeFolder('replica');
  folders.push(made);
  return made;
};
afterEach(() => Promise.all(folders.splice(0).map((made) => rm(made, { recursive: true, force: true }))));

const record = (id: number, name: string, section = 'customers'): ReplicaRecord => ({
  section,
  id,
  owner: null,
  record: { id, name, contact: { name } },
});

test('a copy in a file is complete after a kill in the middle of a line', async () => {
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
  const last = await openStore(file);
  last.close();
  expect([...last.records]).toEqual([...again.records]);
  expect([...last.records.keys()]).toEqual(['customers 1', 'customers 3']);
});

test('differences are reported, except for the other name of a relation', () => {
  const of = (...records: ReplicaRecord[]) => new Map(records.map((one) => [`${one.section} ${one.id}`, one]));
  const copy = of(record(1, 'a'), record(2, 'b'), record(3, 'c'));
  const truth = of(record(1, 'a'), record(2, 'x'), record(4, 'd'));
  const told = differences(copy, truth).map((one) => one.split(':')[0]);
  expect(told).toEqual(['customers 2', 'customers 3', 'customers 4']);
  const relation = record(5, 'a', 'relations');
  const renamed = { ...relation, record: { ...relation.record, contact: { name: 'b' } } };
  expect(differences(of(relation), of(renamed))).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'after some hundred writes',
  async () => {
    const given = { writes: 600, kills: 2, batch: 30, seed: 3, progress: () => undefined };
    const { faults, kills, writes } = await runReplica({ ...given, folder: await folder() });
    expect(faults).toEqual([]);
    expect(writes).toBeGreaterThanOrEqual(600);
    expect(kills).toHaveLength(6);
  },
  240_000,
);
