/** Reads on connections that nobody else wants: whatever depends on them must do without them too. */
import type pg from 'pg';
import { raw, type Sql, sql } from '../sql.ts';
import { isPooled } from './far-end.ts';
import { send, sendTogether } from './together.ts';

/**
 * One read, which changes nothing and holds no lock once it has answered.
 * @param settings what is set for it alone, by `set_config`
 */
export type SpareRead = <T>(statement: Sql, settings?: Sql) => Promise<T[]>;

/** No read takes longer, and so long at most one goes on that nobody wants any more. */
const LONGEST_MS = 1000;

const TIMEOUT = sql`select set_config('statement_timeout', ${String(LONGEST_MS)}, true)`;
const [BEGIN, COMMIT, ROLLBACK] = [raw('begin read only'), raw('commit'), raw('rollback')];

/** One connection is left to others, and none is taken that others wait for. */
const isSpare = ({ totalCount, idleCount, waitingCount }: pg.Pool, most: number): boolean =>
  totalCount - idleCount + waitingCount < most - 1;

const reading =
  (client: pg.ClientBase): SpareRead =>
  async <T>(statement: Sql, settings: Sql = TIMEOUT) => {
    const outcomes = await sendTogether(client, [BEGIN, TIMEOUT, settings, statement, COMMIT]).outcomes;
    return (outcomes.at(-2)?.rows ?? []) as T[];
  };

/**
 * Work on a connection of a pool that is to spare, and that is no pooler's: what is to spare there nobody knows here.
 * @param most connections that the pool may have
 * @returns undefined where there is none, or where the work failed, which harms nobody
 */
export const onSpare = async <T>(
  pool: pg.Pool,
  most: number,
  work: (read: SpareRead) => Promise<T>,
): Promise<T | undefined> => {
  if (!isSpare(pool, most)) return undefined;
  const client = await pool.connect().catch(() => undefined);
  if (!client) return undefined;
  let broken: Error | undefined;
  try {
    return isPooled(client) ? undefined : await work(reading(client));
  } catch {
    await send(client, ROLLBACK).catch((cause: Error) => {
      broken = cause;
    });
    return undefined;
  } finally {
    client.release(broken);
  }
};
