/**
 * The comments of a record as a grow-only list. Ids are assigned before the commit, so a smaller one may become
 * visible later; every read must be a superset of the earlier one, ordered by id.
 */
import { type Appended, type Fault, fault, type Listed } from '../history.ts';
import { outOfOrder } from './in-order.ts';

/** The past of one list. */
export interface ListPast {
  readonly list: string;
  readonly appends: readonly Appended[];
  readonly reads: readonly Listed[];
}

const ends = ({ end }: { readonly end: number | null }): number => end ?? Number.POSITIVE_INFINITY;

/** One list by itself: each word once, ids ascending, nothing that was not asked for before the list had ended. */
const faultsOfOne = (read: Listed, appends: ReadonlyMap<string, Appended>): Fault[] => {
  const faults: Fault[] = [];
  const words = new Set<string>();
  let before = 0;
  for (const [id, word] of read.items) {
    const append = appends.get(word);
    if (words.has(word)) faults.push(fault('doubled', `${read.list}: ${word} stands twice in one list`));
    words.add(word);
    if (id <= before) faults.push(fault('stale', `${read.list}: ${word} (${id}) stands behind ${before}`));
    before = id;
    if (!append || append.start > read.end)
      faults.push(fault('invented', `${read.list}: ${word} was listed before anybody wrote it`));
    else if (append.id !== null && append.id !== id)
      faults.push(fault('doubled', `${read.list}: ${word} was answered as ${append.id} and listed as ${id}`));
  }
  return faults;
};

/** Appends that were acknowledged before `moment` and are missing. */
const missing = (words: ReadonlySet<string>, appends: readonly Appended[], moment: number): Appended[] =>
  appends.filter((append) => append.id !== null && ends(append) < moment && !words.has(append.word));

/** Faults of one list. */
export const appendFaults = ({ list, appends, reads }: ListPast): Fault[] => {
  const byWord = new Map(appends.map((append) => [append.word, append]));
  const faults = reads.flatMap((read) => faultsOfOne(read, byWord));
  if (faults.length) return faults;
  // Lists of a set that grows are comparable; in the order of their sizes each holds the one before.
  const ordered = [...reads].sort((a, b) => a.items.length - b.items.length || a.start - b.start);
  let previous: ReadonlySet<string> = new Set();
  let after = 0;
  for (const read of ordered) {
    const words = new Set(read.items.map(([, word]) => word));
    const gone = [...previous].filter((word) => !words.has(word));
    if (gone.length) faults.push(fault('lost', `${list}: ${gone.join(', ')} vanished from a list`));
    // A read that has a comment also has every comment acknowledged before that one was sent.
    after = Math.max(after, read.start, ...read.items.map(([, word]) => byWord.get(word)?.start ?? 0));
    for (const { word } of missing(words, appends, after))
      faults.push(fault('lost', `${list}: ${word} had been answered and was not listed`));
    previous = words;
  }
  const placed = reads.map(({ start, end, items }) => ({
    start,
    end,
    position: items.length,
    begins: false,
    what: `a list of ${items.length}`,
  }));
  for (const { later, earlier } of outOfOrder(placed))
    faults.push(fault('stale', `${list}: ${later.what} came after ${earlier.what}`));
  return faults;
};
