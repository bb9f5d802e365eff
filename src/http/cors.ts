/** Pages of other origins that may call the API and read its description: setting CORS_ORIGINS (rules 8.8). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors/api-error.ts';
import { addVary } from './response/compress.ts';
import { pathOf } from './routes/api-routes.ts';

/** Paths for pages of other sites: calls with a token. The settings use a cookie and are excluded. */
const OPEN = /^\/(v3|tools|openapi|mcp)(\/|$)/;
/** Pages of other origins must not reach it, not even by a name that resolves to this machine (DNS rebinding). */
const MCP = '/mcp';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const TAKEN = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Range, Traceparent, Tracestate';
const SHOWN =
  'X-Request-Id, ETag, Location, Retry-After, WWW-Authenticate, Allow, Content-Disposition, Content-Range, Idempotent-Replayed, X-Ignored-Parameters, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Layer, X-Token-Expires-At, X-Token-Expires-In-Days';
/** Seconds for which browsers cache a preflight; none caches longer than two hours. */
const MAX_AGE = '7200';

/** @returns whether the request was a preflight and has been answered @throws 403 `origin_not_allowed` */
export type CorsOptions = (request: FastifyRequest, reply: FastifyReply) => boolean;

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether an origin is the service's own: of its public address, or of the machine itself. The `Host` of a request does not
 * count, because a page can choose it by the address that its name resolves to.
 */
const isOwn = (origin: string, publicUrl: string): boolean => {
  if (!URL.canParse(origin)) return false;
  const { hostname, origin: plain } = new URL(origin);
  return LOCAL.has(hostname) || (publicUrl !== '' && plain === new URL(publicUrl).origin);
};

/** @param origins those that may call; `*` for all @param publicUrl setting PUBLIC_URL, may be empty */
export const corsHeaders = (origins: readonly string[], publicUrl: string): CorsOptions => {
  const all = origins.includes('*');
  const known = new Set(origins);
  return (request, reply) => {
    const path = pathOf(request.originalUrl);
    if (!OPEN.test(path)) return false;
    const { origin, 'access-control-request-method': wanted } = request.headers;
    const isNamed = origin !== undefined && (all || known.has(origin));
    if (path === MCP && origin !== undefined && !isNamed && !isOwn(origin, publicUrl)) throw fail('origin_not_allowed');
    if (known.size && !all) addVary(reply, 'Origin');
    if (!isNamed) return false;
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
