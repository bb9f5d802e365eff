/** The change feed (rules 8.5): who followed it through the kills read all of it, in its order, and it tells of each write once. */
import { type Fault, type Followed, fault, groupBy, type Made, type Removed, type Written } from '../history.ts';
import { countFaults } from './counted.ts';

/** One change as the feed tells it. */
export interface Told {
  readonly section: string;
  readonly id: number;
  readonly action: string;
}

const lineOf = ({ section, id, action }: Told): string => `${section}/${id} ${action}`;

/** The pages read during the run equal the feed at the end: no entry was inserted between them later. */
const orderFaults = (pages: readonly Followed[], all: readonly Told[]): Fault[] => {
  const read = pages.flatMap(({ items }) => items.map(lineOf));
  const at = read.findIndex((line, place) => all[place] === undefined || lineOf(all[place]) !== line);
  if (at < 0) return [];
  const there = all[at] ? lineOf(all[at]) : 'nothing';
  return [fault('feed', `change ${at + 1} of ${read.length} was read as ${read[at]}, and is ${there} at the end`)];
};

/** Records of these sections are no business of readers of records. */
const isTold = (record: string): boolean => !record.startsWith('webhooks/');

/**
 * @param pages pages read during the run, in order
 * @param all the feed as read at the end
 */
export const feedFaults = (
  pages: readonly Followed[],
  all: readonly Told[],
  made: readonly Made[],
  writes: readonly Written[],
  removals: readonly Removed[],
): Fault[] => {
  const inserts = groupBy(
    all.filter(({ action }) => action === 'insert'),
    ({ section, id }) => `${section}/${id}`,
  );
  const known = made.flatMap(({ section, items }) =>
    items.flatMap(({ id }) => (id === null ? [] : [`${section}/${id}`])),
  );
  const told = <T extends { readonly record: string }>(some: readonly T[]) =>
    some.filter(({ record }) => isTold(record));
  return [
    ...orderFaults(pages, all),
    ...known.filter(isTold).flatMap((record) => {
      const times = inserts.get(record)?.length ?? 0;
      return times === 1 ? [] : [fault('feed', `${record}: made once, told ${times} times`)];
    }),
    ...countFaults(all, told(writes), told(removals), 'the change feed').map(({ what }) => fault('feed', what)),
  ];
};
