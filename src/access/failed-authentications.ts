/** Failed authentications per client address, and the block that follows too many (decisions 6.5). */
import { type ApiError, fail } from '../errors.ts';
import { failureKey } from './ip-addresses.ts';
import { RecentMap } from './recent-map.ts';

const WINDOW_MS = 60_000;
const BLOCK_MS = 60_000;
/** More than this many within the window block the address. */
const ALLOWED = 20;
/** Addresses in memory: an attack from more forgets the quietest. */
const KEPT = 20_000;

interface Failures {
  /** When each of the latest failures happened. */
  times: number[];
  blockedUntil: number;
}

/** Counts failures and says who is blocked. */
export interface FailedAuthentications {
  /** The error that a call whose token failed is answered: its own, or 429 while the address is blocked. */
  answer(address: string, error: ApiError, headers: Record<string, string>): ApiError;
  readonly size: number;
}

/** @param monotonic milliseconds of a clock that never jumps */
export const createFailedAuthentications = (monotonic: () => number): FailedAuthentications => {
  const known = new RecentMap<string, Failures>(KEPT);
  return {
    answer: (address, error, headers) => {
      const now = monotonic();
      const key = failureKey(address);
      const failures = known.get(key) ?? { times: [], blockedUntil: 0 };
      if (failures.blockedUntil > now) {
        const seconds = Math.max(1, Math.ceil((failures.blockedUntil - now) / 1000));
        for (const name of Object.keys(headers)) delete headers[name];
        headers['X-RateLimit-Layer'] = 'authFail';
        return fail('too_many_auth_failures', {
          cause: error,
          details: { retry_after: seconds },
          headers: { 'Retry-After': String(seconds) },
        });
      }
      failures.times = [...failures.times.filter((time) => now - time < WINDOW_MS), now];
      if (failures.times.length > ALLOWED) {
        failures.times = [];
        failures.blockedUntil = now + BLOCK_MS;
      }
      known.set(key, failures);
      return error;
    },
    get size() {
      return known.size;
    },
  };
};
