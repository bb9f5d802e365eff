import { describe, expect, test } from 'vitest';
import { addressList, clientAddress, failureKey } from '../../../src/access/network/ip-addresses.ts';

describe('address lists', () => {
  test.each([
    [['203.0.113.0/24'], '203.0.113.9', true],
    [['203.0.113.0/24'], '203.0.114.9', false],
    [['203.0.113.7'], '::ffff:203.0.113.7', true],
    [['::ffff:203.0.113.0/120'], '203.0.113.200', true],
    [['2001:db8::/32'], '2001:db8:1::5', true],
    [['2001:db8::/32'], '2001:db9::5', false],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['10.0.0.0/8', '192.0.2.1'], '192.0.2.1', true],
    [['10.0.0.0/8'], 'no address', false],
  ])('%j has %s: %s', (networks, address, expected) => {
    expect(addressList(networks).has(address)).toBe(expected);
  });

  test.each([
    '',
    '1',
    '10.1',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '2001:db8::/129',
    '0x7f.0.0.1',
    'x/8',
    '*',
  ])('%j is refused', (text) => {
    expect(() => addressList([text])).toThrow(/no IP address/);
  });
});

describe('client address', () => {
  const proxies = addressList(['10.0.0.0/8', '::1']);
  test.each([
    ['203.0.113.7', '1.2.3.4', '203.0.113.7'],
    ['10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', '1.2.3.4'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', '6.6.6.6, garbage, 10.0.0.2', '10.0.0.2'],
    ['::1', '[2001:db8::5]:4711', '2001:db8::5'],
    ['::1', '1.2.3.4:80', '1.2.3.4'],
    ['10.0.0.1', undefined, '10.0.0.1'],
  ])('socket %s, X-Forwarded-For %s: %s', (socket, forwarded, expected) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(expected);
  });

  test('without trusted proxies the header is ignored', () => {
    expect(clientAddress('10.0.0.1', '1.2.3.4', addressList([]))).toBe('10.0.0.1');
  });
});

test('an IPv6 client is identified by its /64', () => {
  expect(failureKey('2001:db8:1:2:3::4')).toBe(failureKey('2001:db8:1:2:ffff::9'));
  expect(failureKey('2001:db8:1:3::4')).not.toBe(failureKey('2001:db8:1:2::4'));
  expect(failureKey('::ffff:1.2.3.4')).toBe(failureKey('1.2.3.4'));
});
