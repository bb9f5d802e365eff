/** Requests per user and minute. */
import { expect, test } from 'vitest';
import { createUserRateLimit } from '../../../src/access/rate-limit/user-rate-limit.ts';

const user = { orgId: 1, userKid: 2 };

test('each user has its own limit of requests a minute', () => {
  const limit = createUserRateLimit(3);
  const headers: Record<string, string> = {};
  limit.consume(user, 60_000, headers, 2);
  limit.consume(user, 61_000, headers);
  expect(headers).toEqual({ 'X-RateLimit-Limit': '3', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Layer': 'user' });
  expect(() => limit.consume(user, 90_000, headers)).toThrow(expect.objectContaining({ code: 'rate_limit_exceeded' }));
  limit.consume({ orgId: 1, userKid: 3 }, 90_000, headers, 3);
  expect(() => limit.consume(user, 119_999, headers)).toThrow();
  limit.consume(user, 120_000, headers, 3);
});

test('a call above the limit consumes no units', () => {
  const limit = createUserRateLimit(3);
  const headers: Record<string, string> = {};
  expect(() => limit.consume(user, 0, headers, 4)).toThrow();
  limit.consume(user, 0, headers, 3);
});
