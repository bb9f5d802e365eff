/**
 * Failed authentications per client address (decisions 6.5): more than 20 within a minute block the address for 60 s.
 * Counted in this process at once, and exchanged with other processes through PostgreSQL a moment later.
 */
import type { Database } from '../db/database.ts';
import { type ApiError, fail } from '../errors.ts';
import { boundedCache } from './bounded-cache.ts';
import { addressGroup } from './ip-allow-list.ts';

const ALLOWED = 20;
const WINDOW_MS = 60_000;
const BLOCK_MS = 60_000;
/** An attack from millions of addresses makes the least active ones forgotten, not the memory grow. */
const REMEMBERED = 20_000;
const EXCHANGE_MS = 200;
const QUEUE = 1000;

/** What is known of one address: failures of the last minute, and until when it is blocked. */
interface Client {
  times: number[];
  blockedUntil: number;
}

/** Counts failures and knows who is blocked. */
export interface FailedAuthentications {
  /**
   * What a failed call is answered: its own 401, or 429 while the address is blocked.
   * Sets the `X-RateLimit-*` headers of a 429.
   */
  answer(address: string, failure: ApiError, headers: Record<string, string>): ApiError;
  close(): Promise<void>;
  readonly size: number;
}

const blocked = (until: number, now: number, headers: Record<string, string>): ApiError => {
  const seconds = Math.max(Math.ceil((until - now) / 1000), 1);
  headers['X-RateLimit-Limit'] = String(ALLOWED);
  headers['X-RateLimit-Remaining'] = '0';
  headers['X-RateLimit-Layer'] = 'authFail';
  return fail('too_many_auth_failures', {
    details: { retry_after: seconds },
    headers: { 'Retry-After': String(seconds) },
  });
};

interface Shared {
  readonly address: string;
  /** Time of the failure that exceeded the number. */
  readonly exceeded_at: number;
}

/** Addresses of the batch with more failures than allowed, counted over all processes. */
const EXCEEDED = `select address, (extract(epoch from at) * 1000)::float8 as exceeded_at from (
  select address, at, row_number() over (partition by address order by at desc) as place,
    lag(at, ${ALLOWED}) over (partition by address order by at) as first
  from auth_failure where address = any($1::text[])) f
where place = 1 and first > at - interval '${WINDOW_MS} milliseconds'`;

/** @param now milliseconds since 1970 by the database's clock */
export const createFailedAuthentications = (db: Database, now: () => number): FailedAuthentications => {
  const records = boundedCache<string, Client>(REMEMBERED);
  let queue: { address: string; at: number }[] = [];
  let timer: NodeJS.Timeout | null = null;
  let exchanging: Promise<void> = Promise.resolve();
  let cleanedAt = 0;

  const exchange = async (): Promise<void> => {
    const batch = queue;
    queue = [];
    const addresses = batch.map(({ address }) => address);
    const times = batch.map(({ at }) => new Date(at).toISOString());
    const insert = {
      text: 'insert into auth_failure (address, at) select * from unnest($1::text[], $2::timestamptz[])',
      values: [addresses, times],
    };
    const clean = {
      text: 'delete from auth_failure where at < $1',
      values: [new Date(now() - WINDOW_MS - BLOCK_MS).toISOString()],
    };
    const due = now() - cleanedAt > WINDOW_MS / 6;
    if (due) cleanedAt = now();
    await db.transaction((tx) => tx.finish(due ? [insert, clean] : [insert]));
    const rows = await db.read<Shared>({ text: EXCEEDED, values: [[...new Set(addresses)]] });
    for (const { address, exceeded_at } of rows) {
      const record = records.get(address);
      const until = exceeded_at + BLOCK_MS;
      if (until > now() && (record?.blockedUntil ?? 0) <= now()) records.set(address, { times: [], blockedUntil: until });
    }
  };

  const share = (address: string, at: number): void => {
    if (queue.length < QUEUE) queue.push({ address, at });
    if (timer) return;
    timer = setTimeout(() => {
      timer = null;
      // Without the database this process still counts for itself.
      exchanging = exchange().catch(() => undefined);
    }, EXCHANGE_MS);
    timer.unref();
  };

  return {
    answer: (address, failure, headers) => {
      const key = addressGroup(address);
      const at = now();
      const record = records.get(key) ?? { times: [], blockedUntil: 0 };
      if (record.blockedUntil > at) return blocked(record.blockedUntil, at, headers);
      record.times = record.times.filter((time) => time > at - WINDOW_MS);
      record.times.push(at);
      if (record.times.length > ALLOWED) {
        record.blockedUntil = at + BLOCK_MS;
        record.times = [];
      }
      records.set(key, record);
      share(key, at);
      return failure;
    },
    close: async () => {
      if (timer) clearTimeout(timer);
      await exchanging;
    },
    get size() {
      return records.size;
    },
  };
};
