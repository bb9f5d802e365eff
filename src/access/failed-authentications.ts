/**
 * Failed authentications per client address (decisions 6.5): more than 20 within a minute block it for 60 s. Each process
 * counts for itself; a block is told to the others through the table `auth_block`, written once per block and read only
 * while authentications fail, so that ordinary calls cost nothing.
 */
import type { Database } from '../db/database.ts';
import { failureKey } from './ip-addresses.ts';
import { RecentMap } from './recent-map.ts';

const ALLOWED = 20;
const WINDOW_MS = 60_000;
const BLOCK_MS = 60_000;
/** Addresses in memory, however many attack. */
const COUNTED = 40_000;
const BLOCKED = 20_000;
/** Least milliseconds between two looks at what other processes blocked. */
const LOOK_EVERY_MS = 1000;

/** Counts failures and knows blocks. */
export interface FailedAuthentications {
  /** Whole seconds for which the address is still blocked; 0 where it is not. */
  blockedFor(address: string): number;
  /** Counts a failure; the one that exceeds the number begins a block. */
  count(address: string): void;
  readonly size: number;
}

/** @param monotonic milliseconds of a clock that never jumps */
export const createFailedAuthentications = (db: Database, monotonic: () => number): FailedAuthentications => {
  /** Times of the latest failures, at most `ALLOWED` of them. */
  const failures = new RecentMap<string, number[]>(COUNTED);
  /** Until when. */
  const blocks = new RecentMap<string, number>(BLOCKED);
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Blocks of other processes. Where the database fails, this process's own count still protects it. */
  const look = async (now: number): Promise<void> => {
    lookedAt = now;
    const rows = await db.read<{ address: string; left_ms: number }>({
      text: `select address, extract(epoch from blocked_until - now())::float8 * 1000 as left_ms
        from auth_block where blocked_until > now() order by blocked_until desc limit ${BLOCKED / 4}`,
      values: [],
    });
    for (const { address, left_ms } of rows) blocks.set(address, Math.max(blocks.get(address) ?? 0, now + left_ms));
  };

  const tell = async (key: string): Promise<void> => {
    await db.transaction((tx) =>
      tx.finish([
        { text: 'set local synchronous_commit to off', values: [] },
        { text: `delete from auth_block where blocked_until < now()`, values: [] },
        {
          text: `insert into auth_block (address, blocked_until) values ($1, now() + interval '1 minute')
            on conflict (address) do nothing`,
          values: [key],
        },
      ]),
    );
  };

  return {
    blockedFor: (address) => {
      const until = blocks.get(failureKey(address));
      return until === undefined ? 0 : Math.max(0, Math.ceil((until - monotonic()) / 1000));
    },
    count: (address) => {
      const now = monotonic();
      const key = failureKey(address);
      const recent = (failures.get(key) ?? []).filter((time) => time > now - WINDOW_MS);
      if (recent.length < ALLOWED) {
        recent.push(now);
        failures.set(key, recent);
      } else {
        failures.delete(key);
        blocks.set(key, now + BLOCK_MS);
        tell(key).catch(() => undefined);
      }
      if (now - lookedAt >= LOOK_EVERY_MS) look(now).catch(() => undefined);
    },
    get size() {
      return failures.size + blocks.size;
    },
  };
};
