/** Every POST once, or not at all where it was never answered. */
import { type Fault, fault, type Made, type MadeItem } from '../history.ts';

/** A live record as its list shows it. */
export interface Row {
  readonly section: string;
  readonly id: number;
  readonly word: string;
  /** Words of the rows that were made with it, in order. */
  readonly nested?: readonly string[];
}

/** Records whose removal was requested, as `section/id`. */
export interface Ended {
  /** Acknowledged: it must not exist. */
  readonly gone: ReadonlySet<string>;
  /** Never acknowledged: it may be missing. */
  readonly perhaps: ReadonlySet<string>;
}

const nameOf = (section: string, id: number | null): string => `${section}/${id}`;

const faultsOfItem = (section: string, item: MadeItem, rows: readonly Row[], { gone, perhaps }: Ended): Fault[] => {
  const name = nameOf(section, item.id);
  const [row, ...more] = rows;
  if (more.length) {
    const ids = rows.map(({ id }) => id).join(', ');
    return [fault('doubled', `${section}: ${item.word} was made ${rows.length} times: ${ids}`)];
  }
  if (item.id === null && !row) return [];
  if (!row) {
    return gone.has(name) || perhaps.has(name) ? [] : [fault('lost', `${name}: ${item.word} was answered and is gone`)];
  }
  if (item.id !== null && row.id !== item.id)
    return [fault('doubled', `${section}: ${item.word} was answered as ${item.id} and is ${row.id}`)];
  if (gone.has(name)) return [fault('resurrected', `${name}: ${item.word} was removed and is there`)];
  if (item.nested && JSON.stringify(item.nested) !== JSON.stringify(row.nested ?? []))
    return [
      fault('partial', `${name}: made with ${item.nested.join(', ')}; there is ${(row.nested ?? []).join(', ')}`),
    ];
  return [];
};

/**
 * Compares the requested creates with the live records at the end.
 * @param rows all live records of the clients
 */
export const onceFaults = (made: readonly Made[], rows: readonly Row[], ended: Ended): Fault[] => {
  const byWord = new Map<string, Row[]>();
  for (const row of rows) byWord.set(row.word, [...(byWord.get(row.word) ?? []), row]);
  const faults: Fault[] = [];
  for (const { section, items } of made) {
    for (const item of items) {
      faults.push(...faultsOfItem(section, item, byWord.get(item.word) ?? [], ended));
      byWord.delete(item.word);
    }
  }
  for (const [word, [row]] of byWord)
    faults.push(fault('invented', `${nameOf(row?.section ?? '', row?.id ?? null)}: nobody asked for ${word}`));
  return faults;
};
