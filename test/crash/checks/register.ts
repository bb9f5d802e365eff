/**
 * A record as a register with compare-and-set (PATCH with If-Match). Every write has a unique value and names the
 * value it replaced, so the writes determine their order; the check is whether that order agrees with the clock.
 */
import { type Fault, fault, type Read, type Removed, type Written } from '../history.ts';
import { outOfOrder, type Placed } from './in-order.ts';

/** The past of one record. */
export interface RegisterPast {
  readonly record: string;
  readonly initial: string;
  readonly writes: readonly Written[];
  readonly reads: readonly Read[];
  readonly removals: readonly Removed[];
}

/** Writes that happened: those answered so, and of the unknown ones those whose value was seen. */
const happened = ({ writes, reads }: RegisterPast): Written[] => {
  const seen = new Set<string | null>([...reads.map(({ value }) => value), ...writes.map(({ from }) => from)]);
  return writes.filter(({ outcome, to }) => outcome === 'done' || (outcome === 'unknown' && seen.has(to)));
};

/** The values in the order in which each write found the one before, and the faults on the way. */
const chainOf = (past: RegisterPast): { values: Map<string, number>; faults: Fault[] } => {
  const faults: Fault[] = [];
  const done = happened(past);
  const after = new Map<string, Written>();
  for (const write of done) {
    const other = after.get(write.from);
    if (other)
      faults.push(fault('fork', `${past.record}: ${other.to} and ${write.to} were both written on ${write.from}`));
    else after.set(write.from, write);
  }
  const values = new Map([[past.initial, 0]]);
  for (let next = after.get(past.initial); next && !values.has(next.to); next = after.get(next.to)) {
    values.set(next.to, values.size);
  }
  if (!faults.length) {
    for (const { from, to } of done) {
      if (!values.has(to))
        faults.push(fault('invented', `${past.record}: ${to} was written on ${from}, which never was`));
    }
  }
  return { values, faults };
};

const ends = ({ end }: { readonly end: number | null }): number => end ?? Number.POSITIVE_INFINITY;

/** A refused write found another version: a concurrent write or removal must have begun by then. */
const wrongRefusals = (past: RegisterPast): Fault[] =>
  past.writes
    .filter(({ outcome }) => outcome === 'refused')
    .filter(
      (refused) =>
        !past.writes.some(
          ({ from, start, outcome }) => outcome !== 'refused' && from === refused.from && start < ends(refused),
        ) && !past.removals.some(({ start }) => start < ends(refused)),
    )
    .map(({ from, to }) => fault('stale', `${past.record}: ${to} was refused although ${from} was the newest version`));

const placedWrites = (past: RegisterPast, values: ReadonlyMap<string, number>): Placed[] =>
  happened(past).map(({ start, end, to, outcome }) => ({
    start,
    // An unacknowledged write may have taken effect at any time after it began.
    end: outcome === 'done' ? ends({ end }) : Number.POSITIVE_INFINITY,
    position: values.get(to) ?? 0,
    begins: true,
    what: `write of ${to}`,
  }));

const placedReads = (past: RegisterPast, values: ReadonlyMap<string, number>): Placed[] =>
  past.reads.map(({ start, end, value }) => ({
    start,
    end,
    position: value === null ? values.size : (values.get(value) ?? 0),
    begins: false,
    what: value === null ? 'read that found nothing' : `read of ${value}`,
  }));

/** The removal follows all values; it happened where it was acknowledged. */
const placedRemovals = ({ removals }: RegisterPast, last: number): Placed[] =>
  removals
    .filter(({ outcome }) => outcome === 'done')
    .map((removal) => ({ start: removal.start, end: ends(removal), position: last, begins: false, what: 'removal' }));

/** Faults of one record. */
export const registerFaults = (past: RegisterPast): Fault[] => {
  const { values, faults } = chainOf(past);
  if (faults.length) return faults;
  const last = values.size;
  const unknown = past.reads.filter(({ value }) => value !== null && !values.has(value));
  const found = unknown.map(({ value }) => fault('invented', `${past.record}: ${value} was read and never written`));
  const gone = past.reads.filter(({ value }) => value === null);
  if (gone.length && !past.removals.some(({ outcome }) => outcome !== 'refused')) {
    found.push(fault('lost', `${past.record}: it was gone and nobody had removed it`));
  }
  const answered = past.removals.filter(({ outcome }) => outcome === 'done');
  if (answered.length > 1) found.push(fault('doubled', `${past.record}: it was removed ${answered.length} times`));
  const placed = [...placedWrites(past, values), ...placedReads(past, values), ...placedRemovals(past, last)];
  for (const { later, earlier } of outOfOrder(placed)) {
    const kind = earlier.position === last ? 'resurrected' : 'stale';
    found.push(fault(kind, `${past.record}: ${later.what} came after ${earlier.what} had ended`));
  }
  return [...found, ...wrongRefusals(past)];
};
