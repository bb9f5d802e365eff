import { expect, test } from 'vitest';
import { createFailedAuthentications } from '../../src/access/failed-authentications.ts';
import { fail } from '../../src/errors.ts';

const counter = () => {
  let now = 1000;
  const failures = createFailedAuthentications(() => now);
  const attempt = (address = '203.0.113.7') => {
    const headers: Record<string, string> = {};
    const error = failures.answer(address, fail('invalid_token'), headers);
    return { status: error.status, code: error.code, headers, extra: error.extra };
  };
  return { failures, attempt, pass: (ms: number) => (now += ms) };
};

test('the 21st failure within a minute is still 401, the next is 429', () => {
  const { attempt } = counter();
  for (let i = 0; i < 21; i += 1) expect(attempt().status).toBe(401);
  const refused = attempt();
  expect(refused).toMatchObject({ status: 429, code: 'too_many_auth_failures' });
  expect(refused.headers['X-RateLimit-Layer']).toBe('authFail');
  expect(refused.extra.headers?.['Retry-After']).toBe('60');
  expect(refused.extra.details?.retry_after).toBe(60);
});

test('blocked calls do not lengthen the block, and after it the count starts anew', () => {
  const { attempt, pass } = counter();
  for (let i = 0; i < 21; i += 1) attempt();
  pass(59_000);
  for (let i = 0; i < 50; i += 1) expect(attempt().status).toBe(429);
  expect(attempt().extra.details?.retry_after).toBe(1);
  pass(1000);
  for (let i = 0; i < 21; i += 1) expect(attempt().status).toBe(401);
  expect(attempt().status).toBe(429);
});

test('20 failures a minute never block', () => {
  const { attempt, pass } = counter();
  for (let i = 0; i < 200; i += 1) {
    expect(attempt().status).toBe(401);
    pass(3000);
  }
});

test('addresses are counted apart, those of one /64 together', () => {
  const { attempt } = counter();
  for (let i = 0; i < 21; i += 1) attempt(`2001:db8::${i + 1}`);
  expect(attempt('2001:db8::ffff').status).toBe(429);
  expect(attempt('2001:db8:0:1::1').status).toBe(401);
  expect(attempt('203.0.113.7').status).toBe(401);
});

test('memory is bounded under an attack from very many addresses', () => {
  const { attempt, failures } = counter();
  for (let i = 0; i < 100_000; i += 1) attempt(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
  expect(failures.size).toBeLessThanOrEqual(20_000);
});
