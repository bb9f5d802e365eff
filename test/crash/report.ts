/** The report of a run, in figures and sentences. */

import { entriesOf } from './checks/whole-history.ts';
import { readHistory } from './end/all.ts';
import { type Entry, FAULT_KINDS, type FaultKind, groupBy } from './history.ts';
import type { Report } from './run.ts';

/** Sentences of one kind that are printed. */
const SHOWN = 12;
/** Characters of one. */
const LONGEST = 500;

const quantile = (numbers: readonly number[], share: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
};

type Sent = Extract<Entry, { tries: number }>;

/** Figures of the history: requests with their repeats, and how many were answered. */
const figuresOf = (history: readonly Entry[]) => {
  const sent = history.filter((entry): entry is Sent => 'tries' in entry);
  return {
    writes: sent.length,
    answered: sent.filter(({ end }) => end !== null).length,
    repeats: sent.reduce((sum, { tries }) => sum + Math.max(0, tries - 1), 0),
    repeated: sent.filter(({ tries }) => tries > 1).length,
    records: entriesOf(history, 'make').reduce((sum, { items }) => sum + items.length, 0),
    reads: entriesOf(history, 'read').length + entriesOf(history, 'list').length,
    deliveries: entriesOf(history, 'delivery').length,
  };
};

/**
 * Prints a report.
 * @param again options with which the run is repeated
 * @returns whether nothing was found
 */
export const printReport = async (
  { kills, operations, faults, starts, slowest }: Report,
  historyPath: string,
  again: string,
): Promise<boolean> => {
  const figures = figuresOf(await readHistory(historyPath));
  const times = starts.map(({ ms }) => ms);
  const worst = [...starts].sort((a, b) => b.ms - a.ms)[0];
  const byKind = groupBy(faults, ({ kind }) => kind);
  const total = Object.values(kills).reduce((sum, count) => sum + count, 0);
  console.log(
    [
      `${total} kills: ${Object.entries(kills)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', ')}`,
      `${operations} operations: ${figures.writes} writes of ${figures.records} records, ${figures.answered} answered, ${figures.repeated} repeated ${figures.repeats} times; ${figures.reads} reads; ${figures.deliveries} deliveries`,
      `${starts.length} starts: median ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms, longest ${Math.round(worst?.ms ?? 0)} ms (after ${worst?.after})`,
      `longest operation while the service was up: ${Math.round(slowest)} ms`,
      `${byKind.get('lost')?.length ?? 0} lost, ${byKind.get('doubled')?.length ?? 0} doubled, ${byKind.get('unanswered')?.length ?? 0} unanswered after 5 s of quiet, ${faults.length} faults in all`,
    ].join('\n'),
  );
  for (const [kind, found] of byKind) {
    console.log(`✗ ${kind} (${FAULT_KINDS[kind as FaultKind]}): ${found.length}`);
    for (const { what } of found.slice(0, SHOWN)) console.log(`    ${what.replaceAll('\0', '').slice(0, LONGEST)}`);
  }
  if (faults.length) console.log(`Repeat with: npm run test:crash -- ${again}`);
  return faults.length === 0;
};
