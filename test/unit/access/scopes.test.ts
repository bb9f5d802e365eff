import { expect, test } from 'vitest';
import { parsePlan, planValue } from '../../../src/access/organisations/plan.ts';
import { parseScopes, scopeNames } from '../../../src/access/tokens/scopes.ts';
import type { ApiError } from '../../../src/errors/api-error.ts';
import { requireScope } from '../../../src/operations/call/authorize.ts';

test('there are 34 scopes: search is only read, the inbox only written, system both', () => {
  expect(scopeNames, 'Count the scopes of a new family here').toHaveLength(34);
  expect(scopeNames.filter((name) => /search|inbox|system/.test(name))).toEqual([
    'v3:search:read',
    'v3:system:read',
    'v3:system:write',
    'v3:inbox:write',
  ]);
});

test('all, none and lists of scopes are parsed', () => {
  expect(parseScopes('all')).toEqual(scopeNames);
  expect(parseScopes('none')).toEqual([]);
  expect(parseScopes('v3:users:write, v3:customers:read')).toEqual(['v3:customers:read', 'v3:users:write']);
  expect(parseScopes('v3:goals:write, v3:goals:read,v3:goals:read')).toEqual(['v3:goals:read', 'v3:goals:write']);
});

test.each([
  '*',
  'v3:customers:*',
  'v3:search:write',
  'v3:inbox:read',
  '',
  'customers',
  'ALL',
  'v3:customers:read,',
])('%j is no scope', (text) => {
  expect(() => parseScopes(text)).toThrow(
    expect.objectContaining({ error: 'unknown_scope', message: expect.stringContaining('Unknown scope') }),
  );
});

test.each([
  ['v3:customers:write', 'v3:customers:read'],
  ['v3:goals:read', 'v3:goals:write'],
])('%s does not imply %s, which is named with those that are there', (has, lacks) => {
  const scopes = new Set([has]);
  expect(() => requireScope({ scopes }, has)).not.toThrow();
  const refused = () => requireScope({ scopes }, lacks);
  expect(refused).toThrow(expect.objectContaining({ code: 'missing_required_scope', status: 403 }));
  expect(refused).toThrow(
    expect.toSatisfy((error: ApiError) => {
      expect(error.body().data).toMatchObject({
        error: 'missing_required_scope',
        required_scope: lacks,
        provided_scope: [has],
        hint: expect.any(String),
      });
      return true;
    }),
  );
});

test('an absent plan value is the default, an invalid one is ignored with a warning', () => {
  expect(planValue({}, 'api_requests_per_minute')).toBe(6000);
  for (const wrong of [0, -1, 1.5, '60', null, true, {}]) {
    expect(planValue({ api_requests_per_minute: wrong }, 'api_requests_per_minute')).toBeUndefined();
  }
  expect(parsePlan(['api_requests_per_minute=100'])).toEqual({ plan: { api_requests_per_minute: 100 }, warnings: [] });
  expect(parsePlan(['api_requests_per_minute=many']).warnings).toHaveLength(1);
  expect(() => parsePlan(['unknown=1'])).toThrow(/no plan value/);
});
