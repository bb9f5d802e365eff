/** The operationIds of the description: readable, unique, a verb with its object. */
import { expect, test } from 'vitest';
import { operationIdOf } from '../../../src/derive/openapi/components/operation-ids.ts';
import { schemaName } from '../../../src/derive/openapi/components/schemas.ts';
import { allRoutes } from '../../../src/derive/routing/all-routes.ts';
import { registry } from '../../../src/model/registry.ts';

const routes = allRoutes(registry).filter(({ address }) => address.startsWith('/v3/'));
const idAt = new Map(routes.map((route) => [`${route.method} ${route.address}`, operationIdOf(route)]));

test('every call has a unique name', () => {
  expect(new Set(idAt.values()).size).toBe(routes.length);
});

test.each([
  ['GET /v3/customers', 'listCustomers'],
  ['POST /v3/customers', 'createCustomer'],
  ['GET /v3/customers/{kid}', 'getCustomer'],
  ['PATCH /v3/customers/{kid}', 'updateCustomer'],
  ['DELETE /v3/customers/{kid}', 'deleteCustomer'],
  ['POST /v3/contracts/{id}/restore', 'restoreContract'],
  ['POST /v3/contracts/bulk', 'bulkContracts'],
  ['GET /v3/contracts/{id}/history', 'getContractHistory'],
  ['POST /v3/contracts/{id}/tariffs', 'createContractTariff'],
  ['GET /v3/customers/{kid}/banking', 'listCustomerBankAccounts'],
  ['GET /v3/finances', 'listFinanceEntries'],
  ['GET /v3/contracts/{id}/documents/{id}/download', 'downloadContractDocument'],
  ['POST /v3/products/{kid}/portals/{id}/comments', 'createProductPartnerPortalComment'],
  ['PATCH /v3/customers/{kid}/documents/folders/{id}', 'updateCustomerFolder'],
  ['POST /v3/inbox/documents', 'createInboxDocument'],
  ['GET /v3/changes', 'getChanges'],
  ['POST /v3/search', 'search'],
  ['PATCH /v3/webhooks/{id}', 'updateWebhook'],
  ['POST /v3/webhooks/{id}/deliveries/{delivery}/resend', 'resendDelivery'],
])('%s is %s', (call, id) => expect(idAt.get(call)).toBe(id));

test('the name of a call has a verb, and the record kind as its schema names it', () => {
  const words = 'list|create|get|update|delete|restore|bulk|download|show';
  for (const route of routes) {
    if (!route.collection) continue;
    const { parent, resource } = route.collection;
    const above = [route.grandparent, parent].map((one) => (one ? schemaName(one) : '')).join('');
    const kind = `${above}${schemaName(resource)}`;
    expect(operationIdOf(route)).toMatch(
      new RegExp(`^(${words})${kind.slice(0, -1)}(y|ies|[a-z]|[a-z]e?s)(History)?$`),
    );
  }
});
