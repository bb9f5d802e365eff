/** The records that the clients work on: few at a time, so that operations conflict. */
import type { Random } from '../random.ts';

/** A record that is read and changed as a register. */
export interface Register {
  /** `customers/12` */
  readonly record: string;
  /** The field that carries the value. */
  readonly field: string;
}

/** Whose comments are written and read. */
export interface CommentList {
  readonly list: string;
  appended: number;
}

const REGISTERS = 10;
const LISTS = 3;
/** Longer lists tell no more and take longer. */
const LONGEST_LIST = 60;
const PARENTS = 30;
const GONE = 20;

/** Keeps the newest. */
const keepNewest = <T>(items: T[], item: T, most: number): void => {
  items.push(item);
  if (items.length > most) items.shift();
};

/** The field of a kind of record that carries a register's value, its beginning included. */
export const FIELDS: Readonly<Record<string, string>> = {
  customers: 'vorname',
  contracts: 'gesellschaft',
  damages: 'art',
  webhooks: 'description',
};

/** @param start where the change feed is followed from */
export const createPool = (random: Random, start: string) => {
  let cursor: string | null = start;
  const registers: Register[] = [];
  const gone: Register[] = [];
  const parents: number[] = [];
  const lists: CommentList[] = [];
  return {
    /** Customers that are never removed: contracts, damages, files and comments lie below them. */
    parents: { add: (kid: number) => keepNewest(parents, kid, PARENTS), pick: () => random.pick(parents) },
    addRegister: (section: string, id: number): void => {
      const field = FIELDS[section];
      if (field) keepNewest(registers, { record: `${section}/${id}`, field }, REGISTERS);
    },
    /** A live record, or sometimes one with a requested removal. */
    pickRegister: (): Register | undefined => random.pick(random.next() < 0.1 ? gone : registers),
    /** Takes one out, to be removed: others may be at work on it. */
    takeRegister: (): Register | undefined => {
      const register = random.pick(registers);
      if (!register) return undefined;
      registers.splice(registers.indexOf(register), 1);
      keepNewest(gone, register, GONE);
      return register;
    },
    pickList: (): CommentList | undefined => {
      const open = lists.filter(({ appended }) => appended < LONGEST_LIST);
      const parent = random.pick(parents);
      if (open.length < LISTS && parent !== undefined) {
        const list = `customers/${parent}`;
        if (!lists.some((other) => other.list === list)) open.push(lists[lists.push({ list, appended: 0 }) - 1]!);
      }
      return random.pick(open);
    },
    /** Position in the feed; null while another client reads it. */
    takeCursor: (): string | null => {
      const taken = cursor;
      cursor = null;
      return taken;
    },
    giveCursor: (next: string): void => {
      cursor = next;
    },
    lists: (): readonly CommentList[] => lists,
  };
};

export type Pool = ReturnType<typeof createPool>;
