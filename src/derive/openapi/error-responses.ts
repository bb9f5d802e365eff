/** Errors in the OpenAPI description: the codes that a call can return, and their form. */
import { type Code, errorTable } from '../../errors/api-error.ts';
import { calls, isCallName } from '../../model/calls/index.ts';
import { takesBatch } from '../routing/collections.ts';
import type { Route } from '../routing/routes.ts';
import { operationIdOf } from './components/operation-ids.ts';
import { errorHeaders } from './components/response-headers.ts';
import { pascal, ref } from './components/schemas.ts';
import { operationNotes } from './descriptions/operation-descriptions.ts';

type Json = Readonly<Record<string, unknown>>;

/** Codes that every call can return, with a token or a session. */
const ALWAYS: readonly Code[] = [
  'missing_bearer_token',
  'not_signed_in',
  'empty_token',
  'invalid_token',
  'token_expired',
  'token_revoked',
  'token_not_found',
  'wrong_token_kind',
  'invalid_token_type',
  'token_mismatch',
  'invalid_expiry',
  'missing_cid',
  'missing_required_scope',
  'csrf_failed',
  'password_change_required',
  'factor_required',
  'ip_not_allowed',
  'contract_inactive',
  'trial_expired',
  'rate_limit_exceeded',
  'too_many_auth_failures',
  'internal_error',
  'service_unavailable',
];
const ofBody: readonly Code[] = [
  'invalid_json',
  'empty_body',
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
];

/** A POST that writes accepts an `Idempotency-Key`. */
export const isKeyed = (route: Route): boolean => route.method === 'POST' && route.scope.endsWith(':write');

const IDEMPOTENCY_KEY: Json = { $ref: '#/components/parameters/IdempotencyKey' };
const IF_MATCH: Json = { $ref: '#/components/parameters/IfMatch' };
const IF_NONE_MATCH: Json = { $ref: '#/components/parameters/IfNoneMatch' };
const RANGE: Json = { $ref: '#/components/parameters/Range' };

/**
 * Optional request headers other than the token.
 * @param answers by status: conditional and partial responses depend on request headers
 */
export const requestHeaders = (route: Route, answers: Json): readonly Json[] => {
  if (isKeyed(route)) return [IDEMPOTENCY_KEY];
  if (route.method === 'GET')
    return [...('304' in answers ? [IF_NONE_MATCH] : []), ...('206' in answers ? [RANGE] : [])];
  return route.method === 'POST' || route.method === 'PUT' ? [] : [IF_MATCH];
};

/** Every error code that a route can return. */
export const codesOf = (route: Route): readonly Code[] => {
  const { collection, verb } = route;
  const codes: Code[] = [...ALWAYS, 'endpoint_not_found', ...route.pathIds.map(({ error }) => error)];
  if (route.pathIds.length || route.hasName) codes.push('not_found');
  if (route.hasName) codes.push('validation_failed');
  if (route.method === 'GET') codes.push('validation_failed', 'invalid_kid', 'payload_too_large');
  if (['POST', 'PUT', 'PATCH'].includes(route.method)) codes.push(...ofBody, 'validation_infrastructure_failure');
  if (route.method === 'POST') codes.push('no_valid_fields');
  if (verb === 'update' || verb === 'remove') codes.push('precondition_failed', 'delete_failed');
  // To restore a record is to make it again.
  const judged = verb === 'restore' ? 'create' : verb === 'bulk' || verb === 'history' ? undefined : verb;
  const ofRules = (judged && collection?.resource.rules.flatMap((rule) => rule.codes?.[judged] ?? [])) ?? [];
  if (verb === 'remove' || verb === 'restore') codes.push(...ofRules);
  if (verb === 'restore') codes.push('not_deleted', 'parent_deleted', 'delete_failed');
  if (collection && (verb === 'create' || verb === 'update')) {
    const { resource, forbidden } = collection;
    if (forbidden.length) codes.push('body_field_forbidden');
    codes.push(...ofRules);
    for (const field of Object.values(resource.fields)) {
      codes.push(...Object.values(field.codes ?? {}), ...(field.reference?.missing ? [field.reference.missing] : []));
    }
    if (verb === 'create' && collection.parent) codes.push(collection.missingParent);
    if (resource.codes.updateUnknown) codes.push(resource.codes.updateUnknown);
    if (verb === 'create' && takesBatch(collection))
      codes.push('empty_array', 'batch_too_large', resource.codes.invalidItem);
  }
  // The body is drained, but its Content-Type must be a valid media type.
  if (route.method === 'DELETE') codes.push('unsupported_media_type');
  if (isKeyed(route)) codes.push('idempotency_key_reused', 'idempotency_key_in_use');
  const declared = isCallName(route.operation) ? calls[route.operation] : undefined;
  const own = declared ?? operationNotes[route.operation];
  return [
    ...new Set([
      ...codes,
      ...(own?.codes ?? []),
      ...(declared?.administrator ? (['administrator_required'] as const) : []),
    ]),
  ];
};

/** A batch in which no item has anything to write has the status of the record kind (rules 3.7). */
const ofEmptyItems = ({ collection, verb }: Route): readonly [number, Code][] =>
  collection && verb === 'create' && takesBatch(collection)
    ? [[collection.resource.responses.noFieldsStatus, 'no_valid_fields']]
    : [];

/** Generators derive type, method and file names from it; file names end at 255 bytes, including affixes. */
const LONGEST_NAME = 60;

/** Error responses that calls share, by status and codes. */
export type SharedAnswers = Map<string, { readonly name: string; readonly answer: Json }>;

/** Error responses of one call, by status. Calls with the same codes share one component. */
export const errorAnswers = (route: Route, shared: SharedAnswers): Json => {
  const byStatus = new Map<number, Set<Code>>();
  const usual = codesOf(route).map((code): [number, Code] => [errorTable[code][0], code]);
  for (const [status, code] of [...usual, ...ofEmptyItems(route)]) {
    byStatus.set(status, new Set([...(byStatus.get(status) ?? []), code]));
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const group = [...codes];
        const made = `Error${status}${group.map(pascal).join('')}`;
        // Named by its codes; if they are many, by the first call that has exactly these.
        const name = made.length > LONGEST_NAME ? `Error${status}Of${pascal(operationIdOf(route))}` : made;
        const one = shared.get(made) ?? { name, answer: errorAnswer(status, group) };
        shared.set(made, one);
        return [String(status), { $ref: `#/components/responses/${one.name}` }];
      }),
  );
};

/** Examples are those of the code's own status. */
const errorAnswer = (status: number, group: readonly Code[]): Json => ({
  description: group
    .map((code) => `\`${code === 'body_field_forbidden' ? 'body_<field>_forbidden' : code}\``)
    .join(', '),
  headers: errorHeaders(status),
  content: {
    'application/json': {
      schema: ref('Error'),
      examples: Object.fromEntries(
        group
          .filter((code) => errorTable[code][0] === status)
          .map((code) => [code, { $ref: `#/components/examples/${code}` }]),
      ),
    },
  },
});

/** The body of an error response. */
export const errorExample = (code: Code): Json => {
  const [statusCode, message] = errorTable[code];
  const error = code === 'body_field_forbidden' ? 'body_kid_forbidden' : code;
  return { statusCode, statusMessage: message, data: { error, message } };
};
