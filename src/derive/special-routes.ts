/** Addresses that no collection gives: named operations with their method, path numbers and scope. */
import { type Key, keys } from '../model/keys.ts';
import type { SpecialOperation } from '../model/operation-names.ts';
import { JSON_LIMIT, type Method, type PathId, type SpecialRoute } from './routes.ts';

/** `customers/{kid}/merge` -> pattern, address and path numbers. */
const special = (method: Method, path: string, scope: string, operation: SpecialOperation): SpecialRoute => {
  const pathIds = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name]): PathId => ({
      name: name as Key,
      error: keys[name as Key].error,
    }),
  );
  return {
    method,
    pattern: path.replace(/\{\w+\}/g, '#'),
    address: `/v3/${path}`,
    pathIds,
    scope,
    operation,
    bodyLimit: JSON_LIMIT,
  };
};

/** The internal search tool lies beside `/v3`; its pattern is the whole path. */
const tool = (path: string, operation: SpecialOperation): SpecialRoute => ({
  ...special('POST', path, 'v3:search:read', operation),
  pattern: path,
  address: path,
});

/** All special routes. */
export const specialRoutes: readonly SpecialRoute[] = [
  special('GET', 'system/relations', 'v3:system:read', 'listRelationTypes'),
  special('GET', 'system/sparten', 'v3:system:read', 'listSparten'),
  special('GET', 'changes', '', 'readChanges'),
  special('POST', 'search', 'v3:search:read', 'search'),
  tool('/tools/search', 'toolsSearch'),
  tool('/tools/search/upsert', 'upsertSearch'),
  special('POST', 'customers/{kid}/merge', 'v3:customers:write', 'mergeCustomers'),
  special('GET', 'webhooks', 'v3:webhooks:read', 'listWebhooks'),
  special('POST', 'webhooks', 'v3:webhooks:write', 'createWebhook'),
  special('GET', 'webhooks/{id}', 'v3:webhooks:read', 'retrieveWebhook'),
  special('PATCH', 'webhooks/{id}', 'v3:webhooks:write', 'changeWebhook'),
  special('DELETE', 'webhooks/{id}', 'v3:webhooks:write', 'removeWebhook'),
  special('POST', 'webhooks/{id}/test', 'v3:webhooks:write', 'testWebhook'),
  special('POST', 'webhooks/{id}/secret', 'v3:webhooks:write', 'rotateWebhookSecret'),
  special('GET', 'webhooks/{id}/deliveries', 'v3:webhooks:read', 'listDeliveries'),
  special('GET', 'webhooks/{id}/deliveries/{delivery}', 'v3:webhooks:read', 'retrieveDelivery'),
  special('POST', 'webhooks/{id}/deliveries/{delivery}/resend', 'v3:webhooks:write', 'resendDelivery'),
];
