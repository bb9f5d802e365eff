/** Response headers in the OpenAPI description: which response has which, and their meaning. */
import { lookupTable } from '../../../shared/lookup-table.ts';
import { COUNT, INTEGER } from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

/** Headers of every response to a call with a token; those of the rate limit after it was checked (rules 12.6). */
const BUDGET_HEADERS: Json = {
  'x-request-id': header('RequestId'),
  'x-ratelimit-limit': header('RateLimitLimit'),
  'x-ratelimit-remaining': header('RateLimitRemaining'),
  'x-ratelimit-layer': header('RateLimitLayer'),
};

/** Headers of a response to a valid token. */
export const ANSWER_HEADERS: Json = {
  ...BUDGET_HEADERS,
  'x-token-expires-at': header('TokenExpiresAt'),
  'x-token-expires-in-days': header('TokenExpiresInDays'),
  'x-ignored-parameters': header('IgnoredParameters'),
};

/** Headers of a response that is a version of one record, for conditional requests. */
export const VERSION_HEADERS: Json = { ...ANSWER_HEADERS, etag: header('ETag') };

/** The response to a client that has that version already. */
export const NOT_CHANGED: Json = {
  description: 'Not changed since the version that If-None-Match names.',
  headers: VERSION_HEADERS,
};

/** Headers of a file's bytes, whole or a range of them. */
export const BYTES_HEADERS: Json = {
  ...VERSION_HEADERS,
  'accept-ranges': header('AcceptRanges'),
  'content-disposition': header('ContentDisposition'),
};
/** Headers of a range of a file's bytes. */
export const RANGE_HEADERS: Json = { ...BYTES_HEADERS, 'content-range': header('ContentRange') };

/** Additional headers of a replayed response. */
export const REPLAY_HEADERS: Json = { 'idempotent-replayed': header('IdempotentReplayed') };

/** Headers of an error: a refused token has no expiry; a caller that has to wait gets the time to wait. */
export const errorHeaders = (status: number): Json => ({
  ...(status === 401 ? { ...BUDGET_HEADERS, 'www-authenticate': header('WwwAuthenticate') } : ANSWER_HEADERS),
  ...(status === 429 || status === 503 ? { 'retry-after': header('RetryAfter') } : {}),
  ...(status === 416 ? { 'content-range': header('ContentRange') } : {}),
});

/** Descriptions of the headers. */
export const HEADERS: Readonly<Record<string, Json>> = lookupTable({
  RequestId: { description: 'Identifies the request in the log.', schema: { type: 'string', format: 'uuid' } },
  RateLimitLimit: { description: 'Calls that the organisation may make per minute.', schema: INTEGER },
  RateLimitRemaining: { description: 'Calls that are left in this minute.', schema: COUNT },
  RateLimitLayer: {
    description: 'The budget that counts; `authFail` where failed authentications are throttled.',
    schema: { type: 'string', enum: ['organization', 'authFail'] },
  },
  TokenExpiresAt: {
    description: 'When the token expires; absent where it does not.',
    schema: { type: 'string', format: 'date-time' },
  },
  TokenExpiresInDays: { description: 'Only when 30 days or fewer remain.', schema: COUNT },
  IgnoredParameters: {
    description: 'Query parameters that this call does not have, the first 20; absent where there is none.',
    schema: { type: 'string' },
  },
  WwwAuthenticate: {
    description:
      'Which token is missing: `Bearer` where none came, with an `error` where the one that came is not good.',
    schema: { type: 'string', enum: ['Bearer', 'Bearer error="invalid_token"'] },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { ...INTEGER, minimum: 1 } },
  ETag: {
    description: 'The version that this is, in quotes: for `If-None-Match` at a read and `If-Match` at a change.',
    schema: { type: 'string' },
  },
  AcceptRanges: { description: 'Ranges can be asked for with `Range`.', schema: { type: 'string', enum: ['bytes'] } },
  ContentRange: {
    description: 'Which bytes these are, and of how many: `bytes 0-1023/4096`.',
    schema: { type: 'string' },
  },
  ContentDisposition: {
    description: 'To be saved (`attachment`) or shown (`inline`), and the name of the file.',
    schema: { type: 'string' },
  },
  IdempotentReplayed: {
    description: 'Only where this is the answer that the first request with this `Idempotency-Key` got.',
    schema: { type: 'string', enum: ['true'] },
  },
});

/** A successful response with these members. */
export const answer = (description: string, properties: Json, required: readonly string[] = []): Json => ({
  description,
  headers: ANSWER_HEADERS,
  content: { 'application/json': { schema: { type: 'object', properties, required } } },
});
