/**
 * Failed authentications per client address, and the block that follows too many (rules 6.5). The database counts for
 * all processes and hosts; the failures of many calls travel in one statement at a time, and a blocked address is
 * refused without asking, so that failures cost the database next to nothing.
 */
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { type ApiError, fail, retryAfter } from '../errors.ts';
import { sql } from '../sql.ts';
import { failureKey } from './ip-addresses.ts';

const WINDOW_MS = 60_000;
const BLOCK_MS = 60_000;
/** More than this many within the window block the address. */
const ALLOWED = 20;
/** Addresses in memory: an attack from more forgets the quietest. */
const KEPT = 20_000;
/** Addresses in one statement. */
const AT_ONCE = 500;

interface Failures {
  /** When each of the latest failures happened. */
  times: number[];
  blockedUntil: number;
}

/** Counts failures and says who is blocked. */
export interface FailedAuthentications {
  /** The error that a call whose token failed is answered: its own, or 429 while the address is blocked. */
  answer(address: string, error: ApiError, headers: Record<string, string>): Promise<ApiError>;
  /** Whether this process knows of a block of the address that still stands. */
  blocks(address: string): boolean;
  readonly size: number;
}

/** A block of an address: how long it still lasts, and how many failures there were before those reported now. */
interface Block {
  readonly forMs: number;
  readonly before: number;
}

/** Adds failures of addresses and answers which of the addresses are blocked. */
export type Share = (failures: ReadonlyMap<string, number>) => Promise<ReadonlyMap<string, Block>>;

/** The count of all processes and hosts. */
export const createShare =
  (db: Database, now: () => number): Share =>
  async (failures) => {
    const time = now();
    const at = new Date(time).toISOString();
    const windowStart = new Date(time - WINDOW_MS).toISOString();
    const blockEnd = new Date(time + BLOCK_MS).toISOString();
    const rows = await db.brief(null, (tx) =>
      tx.run<{
        address: string;
        failures: number;
        ms: number | null;
      }>(sql`insert into failed_authentication as f (address, failures, since, blocked_until)
        select u.address, u.count, ${at}::timestamptz, case when u.count > ${ALLOWED}::int then ${blockEnd}::timestamptz end
        from unnest(${[...failures.keys()]}::text[], ${[...failures.values()]}::int[]) u (address, count)
        order by u.address
        on conflict (address) do update set
          failures = case when f.blocked_until > ${at}::timestamptz then f.failures + excluded.failures
            when f.since < ${windowStart}::timestamptz or f.blocked_until is not null then excluded.failures
            else f.failures + excluded.failures end,
          since = case when f.since < ${windowStart}::timestamptz or f.blocked_until <= ${at}::timestamptz then excluded.since else f.since end,
          blocked_until = case when f.blocked_until > ${at}::timestamptz then f.blocked_until
            when f.blocked_until is null and f.since >= ${windowStart}::timestamptz and f.failures + excluded.failures > ${ALLOWED}::int then ${blockEnd}::timestamptz
            else excluded.blocked_until end
        returning address, failures, extract(epoch from blocked_until)::float8 * 1000 as ms`),
    );
    return new Map(
      rows.flatMap(({ address, failures: all, ms }) =>
        ms !== null && ms > time ? [[address, { forMs: ms - time, before: all - (failures.get(address) ?? 0) }]] : [],
      ),
    );
  };

/**
 * Gathers the failures of many calls into one statement at a time; each call learns which failure of the window it was.
 */
const gather = (share: Share) => {
  let waiting = new Map<string, number>();
  let next: ReturnType<Share> | null = null;
  let running: Promise<unknown> = Promise.resolve();
  const send = async (): ReturnType<Share> => {
    await running;
    const failures = waiting;
    waiting = new Map();
    next = null;
    const sent = share(failures);
    running = sent.catch(() => undefined);
    return sent;
  };
  return async (address: string): Promise<{ forMs: number; ordinal: number } | undefined> => {
    // Under an attack from very many addresses each process counts for itself.
    if (waiting.size >= AT_ONCE) return undefined;
    const place = (waiting.get(address) ?? 0) + 1;
    waiting.set(address, place);
    next ??= send();
    const block = (await next).get(address);
    return block && { forMs: block.forMs, ordinal: block.before + place };
  };
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
export const createFailedAuthentications = (monotonic: () => number, share?: Share): FailedAuthentications => {
  const known = new LRUCache<string, Failures>({ max: KEPT });
  const tell = share && gather(share);
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
      const block = await tell?.(key).catch(() => undefined);
      if (!block) return error;
      failures.times = [];
      failures.blockedUntil = Math.max(failures.blockedUntil, now + block.forMs);
      return block.ordinal > ALLOWED + 1 ? refusal(block.forMs, error, headers) : error;
    },
    // Nobody failed: then no address has to be looked at.
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
