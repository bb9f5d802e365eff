/** All checks that the history alone allows. */
import { type Entry, type Fault, fault, groupBy } from '../history.ts';
import { appendFaults } from './append-list.ts';
import { registerFaults } from './register.ts';

type Of<Name extends Entry['do']> = Extract<Entry, { do: Name }>;

/** Entries of one kind. */
export const entriesOf = <Name extends Entry['do']>(history: readonly Entry[], name: Name): Of<Name>[] =>
  history.filter((entry): entry is Of<Name> => entry.do === name);

/** Value with which every register begins: the field is in the body of its POST. */
export const INITIAL = 'v0';

/** All faults of a history. */
export const historyFaults = (history: readonly Entry[]): Fault[] => {
  const [writes, reads, removals] = [
    groupBy(entriesOf(history, 'write'), ({ record }) => record),
    groupBy(entriesOf(history, 'read'), ({ record }) => record),
    groupBy(entriesOf(history, 'remove'), ({ record }) => record),
  ];
  const [appends, lists] = [
    groupBy(entriesOf(history, 'append'), ({ list }) => list),
    groupBy(entriesOf(history, 'list'), ({ list }) => list),
  ];
  const records = new Set([...writes.keys(), ...reads.keys(), ...removals.keys()]);
  return [
    ...entriesOf(history, 'strange').map(({ what }) => fault('strange', what)),
    ...[...records].flatMap((record) =>
      registerFaults({
        record,
        initial: INITIAL,
        writes: writes.get(record) ?? [],
        reads: reads.get(record) ?? [],
        removals: removals.get(record) ?? [],
      }),
    ),
    ...[...new Set([...appends.keys(), ...lists.keys()])].flatMap((list) =>
      appendFaults({ list, appends: appends.get(list) ?? [], reads: lists.get(list) ?? [] }),
    ),
  ];
};

/** Which records were removed, by DELETE or by a merge, surely or perhaps. */
export const endedIn = (history: readonly Entry[]) => {
  const removals = entriesOf(history, 'remove');
  const merges = entriesOf(history, 'merge').map(({ slave, outcome }) => ({ record: `customers/${slave}`, outcome }));
  const all = [...removals, ...merges];
  // A read that found the record missing proves the removal.
  const seenGone = new Set(entriesOf(history, 'read').flatMap(({ value, record }) => (value === null ? [record] : [])));
  const gone = all.filter(({ outcome, record }) => outcome === 'done' || seenGone.has(record));
  return {
    gone: new Set(gone.map(({ record }) => record)),
    perhaps: new Set(all.filter(({ outcome }) => outcome === 'unknown').map(({ record }) => record)),
  };
};
