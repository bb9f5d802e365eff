import { expect, test } from 'vitest';
import { createAuthThrottle, createSharedCounter, forgetFailures } from '../../src/access/auth-throttle.ts';
import { fail } from '../../src/errors/api-error.ts';
import { sql } from '../../src/sql/sql.ts';
import { testDatabase } from '../support/postgres.ts';

const counter = () => {
  let now = 1000;
  const failures = createAuthThrottle(() => now);
  const attempt = async (address = '203.0.113.7') => {
    const headers: Record<string, string> = {};
    const error = await failures.answer(address, fail('invalid_token'), headers);
    return { status: error.status, code: error.code, headers, extra: error.extra };
  };
  return { failures, attempt, pass: (ms: number) => (now += ms) };
};

test('the 21st failure within a minute is still 401, the next is 429', async () => {
  const { attempt } = counter();
  for (let i = 0; i < 21; i += 1) expect((await attempt()).status).toBe(401);
  const refused = await attempt();
  expect(refused).toMatchObject({ status: 429, code: 'too_many_auth_failures' });
  expect(refused.headers['X-RateLimit-Layer']).toBe('authFail');
  expect(refused.extra.headers?.['Retry-After']).toBe('60');
  expect(refused.extra.details?.retry_after).toBe(60);
});

test('blocked calls do not extend the block, and the count restarts after it', async () => {
  const { attempt, pass } = counter();
  for (let i = 0; i < 21; i += 1) await attempt();
  pass(59_000);
  for (let i = 0; i < 50; i += 1) expect((await attempt()).status).toBe(429);
  expect((await attempt()).extra.details?.retry_after).toBe(1);
  pass(1000);
  for (let i = 0; i < 21; i += 1) expect((await attempt()).status).toBe(401);
  expect((await attempt()).status).toBe(429);
});

test('20 failures per minute never block', async () => {
  const { attempt, pass } = counter();
  for (let i = 0; i < 200; i += 1) {
    expect((await attempt()).status).toBe(401);
    pass(3000);
  }
});

test('failures are counted per IPv4 address and per IPv6 /64', async () => {
  const { attempt } = counter();
  for (let i = 0; i < 21; i += 1) await attempt(`2001:db8::${i + 1}`);
  expect((await attempt('2001:db8::ffff')).status).toBe(429);
  expect((await attempt('2001:db8:0:1::1')).status).toBe(401);
  expect((await attempt('203.0.113.7')).status).toBe(401);
});

test('memory is bounded under an attack from very many addresses', async () => {
  const { attempt, failures } = counter();
  for (let i = 0; i < 100_000; i += 1) await attempt(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
  expect(failures.size).toBeLessThanOrEqual(20_000);
});

test('processes share the count: all refuse a blocked address, and the failure that exceeds the limit is still 401', async () => {
  const { db, drop } = await testDatabase();
  try {
    let now = Date.now();
    const processes = [0, 1, 2].map(() =>
      createAuthThrottle(
        () => now,
        createSharedCounter(db, () => now),
      ),
    );
    const attempt = async (process: number, address = '203.0.113.9') => {
      const headers: Record<string, string> = {};
      return (await processes[process]!.answer(address, fail('invalid_token'), headers)).status;
    };
    for (let i = 0; i < 21; i += 1) expect(await attempt(i % 3)).toBe(401);
    now += 1000;
    for (const process of [0, 1, 2]) expect(await attempt(process)).toBe(429);
    expect(await attempt(1, '203.0.113.10')).toBe(401);
    now += 59_000;
    expect(await attempt(2)).toBe(401);
    for (let i = 0; i < 20; i += 1) expect(await attempt(i % 2)).toBe(401);
    now += 1;
    expect(await attempt(2)).toBe(429);
    const together = await Promise.all(Array.from({ length: 60 }, (_, i) => attempt(i % 3, '203.0.113.11')));
    expect(together.filter((status) => status === 401).length).toBe(21);
    await forgetFailures(db, now + 300_000);
    expect(await db.read(sql`select 1 from failed_authentication`)).toEqual([]);
  } finally {
    await drop();
  }
});
