/**
 * Failed authentications per client address, and the block that follows too many (rules 6.5). The database counts for
 * all processes and hosts; a blocked address is refused without asking, so that failures cost the database next to
 * nothing.
 */
import { LRUCache } from 'lru-cache';
import { createSemaphore } from '../concurrency/semaphore.ts';
import type { Database } from '../db/database.ts';
import { type ApiError, fail, retryAfter } from '../errors/api-error.ts';
import { sql } from '../sql/sql.ts';
import { failureKey } from './network/ip-addresses.ts';

const WINDOW_MS = 60_000;
const BLOCK_MS = 60_000;
/** More than this many within the window block the address. */
const ALLOWED = 20;
/** Addresses in memory: an attack from more forgets the quietest. */
const KEPT = 20_000;
/** Failures that wait to be counted. */
const MAX_QUEUE = 500;

interface Failures {
  /** When each of the latest failures happened. */
  times: number[];
  blockedUntil: number;
}

/** Counts failures and says who is blocked. */
export interface AuthThrottle {
  /** The error for a call whose token failed: its own, or 429 while the address is blocked. */
  answer(address: string, error: ApiError, headers: Record<string, string>): Promise<ApiError>;
  /** Whether this process has a valid block of the address. */
  blocks(address: string): boolean;
  readonly size: number;
}

/** A block of an address: how long it still lasts, and which failure of the window the counted one was. */
interface Block {
  readonly forMs: number;
  readonly ordinal: number;
}

/** Counts a failure of an address. @returns the block of the address, or undefined */
export type SharedCounter = (address: string) => Promise<Block | undefined>;

/**
 * The count of all processes and hosts. One statement at a time: under an attack from very many addresses each process
 * counts for itself.
 */
export const createSharedCounter = (db: Database, now: () => number): SharedCounter => {
  const inTurn = createSemaphore(1, { maxQueueLength: MAX_QUEUE, refused: () => fail('service_unavailable') });
  return (address) =>
    inTurn(async () => {
      const time = now();
      const at = new Date(time).toISOString();
      const windowStart = new Date(time - WINDOW_MS).toISOString();
      const blockEnd = new Date(time + BLOCK_MS).toISOString();
      const [row] = await db.shortTransaction(null, (tx) =>
        tx.run<{ failures: number; ms: number | null }>(sql`insert into failed_authentication as f
          (address, failures, since) values (${address}, 1, ${at}::timestamptz)
          on conflict (address) do update set
          failures = case when f.blocked_until > ${at}::timestamptz then f.failures + 1
            when f.since < ${windowStart}::timestamptz or f.blocked_until is not null then 1
            else f.failures + 1 end,
          since = case when f.since < ${windowStart}::timestamptz or f.blocked_until <= ${at}::timestamptz then excluded.since else f.since end,
          blocked_until = case when f.blocked_until > ${at}::timestamptz then f.blocked_until
            when f.blocked_until is null and f.since >= ${windowStart}::timestamptz and f.failures >= ${ALLOWED}::int then ${blockEnd}::timestamptz
          end
          returning failures, extract(epoch from blocked_until)::float8 * 1000 as ms`),
      );
      return row && row.ms !== null && row.ms > time ? { forMs: row.ms - time, ordinal: row.failures } : undefined;
    });
};

const refusal = (forMs: number, cause: ApiError, headers: Record<string, string>): ApiError => {
  const seconds = Math.max(1, Math.ceil(forMs / 1000));
  for (const name of Object.keys(headers)) delete headers[name];
  headers['X-RateLimit-Layer'] = 'authFail';
  return fail('too_many_auth_failures', {
    cause,
    ...retryAfter(seconds),
  });
};

/**
 * @param monotonic milliseconds of a clock that never jumps
 * @param share the count of all processes; while it fails, and without one, each process counts for itself
 */
export const createAuthThrottle = (monotonic: () => number, share?: SharedCounter): AuthThrottle => {
  const known = new LRUCache<string, Failures>({ max: KEPT });
  return {
    answer: async (address, error, headers) => {
      const now = monotonic();
      const key = failureKey(address);
      const failures = known.get(key) ?? { times: [], blockedUntil: 0 };
      if (failures.blockedUntil > now) return refusal(failures.blockedUntil - now, error, headers);
      failures.times = [...failures.times.filter((time) => now - time < WINDOW_MS), now];
      if (failures.times.length > ALLOWED) {
        failures.times = [];
        failures.blockedUntil = now + BLOCK_MS;
      }
      known.set(key, failures);
      const block = await share?.(key).catch(() => undefined);
      if (!block) return error;
      failures.times = [];
      failures.blockedUntil = Math.max(failures.blockedUntil, now + block.forMs);
      return block.ordinal > ALLOWED + 1 ? refusal(block.forMs, error, headers) : error;
    },
    // Without any failure there is no address to look up.
    blocks: (address) => known.size > 0 && (known.get(failureKey(address))?.blockedUntil ?? 0) > monotonic(),
    get size() {
      return known.size;
    },
  };
};

/** Forgets addresses that were quiet for a while. */
export const forgetFailures = async (db: Database, now: number): Promise<void> => {
  const before = new Date(now - WINDOW_MS - BLOCK_MS).toISOString();
  await db.transaction((tx) => tx.run(sql`delete from failed_authentication where since < ${before}`));
};
