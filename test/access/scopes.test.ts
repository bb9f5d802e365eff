import { expect, test } from 'vitest';
import { parsePlan, planValue } from '../../src/access/plan.ts';
import { parseScopes, requireScope, scopeNames } from '../../src/access/scopes.ts';

test('there are 24 scopes: search only reads, the inbox only writes', () => {
  expect(scopeNames, 'Count the scopes of a new family here').toHaveLength(24);
  expect(scopeNames).toContain('v3:search:read');
  expect(scopeNames).not.toContain('v3:search:write');
  expect(scopeNames).toContain('v3:inbox:write');
  expect(scopeNames).not.toContain('v3:inbox:read');
});

test('all, none and lists', () => {
  expect(parseScopes('all')).toEqual(scopeNames);
  expect(parseScopes('none')).toEqual([]);
  expect(parseScopes('v3:users:write, v3:customers:read')).toEqual(['v3:customers:read', 'v3:users:write']);
});

test.each([
  '*',
  'v3:customers:*',
  'v3:search:write',
  'v3:inbox:read',
  '',
  'customers',
  'v3:customers:read,',
])('%j is no scope', (text) => {
  expect(() => parseScopes(text)).toThrow(/Unknown scope/);
});

test('write does not imply read', () => {
  const scopes = new Set(['v3:customers:write']);
  expect(() => requireScope({ scopes }, 'v3:customers:write')).not.toThrow();
  try {
    requireScope({ scopes }, 'v3:customers:read');
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({
      code: 'missing_required_scope',
      status: 403,
      extra: { details: { required_scope: 'v3:customers:read', provided_scope: ['v3:customers:write'] } },
    });
  }
});

test('plan values: absent means the default, a wrong one is kept with a warning', () => {
  expect(planValue({}, 'api_requests_per_minute')).toBe(6000);
  for (const wrong of [0, -1, 1.5, '60', null, true, {}]) {
    expect(planValue({ api_requests_per_minute: wrong }, 'api_requests_per_minute')).toBeUndefined();
  }
  expect(parsePlan(['api_requests_per_minute=100'])).toEqual({ plan: { api_requests_per_minute: 100 }, warnings: [] });
  expect(parsePlan(['api_requests_per_minute=many']).warnings).toHaveLength(1);
  expect(() => parsePlan(['unknown=1'])).toThrow(/no plan value/);
});
