/** Pages of other origins that may call the API and read its description: setting CORS_ORIGINS (rules 8.8). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from './compress.ts';
import { pathOf } from './data-routes.ts';

/** What pages are for: calls with a token. The settings live by a cookie, and no page of others may use that. */
const OPEN = /^\/(v3|tools|openapi)(\/|$)/;

const METHODS = 'GET, HEAD, POST, PATCH, DELETE';
const TAKEN = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Range, Traceparent, Tracestate';
const SHOWN =
  'X-Request-Id, ETag, Location, Retry-After, WWW-Authenticate, Allow, Content-Disposition, Content-Range, Idempotent-Replayed, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Layer, X-Token-Expires-At, X-Token-Expires-In-Days';
/** Browsers ask no more often than this, in seconds; none keeps an answer longer than two hours. */
const MAX_AGE = '7200';

/** @returns whether the request was a preflight and has been answered */
export type CrossOrigin = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** @param origins those that may call; `*` for all */
export const crossOrigin = (origins: readonly string[]): CrossOrigin => {
  if (!origins.length) return () => false;
  const all = origins.includes('*');
  const known = new Set(origins);
  return (request, reply) => {
    if (!OPEN.test(pathOf(request.originalUrl))) return false;
    if (!all) addVary(reply, 'Origin');
    const { origin, 'access-control-request-method': wanted } = request.headers;
    if (origin === undefined || !(all || known.has(origin))) return false;
    reply.header('Access-Control-Allow-Origin', all ? '*' : origin);
    if (request.method !== 'OPTIONS' || wanted === undefined) {
      reply.header('Access-Control-Expose-Headers', SHOWN);
      return false;
    }
    reply
      .headers({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': TAKEN,
        'Access-Control-Max-Age': MAX_AGE,
      })
      .code(204)
      .send();
    return true;
  };
};
