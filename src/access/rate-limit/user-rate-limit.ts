/** Requests per user and minute of signed-in sessions (rules 8.4): a fixed window in the memory of each process. */
import { fail, retryAfter } from '../../errors/api-error.ts';
import { MINUTE_MS } from '../../shared/durations.ts';

const USER_REQUESTS_PER_MINUTE = 600;

/** Counts the requests of users. */
export interface UserRateLimit {
  /**
   * Counts units of a user, and sets the `X-RateLimit-*` headers.
   * @param now milliseconds since 1970
   * @throws 429 `rate_limit_exceeded` where not all of them are left
   */
  consume(
    user: { readonly orgId: number; readonly userKid: number },
    now: number,
    headers: Record<string, string>,
    units?: number,
  ): void;
}

export const createUserRateLimit = (limit = USER_REQUESTS_PER_MINUTE): UserRateLimit => {
  let minute = 0;
  let counts = new Map<string, number>();
  return {
    consume: ({ orgId, userKid }, now, headers, units = 1) => {
      const current = Math.floor(now / MINUTE_MS);
      if (current !== minute) {
        minute = current;
        counts = new Map();
      }
      const key = `${orgId}/${userKid}`;
      const used = (counts.get(key) ?? 0) + units;
      const exceeded = used > limit;
      if (!exceeded) counts.set(key, used);
      headers['X-RateLimit-Limit'] = String(limit);
      headers['X-RateLimit-Remaining'] = String(Math.max(0, limit - (exceeded ? used - units : used)));
      headers['X-RateLimit-Layer'] = 'user';
      if (exceeded)
        throw fail('rate_limit_exceeded', {
          message: `A user can make ${limit} requests a minute.`,
          ...retryAfter(Math.max(1, Math.ceil(((current + 1) * MINUTE_MS - now) / 1000))),
        });
    },
  };
};
