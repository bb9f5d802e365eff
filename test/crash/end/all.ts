/** Everything that is compared once the kills are over. */
import { readFile } from 'node:fs/promises';
import { countFaults } from '../checks/counted.ts';
import { feedFaults } from '../checks/feed.ts';
import { onceFaults } from '../checks/once.ts';
import { endedIn, entriesOf, historyFaults } from '../checks/whole-history.ts';
import type { Delivered, Entry, Fault } from '../history.ts';
import type { Command, Prepared } from '../prepare.ts';
import { commandFaults, mergeFaults, outboxFaults } from './in-database.ts';
import { createReader, fileFaults, listAll, searchFaults, wholeFeed } from './over-http.ts';

/** The recorded history; a last line that is not complete yet is left out. */
export const readHistory = async (path: string): Promise<Entry[]> =>
  (await readFile(path, 'utf8').catch(() => ''))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Entry);

/** Inputs of the comparison after a run. */
export interface Finished {
  readonly history: string;
  readonly dataDir: string;
  readonly address: string;
  readonly prepared: Prepared;
  readonly command: Command;
}

const deliveriesIn = async (history: string): Promise<Delivered[]> => entriesOf(await readHistory(history), 'delivery');

/** Compares history, lists, search, files, database and outbox. */
export const findFaults = async ({ history, dataDir, address, prepared, command }: Finished): Promise<Fault[]> => {
  const { orgId, token } = prepared;
  const reader = createReader(address, token);
  const outbox = await outboxFaults(dataDir, orgId, () => deliveriesIn(history));
  const entries = await readHistory(history);
  const [made, writes, removals] = [
    entriesOf(entries, 'make'),
    entriesOf(entries, 'write'),
    entriesOf(entries, 'remove'),
  ];
  const { rows, faults } = await listAll(reader);
  return [
    ...historyFaults(entries),
    ...onceFaults(made, rows, endedIn(entries)),
    ...faults,
    ...(await searchFaults(reader, rows, made)),
    ...(await fileFaults(reader, rows, made)),
    ...outbox.faults,
    ...countFaults(outbox.changes, writes, removals, 'the audit log'),
    ...feedFaults(entriesOf(entries, 'follow'), await wholeFeed(reader, prepared.cursor), made, writes, removals),
    ...(await mergeFaults(dataDir, orgId, entriesOf(entries, 'merge'))),
    ...(await commandFaults(command, orgId)),
  ];
};
