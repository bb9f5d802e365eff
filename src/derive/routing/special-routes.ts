/** Addresses without a collection: named operations with their method, path numbers and scope. */

import type { Who } from '../../model/calls/call.ts';
import { type CallName, callNames, calls } from '../../model/calls/index.ts';
import type { SpecialOperation } from '../../model/declaration/operation-names.ts';
import { keys, type PathKey } from '../../model/declaration/path-keys.ts';
import { JSON_LIMIT, type Method, type PathId, type SpecialRoute } from './routes.ts';

/** A form has some bytes more than its file. */
const FORM_OVERHEAD = 2 * 1024 * 1024;

/** A name in place of a number. */
const NAME = /\{name\}/;

/** `customers/{kid}/merge` -> pattern, address and path numbers. */
const special = (method: Method, path: string, scope: string, operation: SpecialRoute['operation']): SpecialRoute => {
  const pathIds = [...path.replace(NAME, '').matchAll(/\{(\w+)\}/g)].map(
    ([, name]): PathId => ({
      name: name as PathKey,
      error: keys[name as PathKey].error,
    }),
  );
  return {
    ...(NAME.test(path) ? { hasName: true } : {}),
    method,
    pattern: path.replace(NAME, '*').replace(/\{\w+\}/g, '#'),
    address: `/v3/${path}`,
    pathIds,
    scope,
    operation,
    bodyLimit: JSON_LIMIT,
  };
};

/** Addresses outside of `/v3`, such as the internal search tool; the pattern is the whole path. */
const tool = (path: string, scope: string, operation: SpecialOperation): SpecialRoute => ({
  ...special('POST', path, scope, operation),
  pattern: path,
  address: path,
});

/** The scope of a call; a reader's are checked by the operation. */
const scopeOf = (who: Who): string => (who === 'reader' ? '' : who);

/** The route of a declared call. */
const declaredRoute = (name: CallName): SpecialRoute => {
  const [method, address = ''] = name.split(' ');
  const { who, form, maxBytes = JSON_LIMIT } = calls[name];
  const path = address.slice('/v3/'.length).replace(/:(\w+)/g, (_, key) => `{${key}}`);
  const route = special(method as Method, path, scopeOf(who), name);
  if (!form) return { ...route, bodyLimit: maxBytes };
  return {
    ...route,
    bodyLimit: maxBytes + FORM_OVERHEAD,
    fileMembers: Object.keys(form.shape),
    formFileLimit: maxBytes,
  };
};

/** All special routes. */
export const specialRoutes: readonly SpecialRoute[] = [
  special('POST', 'search', 'v3:search:read', 'search'),
  tool('/tools/search', 'v3:search:read', 'toolsSearch'),
  tool('/tools/search/upsert', 'v3:search:read', 'upsertSearch'),
  // Each tool requires the scopes of its operation.
  tool('/mcp', '', 'answerMcp'),
  special('POST', 'customers/{kid}/merge', 'v3:customers:write', 'mergeCustomers'),
  ...callNames.map(declaredRoute),
];
