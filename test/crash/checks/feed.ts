/** The change feed (rules 8.5): who followed it through the kills read all of it, in its order, and it tells of each write once. */
import { type Fault, type Followed, fault, type Made, type Removed, type Written } from '../history.ts';
import { countFaults } from './counted.ts';

/** One change as the feed tells it. */
export interface Told {
  readonly section: string;
  readonly id: number;
  readonly action: string;
}

const lineOf = ({ section, id, action }: Told): string => `${section}/${id} ${action}`;

/** What was read page by page while it happened is what is read at the end: nothing came in between later on. */
const orderFaults = (pages: readonly Followed[], all: readonly Told[]): Fault[] => {
  const read = pages.flatMap(({ items }) => items.map(lineOf));
  const at = read.findIndex((line, place) => all[place] === undefined || lineOf(all[place]) !== line);
  if (at < 0) return [];
  const there = all[at] ? lineOf(all[at]) : 'nothing';
  return [fault('feed', `change ${at + 1} of ${read.length} was read as ${read[at]}, and is ${there} at the end`)];
};

/**
 * @param pages what was read while it happened, in this order
 * @param all the feed as it is read at the end
 */
export const feedFaults = (
  pages: readonly Followed[],
  all: readonly Told[],
  made: readonly Made[],
  writes: readonly Written[],
  removals: readonly Removed[],
): Fault[] => {
  const inserts = new Map<string, number>();
  for (const { section, id, action } of all)
    if (action === 'insert') inserts.set(`${section}/${id}`, (inserts.get(`${section}/${id}`) ?? 0) + 1);
  const known = made.flatMap(({ section, items }) => items.map(({ id }) => [section, id] as const));
  return [
    ...orderFaults(pages, all),
    ...known.flatMap(([section, id]) => {
      const times = inserts.get(`${section}/${id}`) ?? 0;
      if (id === null || section === 'webhooks' || times === 1) return [];
      return [fault('feed', `${section}/${id}: made once, told ${times} times`)];
    }),
    ...countFaults(all, writes, removals, 'the change feed').map(({ what }) => fault('feed', what)),
  ];
};
