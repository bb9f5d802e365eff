/** Errors in the OpenAPI description: which codes a call can answer, and how they are shown. */
import { type Code, errorTable } from '../errors.ts';
import { takesBatch } from './collections.ts';
import { errorHeaders } from './openapi-headers.ts';
import { operationIdOf } from './openapi-names.ts';
import { pascal, ref } from './openapi-shapes.ts';
import { operationNotes } from './operation-notes.ts';
import type { Route } from './routes.ts';

type Json = Readonly<Record<string, unknown>>;

/** Codes that every call can answer, with a token or a session. */
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

/** A POST that writes takes an `Idempotency-Key`. */
export const isKeyed = (route: Route): boolean => route.method === 'POST' && route.scope.endsWith(':write');

const IDEMPOTENCY_KEY: Json = { $ref: '#/components/parameters/IdempotencyKey' };
const IF_MATCH: Json = { $ref: '#/components/parameters/IfMatch' };
const IF_NONE_MATCH: Json = { $ref: '#/components/parameters/IfNoneMatch' };
const RANGE: Json = { $ref: '#/components/parameters/Range' };

/**
 * Request headers that a call may carry beside the token.
 * @param answers by status: one that can be "not changed" or a part is asked for so by a header
 */
export const requestHeaders = (route: Route, answers: Json): readonly Json[] => {
  if (isKeyed(route)) return [IDEMPOTENCY_KEY];
  if (route.method === 'GET')
    return [...('304' in answers ? [IF_NONE_MATCH] : []), ...('206' in answers ? [RANGE] : [])];
  return route.method === 'POST' ? [] : [IF_MATCH];
};

/** Every machine code that a route can answer. */
export const codesOf = (route: Route): readonly Code[] => {
  const { collection, verb } = route;
  const codes: Code[] = [...ALWAYS, 'endpoint_not_found', ...route.pathIds.map(({ error }) => error)];
  if (route.pathIds.length) codes.push('not_found');
  if (route.method === 'GET') codes.push('validation_failed', 'invalid_kid', 'payload_too_large');
  if (route.method === 'POST' || route.method === 'PATCH') codes.push(...ofBody, 'validation_infrastructure_failure');
  if (route.method === 'POST') codes.push('no_valid_fields');
  if (verb === 'update' || verb === 'remove') codes.push('precondition_failed', 'delete_failed');
  const ofRules = (verb && collection?.resource.rules.flatMap((rule) => rule.codes?.[verb] ?? [])) ?? [];
  if (verb === 'remove') codes.push(...ofRules);
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
  // A body is read past there, but what its Content-Type says must be a media type.
  if (route.method === 'DELETE') codes.push('unsupported_media_type');
  if (isKeyed(route)) codes.push('idempotency_key_reused', 'idempotency_key_in_use');
  return [...new Set([...codes, ...(operationNotes[route.operation]?.codes ?? [])])];
};

/** A batch whose items all have nothing to write has the status of the record kind (rules 3.7). */
const ofEmptyItems = ({ collection, verb }: Route): readonly [number, Code][] =>
  collection && verb === 'create' && takesBatch(collection)
    ? [[collection.resource.answers.noFieldsStatus, 'no_valid_fields']]
    : [];

/** Generators make names of types, methods and files of it; those of files end at 255 bytes, with what is put around it. */
const LONGEST_NAME = 60;

/** Error answers that calls share, by the status and codes that make them. */
export type SharedAnswers = Map<string, { readonly name: string; readonly answer: Json }>;

/** Error answers of one call, by status. Calls with the same codes share one entry of the components. */
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
        // Named by its codes, and where they are many by the first call that has just them.
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

/** An error's body as it is answered. */
export const errorExample = (code: Code): Json => {
  const [statusCode, message] = errorTable[code];
  const error = code === 'body_field_forbidden' ? 'body_kid_forbidden' : code;
  return { statusCode, statusMessage: message, data: { error, message } };
};
