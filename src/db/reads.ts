/**
 * Short reads on connections that many share. Those of one round of the event loop are sent at its end, and those that ask the same
 * of different rows as one statement (docs/decisions/0044).
 */
import { MOST_TOGETHER, type Query, type Sql, together } from '../sql.ts';
import { NoConnection } from './connection-failure.ts';
import type { Lane } from './lane.ts';

/** Statements of one round that go to one connection: one piece to send, one process of the server that wakes. */
const OF_A_ROUND = 4;

/** @returns what says which connection takes the next statement of one round: the one with the fewest, for a few of them */
export const leastBusy = (lanes: readonly [Lane, ...Lane[]]): (() => Lane) => {
  let [taking, taken]: [Lane, number] = [lanes[0], 0];
  return () => {
    if (taken % OF_A_ROUND === 0 || !taking.sendsAhead())
      for (const lane of lanes) if (lane.pending() < taking.pending()) taking = lane;
    taken += 1;
    return taking;
  };
};

/**
 * Reads on the lane whose turn it is. Where that one cannot be opened, because the process has no handles left or the server no room,
 * whoever has a connection is answered on another.
 * @throws NoConnection where none is open
 */
export const readOn = async (lanes: readonly Lane[], next: Lane, statement: Sql): Promise<unknown[]> => {
  try {
    return await next.read(statement);
  } catch (error) {
    const open = error instanceof NoConnection ? lanes.find((lane) => lane.isOpen()) : undefined;
    if (!open) throw error;
    return open.read(statement);
  }
};

interface Read {
  readonly statement: Sql;
  readonly query: Query;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

/** Reads that are alike but for the row that they ask for. */
type Alike = [Read, ...Read[]];

const isAlike = (one: Query, other: Query): boolean =>
  one.values.every((value, i) => i === one.rowId || value === other.values[i]);

/** The reads of a round by what they ask; each that asks for no single row is by itself. */
const alike = (round: readonly Read[]): Alike[] => {
  const all: Alike[] = [];
  const byName = new Map<string, Alike[]>();
  for (const read of round) {
    const { name, rowId } = read.query;
    if (name === undefined || rowId === undefined) {
      all.push([read]);
      continue;
    }
    const ofName = byName.get(name) ?? [];
    const known = ofName.findLast((one) => one.length < MOST_TOGETHER && isAlike(read.query, one[0].query));
    if (known) known.push(read);
    else {
      const made: Alike = [read];
      all.push(made);
      ofName.push(made);
      byName.set(name, ofName);
    }
  }
  return all;
};

const idOf = ({ query }: Read): number => query.values[query.rowId ?? 0] as number;

/** Asks once, and gives each read the rows that it asked for. */
const answer = async (reads: Alike, ask: (statement: Sql) => Promise<unknown[]>): Promise<void> => {
  const [first, ...others] = reads;
  try {
    if (!others.length) {
      first.resolve(await ask(first.statement));
      return;
    }
    const rows = (await ask(together(first.statement, reads.map(idOf)))) as { readonly id: number }[];
    for (const read of reads) read.resolve(rows.filter(({ id }) => id === idOf(read)));
  } catch (error) {
    for (const read of reads) read.reject(error);
  }
};

/**
 * @param sent is told of each statement
 * @returns what reads; rejects with what the database said, or with NoConnection
 */
export const createReads = (
  lanes: readonly [Lane, ...Lane[]],
  sent: () => void,
): ((statement: Sql) => Promise<unknown[]>) => {
  let round: Read[] = [];
  const endRound = (): void => {
    const ended = round;
    round = [];
    const next = leastBusy(lanes);
    for (const reads of alike(ended)) {
      sent();
      void answer(reads, (statement) => readOn(lanes, next(), statement));
    }
  };
  return (statement) =>
    new Promise((resolve, reject) => {
      // Made now: a statement that is none is refused to whoever asks it, and not to the round.
      const { query } = statement;
      if (round.push({ statement, query, resolve, reject }) === 1) setImmediate(endRound);
    });
};
