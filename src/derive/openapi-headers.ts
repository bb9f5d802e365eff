/** Headers of answers in the OpenAPI description: which answer has which, and what each says. */
import { table } from '../table.ts';
import { COUNT, INTEGER } from './openapi-shapes.ts';

type Json = Readonly<Record<string, unknown>>;

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

/** Headers of every answer to a call with a token; those of the budget once that was looked at (rules 12.6). */
const BUDGET_HEADERS: Json = {
  'x-request-id': header('RequestId'),
  'x-ratelimit-limit': header('RateLimitLimit'),
  'x-ratelimit-remaining': header('RateLimitRemaining'),
  'x-ratelimit-layer': header('RateLimitLayer'),
};

/** Headers of an answer that a valid token got. */
export const ANSWER_HEADERS: Json = {
  ...BUDGET_HEADERS,
  'x-token-expires-at': header('TokenExpiresAt'),
  'x-token-expires-in-days': header('TokenExpiresInDays'),
};

/** Headers of an answer that is a version of one record, which conditional requests name. */
export const VERSION_HEADERS: Json = { ...ANSWER_HEADERS, etag: header('ETag') };

/** The answer to who has that version already. */
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
/** The same of a range. */
export const RANGE_HEADERS: Json = { ...BYTES_HEADERS, 'content-range': header('ContentRange') };

/** What an answer to a repeated request has besides. */
export const REPLAY_HEADERS: Json = { 'idempotent-replayed': header('IdempotentReplayed') };

/** Headers of an error: a refused token has no expiry, and a caller who has to wait learns how long. */
export const errorHeaders = (status: number): Json => ({
  ...(status === 401 ? { ...BUDGET_HEADERS, 'www-authenticate': header('WwwAuthenticate') } : ANSWER_HEADERS),
  ...(status === 429 || status === 503 ? { 'retry-after': header('RetryAfter') } : {}),
  ...(status === 416 ? { 'content-range': header('ContentRange') } : {}),
});

/** What those headers say. */
export const HEADERS: Readonly<Record<string, Json>> = table({
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
