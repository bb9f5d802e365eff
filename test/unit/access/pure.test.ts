/** The parts of access that need no database. */
import { describe, expect, test } from 'vitest';
import { addressList, checkAddresses, clientAddress, failureKey } from '../../../src/access/network/ip-addresses.ts';
import { parsePlan, planValue } from '../../../src/access/organisations/plan.ts';
import { DatabaseClock } from '../../../src/access/rate-limit/database-clock.ts';
import { ApiError } from '../../../src/errors/api-error.ts';

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof ApiError ? error.error : 'other';
  }
  return 'ok';
};

describe('addresses', () => {
  test.each([
    ['10.0.0.0/8', '10.255.1.2', true],
    ['10.0.0.5/8', '10.9.9.9', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '192.0.2.7', false],
    ['2001:db8::/32', '2001:db8:1::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['0.0.0.0/0', 'nonsense', false],
  ])('%s has %s: %s', (network, address, expected) => {
    expect(addressList([network]).has(address)).toBe(expected);
  });

  test.each([
    '',
    '10.0.0.0/33',
    '10.0.0/8',
    '1',
    '0x7f.1',
    '1.2.3.4/',
    '1.2.3.4/8/8',
    '::ffff:1.2.3.4/95',
    'fe80::1%e/64',
    '256.1.1.1',
  ])('refuses %j', (text) => expect(codeOf(() => checkAddresses([text]))).toBe('invalid_address'));

  const proxies = addressList(['10.0.0.0/8', '2001:db8::/32']);
  test.each([
    ['203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', '6.6.6.6, garbage', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['10.0.0.1', '[2001:db9::5]:4711', '2001:db9::5'],
    ['::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', '', '10.0.0.1'],
  ])('socket %s, forwarded for %s: client %s', (socket, forwarded, client) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(client);
    expect(clientAddress(socket, forwarded && [forwarded], proxies)).toBe(client);
  });

  test('without trusted proxies the forwarded address is ignored', () => {
    expect(clientAddress('10.0.0.1', '6.6.6.6', addressList([]))).toBe('10.0.0.1');
  });

  test('failures of an IPv6 network of 64 bits count together', () => {
    expect(failureKey('2001:db8:0:1::5')).toBe(failureKey('2001:db8:0:1:ffff::9'));
    expect(failureKey('2001:db8:0:1::5')).not.toBe(failureKey('2001:db8:0:2::5'));
    expect(failureKey('::ffff:192.0.2.1')).toBe(failureKey('192.0.2.1'));
  });
});

describe('plan', () => {
  test('has defaults, and does not replace an invalid value', () => {
    expect(planValue({}, 'api_requests_per_minute')).toBe(6000);
    expect(planValue({ api_requests_per_minute: 7 }, 'api_requests_per_minute')).toBe(7);
    for (const value of [0, -1, 1.5, '7', null, true, [], 2 ** 60]) {
      expect(planValue({ api_requests_per_minute: value }, 'api_requests_per_minute')).toBeUndefined();
    }
    for (const plan of [null, [], 'x', 5]) expect(planValue(plan, 'licenses')).toBeUndefined();
    expect(planValue({ licenses: 0 }, 'licenses')).toBe(0);
  });

  test('an invalid value is stored with a warning, an unknown key refused', () => {
    expect(parsePlan(['licenses=3', 'webhook_deliveries_per_minute=9'])).toEqual({
      plan: { licenses: 3, webhook_deliveries_per_minute: 9 },
      warnings: [],
    });
    const invalid = parsePlan(['api_requests_per_minute=many']);
    expect(invalid.plan).toEqual({ api_requests_per_minute: 'many' });
    expect(invalid.warnings).toHaveLength(1);
    expect(() => parsePlan(['speed=1'])).toThrow(/no plan value/);
    expect(() => parsePlan(['licenses'])).toThrow(/no plan value/);
  });
});

test("the database's clock is taken from the quickest reading", () => {
  let now = 0;
  const clock = new DatabaseClock(() => now);
  clock.read(60_000_100, 0, 200);
  expect(clock.now()).toBe(60_000_000);
  clock.read(99_000_000, 0, 1000);
  expect(clock.now()).toBe(60_000_000);
  now = 30_000;
  expect(clock.now()).toBe(60_030_000);
});
