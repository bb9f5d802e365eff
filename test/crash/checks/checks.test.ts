/** The checks of recorded histories: valid ones pass, and each kind of damage is seen. */
import { describe, expect, test } from 'vitest';
import type { Appended, Delivered, Followed, Listed, Made, Read, Removed, Written } from '../history.ts';
import { appendFaults } from './append-list.ts';
import { feedFaults } from './feed.ts';
import { onceFaults } from './once.ts';
import { deliveryFaults, eventFaults } from './outbox.ts';
import { registerFaults } from './register.ts';

type Outcome = Written['outcome'];

const write = (start: number, end: number | null, from: string, to: string, outcome: Outcome = 'done'): Written => ({
  do: 'write',
  record: 'r',
  start,
  end,
  tries: 1,
  from,
  to,
  outcome,
});
const read = (start: number, end: number, value: string | null): Read => ({
  do: 'read',
  record: 'r',
  start,
  end,
  value,
});
const removal = (start: number, end: number | null, outcome: Outcome = 'done'): Removed => ({
  do: 'remove',
  record: 'r',
  start,
  end,
  tries: 1,
  outcome,
});

const kindsOf = (writes: Written[], reads: Read[], removals: Removed[] = []): string[] =>
  registerFaults({ record: 'r', initial: 'v0', writes, reads, removals }).map(({ kind }) => kind);

describe('a record as a register', () => {
  test.each<[string, Written[], Read[], Removed[]]>([
    ['nothing happened', [], [], []],
    ['one write, read before and after', [write(2, 3, 'v0', 'a')], [read(0, 1, 'v0'), read(4, 5, 'a')], []],
    ['a read beside a write sees either', [write(2, 9, 'v0', 'a')], [read(3, 4, 'v0'), read(5, 6, 'a')], []],
    ['a chain of writes', [write(2, 3, 'v0', 'a'), write(4, 5, 'a', 'b')], [read(6, 7, 'b')], []],
    ['an unknown write that nobody saw', [write(2, 3, 'v0', 'a', 'unknown')], [read(4, 5, 'v0')], []],
    ['an unknown write that was seen', [write(2, null, 'v0', 'a', 'unknown')], [read(4, 5, 'a')], []],
    ['an unknown write on which another stands', [write(2, 3, 'v0', 'a', 'unknown'), write(4, 5, 'a', 'b')], [], []],
    ['a refusal beside a write', [write(2, 5, 'v0', 'a'), write(3, 4, 'v0', 'b', 'refused')], [], []],
    ['a removal ends it', [write(2, 3, 'v0', 'a')], [read(4, 5, 'a'), read(8, 9, null)], [removal(6, 7)]],
    ['a removal nobody answered', [], [read(8, 9, null)], [removal(6, null, 'unknown')]],
    ['a read beside the removal sees either', [], [read(3, 4, null), read(2, 9, 'v0')], [removal(2, 9)]],
    ['a refusal after the removal', [write(8, 9, 'v0', 'a', 'refused')], [], [removal(6, 7)]],
  ])('valid: %s', (_name, writes, reads, removals) => {
    expect(kindsOf(writes, reads, removals)).toEqual([]);
  });

  test.each<[string, string, Written[], Read[], Removed[]]>([
    ['a stale read', 'stale', [write(2, 3, 'v0', 'a')], [read(4, 5, 'v0')], []],
    ['an answered write that was undone', 'stale', [write(2, 3, 'v0', 'a')], [read(4, 5, 'a'), read(6, 7, 'v0')], []],
    ['a lost update', 'fork', [write(2, 3, 'v0', 'a'), write(4, 5, 'v0', 'b')], [read(6, 7, 'b')], []],
    [
      'an update lost to an unknown one',
      'fork',
      [write(2, 3, 'v0', 'a'), write(2, 9, 'v0', 'b', 'unknown')],
      [read(6, 7, 'b')],
      [],
    ],
    ['a value that nobody wrote', 'invented', [], [read(4, 5, 'x')], []],
    ['a value before it was written', 'stale', [write(6, 7, 'v0', 'a')], [read(4, 5, 'a')], []],
    ['two reads in the wrong order', 'stale', [write(0, 20, 'v0', 'a')], [read(2, 3, 'a'), read(4, 5, 'v0')], []],
    ['writes against the clock', 'stale', [write(6, 7, 'v0', 'a'), write(2, 3, 'a', 'b')], [], []],
    ['a refusal without reason', 'stale', [write(4, 5, 'v0', 'a', 'refused')], [read(6, 7, 'v0')], []],
    [
      'a write that was refused and is there',
      'invented',
      [write(4, 5, 'v0', 'a', 'refused'), write(3, 5, 'v0', 'b')],
      [read(6, 7, 'a')],
      [],
    ],
    ['a deleted record that is back', 'resurrected', [], [read(4, 5, 'v0')], [removal(2, 3)]],
    ['a deleted record that is written', 'resurrected', [write(4, 5, 'v0', 'a')], [], [removal(2, 3)]],
    [
      'a record that was gone and is back',
      'resurrected',
      [],
      [read(4, 5, null), read(6, 7, 'v0')],
      [removal(2, null, 'unknown')],
    ],
    ['a record that is gone by itself', 'lost', [], [read(4, 5, null)], []],
    ['two removals', 'doubled', [], [], [removal(2, 3), removal(4, 5)]],
  ])('invalid: %s', (_name, kind, writes, reads, removals) => {
    expect(kindsOf(writes, reads, removals)).toContain(kind);
  });
});

const append = (start: number, end: number | null, word: string, id: number | null = null): Appended => ({
  do: 'append',
  list: 'l',
  start,
  end,
  tries: 1,
  word,
  id,
});
const list = (start: number, end: number, ...items: [number, string][]): Listed => ({
  do: 'list',
  list: 'l',
  start,
  end,
  items,
});
const listKinds = (appends: Appended[], reads: Listed[]): string[] =>
  appendFaults({ list: 'l', appends, reads }).map(({ kind }) => kind);

describe('comments as a list that grows', () => {
  test.each<[string, Appended[], Listed[]]>([
    ['empty', [], [list(0, 1)]],
    ['one after the other', [append(0, 1, 'a', 1), append(2, 3, 'b', 2)], [list(4, 5, [1, 'a'], [2, 'b'])]],
    ['beside a list: there or not', [append(0, 9, 'a', 1)], [list(2, 3), list(4, 5, [1, 'a'])]],
    [
      'a smaller id that shows later',
      [append(0, 9, 'a', 1), append(0, 3, 'b', 2)],
      [list(4, 5, [2, 'b']), list(10, 11, [1, 'a'], [2, 'b'])],
    ],
    ['one that was never answered', [append(0, null, 'a')], [list(2, 3), list(4, 5, [1, 'a'])]],
  ])('valid: %s', (_name, appends, reads) => {
    expect(listKinds(appends, reads)).toEqual([]);
  });

  test.each<[string, string, Appended[], Listed[]]>([
    ['an answered one is missing', 'lost', [append(0, 1, 'a', 1)], [list(2, 3)]],
    [
      'one vanishes',
      'lost',
      [append(0, null, 'a'), append(0, null, 'b')],
      [list(2, 3, [1, 'a']), list(4, 5, [2, 'b'])],
    ],
    ['a list shrinks', 'stale', [append(0, null, 'a')], [list(2, 3, [1, 'a']), list(4, 5)]],
    ['one stands twice', 'doubled', [append(0, 1, 'a', 1)], [list(2, 3, [1, 'a'], [2, 'a'])]],
    ['one was made again under another id', 'doubled', [append(0, 1, 'a', 1)], [list(2, 3, [2, 'a'])]],
    ['out of order', 'stale', [append(0, 1, 'a', 2), append(0, 1, 'b', 1)], [list(2, 3, [2, 'a'], [1, 'b'])]],
    ['listed before it was sent', 'invented', [append(4, 5, 'a', 1)], [list(2, 3, [1, 'a'])]],
    ['nobody wrote it', 'invented', [], [list(2, 3, [1, 'x'])]],
    ['seen, but not what came before it', 'lost', [append(2, 3, 'a', 1), append(4, 5, 'b', 2)], [list(1, 9, [2, 'b'])]],
    [
      'two lists that cannot both be',
      'lost',
      [append(0, 9, 'a', 1), append(0, 9, 'b', 2)],
      [list(1, 8, [1, 'a']), list(1, 8, [2, 'b'])],
    ],
  ])('invalid: %s', (_name, kind, appends, reads) => {
    expect(listKinds(appends, reads)).toContain(kind);
  });
});

const made = (word: string, id: number | null, more: object = {}): Made => ({
  do: 'make',
  section: 's',
  start: 0,
  end: id === null ? null : 1,
  tries: 1,
  items: [{ word, id, ...more }],
});
const row = (id: number, word: string, nested?: string[]) => ({ section: 's', id, word, nested });
const NONE = { gone: new Set<string>(), perhaps: new Set<string>() };

describe('every POST once', () => {
  test('accepts an answered write that is stored, a removed one that is absent, an unanswered one in either state', () => {
    const posts = [made('a', 1), made('b', 2), made('c', null), made('d', null), made('e', 5, { nested: ['x', 'y'] })];
    const ended = { gone: new Set(['s/2']), perhaps: new Set<string>() };
    expect(onceFaults(posts, [row(1, 'a'), row(4, 'd'), row(5, 'e', ['x', 'y'])], ended)).toEqual([]);
  });

  test.each<[string, string, Made[], ReturnType<typeof row>[], string[]]>([
    ['an answered one is gone', 'lost', [made('a', 1)], [], []],
    ['one is there twice', 'doubled', [made('a', 1)], [row(1, 'a'), row(2, 'a')], []],
    ['one was answered as another', 'doubled', [made('a', 1)], [row(2, 'a')], []],
    ['a removed one is there', 'resurrected', [made('a', 1)], [row(1, 'a')], ['s/1']],
    ['half of its rows', 'partial', [made('a', 1, { nested: ['x', 'y'] })], [row(1, 'a', ['x'])], []],
    ['nobody asked for it', 'invented', [], [row(1, 'a')], []],
  ])('invalid: %s', (_name, kind, posts, rows, gone) => {
    expect(onceFaults(posts, rows, { ...NONE, gone: new Set(gone) }).map((found) => found.kind)).toEqual([kind]);
  });
});

describe('the change feed', () => {
  const told = (id: number, action: string) => ({ section: 's', id, action });
  const page = (...items: ReturnType<typeof told>[]): Followed => ({ do: 'follow', start: 0, end: 1, items });
  const all = [told(1, 'insert'), told(2, 'insert'), told(1, 'update')];
  const write: Written = { ...removal(0, 1), do: 'write', record: 's/1', from: 'v0', to: 'a' };
  const faultsOf = (pages: Followed[], feed = all, writes = [write]) =>
    feedFaults(pages, feed, [made('a', 1), made('b', 2), made('c', null)], writes, []).map(({ kind }) => kind);

  test('valid: read in order, fully or partly; each answered write is in the feed once, an unanswered one at most once', () => {
    expect(faultsOf([page(all[0]!, all[1]!), page(), page(all[2]!)])).toEqual([]);
    expect(faultsOf([page(all[0]!)], all, [write, { ...write, outcome: 'unknown' }])).toEqual([]);
  });

  test('invalid: a change inserted before others, a lost one, one missing in the feed, one twice in the feed', () => {
    expect(faultsOf([page(all[1]!)])).toEqual(['feed']);
    expect(faultsOf([page(...all, told(3, 'update'))])).toEqual(['feed']);
    expect(faultsOf([], all.slice(1))).toEqual(['feed']);
    expect(faultsOf([], all.slice(0, 2))).toEqual(['feed']);
    expect(faultsOf([], [...all, told(2, 'insert')])).toEqual(['feed']);
  });
});

describe('changes, events, deliveries', () => {
  const change = { section: 'customers', id: 1, action: 'insert', merged: false };
  const event = { requestId: 'u', event: 'customers.insert', id: 1, state: 'delivered' };
  const call: Delivered = { do: 'delivery', at: 0, requestId: 'u', event: 'customers.insert', id: 1, hash: 'h' };

  test('valid: one change, one event, delivered twice with the same content', () => {
    expect(eventFaults([change, { ...change, id: 2, action: 'delete', merged: true }], [event])).toEqual([]);
    expect(deliveryFaults([event], [call, call])).toEqual([]);
  });

  test('invalid: a change without its event, an event without its change, two events of one change', () => {
    expect(eventFaults([change], [])).toHaveLength(1);
    expect(eventFaults([], [event])).toHaveLength(1);
    expect(eventFaults([change], [event, { ...event, requestId: 'w' }])).toHaveLength(1);
  });

  test('invalid: never delivered, delivered with two contents, delivered under a number that no event has', () => {
    expect(deliveryFaults([event], [])).toHaveLength(1);
    expect(deliveryFaults([event], [call, { ...call, hash: 'other' }])).toHaveLength(1);
    expect(deliveryFaults([event], [call, { ...call, requestId: 'w' }])).toHaveLength(1);
  });
});
