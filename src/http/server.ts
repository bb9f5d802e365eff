/** The HTTP server: steps common to all requests. */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, METHODS, type Server } from 'node:http';
import fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Certificate } from '../config/tls-certificate.ts';
import type { Route } from '../derive/routing/routes.ts';
import { ApiError, fail } from '../errors/api-error.ts';
import type { Spool } from '../files/spool.ts';
import type { AccessLog } from '../telemetry/access-log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Traces } from '../telemetry/tracing.ts';
import { deferContinue } from './body/body-stream.ts';
import { readBody } from './body/read-body.ts';
import { type CorsOptions, corsHeaders } from './cors.ts';
import { createRequestLogger, type RequestLogger } from './request-logger.ts';
import { answerClientError, refuseConnect, trackResponse } from './response/error-handler.ts';
import { type SecurityHeaders, securityHeaders } from './response/security-headers.ts';
import { errorSender, type SendError } from './response/send-response.ts';
import { type ApiRouteOptions, createHandler, matchRoute, onRequestHook, pathOf } from './routes/api-routes.ts';
import type { RouteTable } from './routes/route-table.ts';

/** Dependencies of the server. */
export interface ServerParts extends ApiRouteOptions {
  /** Where files of forms wait until they are stored. */
  readonly spool: Spool;
  /** Setting CORS_ORIGINS. */
  readonly corsOrigins: readonly string[];
  /** Settings TLS_CERT and TLS_KEY; null where the service speaks plain HTTP. */
  readonly certificate: Certificate | null;
  readonly metrics: Metrics;
  readonly accessLog?: AccessLog | undefined;
  readonly traces?: Traces | null | undefined;
  /** Setting PUBLIC_URL; empty without it. */
  readonly publicUrl: string;
}

/** Scheme and host of a target, as callers of proxies write it. */
const SCHEME_AND_HOST = /^https?:\/\/[^/?#]+/i;

/**
 * The target of a request as `/path?query`, the form in which targets are compared. Some proxies send it with scheme
 * and host (RFC 9112, 3.2.2), which are ignored: `Host` names the host.
 */
const targetOf = (url: string): string => {
  if (url.startsWith('/')) return url;
  const target = url.replace(SCHEME_AND_HOST, '');
  return target.startsWith('/') || target === url ? target : `/${target}`;
};

const HAS_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Parameters of a query string, the first of each name (rules 3.9); bad escapes stay as they are. */
const firstValues = (text: string): Map<string, string> => {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) if (!values.has(name)) values.set(name, value);
  return values;
};

/** A request without Host is refused below, in our error shape. */
const LIMITS = { maxHeaderSize: 16 * 1024, headersTimeout: 30_000, requireHostHeader: false };

/** A client that does not get its handshake done holds a connection no longer. */
const HANDSHAKE_MS = 10_000;

const optionsOf = (
  sendError: SendError,
  note: RequestLogger,
  certificate: Certificate | null,
): FastifyHttpOptions<Server> => ({
  genReqId: () => randomUUID(),
  logger: false,
  bodyLimit: Number.MAX_SAFE_INTEGER,
  requestTimeout: 120_000,
  connectionTimeout: 0,
  keepAliveTimeout: 65_000,
  // Requests during the shutdown are still served; their connections close with the response.
  return503OnClosing: false,
  ...(certificate
    ? { https: { ...LIMITS, ...certificate, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS } }
    : { http: LIMITS }),
  // The route table matches the undecoded path; Fastify's router only recognizes an API path.
  rewriteUrl: (raw) => {
    const url = targetOf(raw.url ?? '/');
    // The framework's `request.originalUrl`, set before it reads it.
    (raw as { originalUrl?: string }).originalUrl = url;
    const path = pathOf(url);
    if (!/^\/(v3|tools|mcp)(\/|$)/.test(path)) return url;
    return `/data${url.slice(path.length)}`;
  },
  frameworkErrors: (error, request, reply) => sendError(error, request, reply),
  clientErrorHandler(error, socket) {
    answerClientError(error, socket, note.refused);
  },
  routerOptions: { querystringParser: (text) => (text ? Object.fromEntries(firstValues(text)) : {}) },
});

/** The error of a request outside of the API: wrong method, or unknown path. */
const unmatched = (pages: ReadonlySet<string>, request: FastifyRequest): ApiError =>
  pages.has(pathOf(request.originalUrl))
    ? fail('method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
    : fail('endpoint_not_found');

/** Exceptions and unknown addresses get the error shape of the API. */
const answerErrors = (app: FastifyInstance, sendError: SendError): void => {
  /** Readable addresses: another method there is 405, not 404. */
  const pages = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().includes('GET')) pages.add(url);
  });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(unmatched(pages, request), request, reply));
};

/**
 * Whether every proxy parses a request in the same way: one Host header, of which Node's parser takes the first, and
 * a body that is chunked and nothing else (RFC 9112, 3.2 and 6.1).
 */
const isUnambiguous = ({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  const { 'transfer-encoding': encoding = 'chunked' } = headers;
  return (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) && encoding.toLowerCase() === 'chunked';
};

/** Steps before the address of a request is read. */
const beginRequests = (
  app: FastifyInstance,
  protective: SecurityHeaders,
  note: RequestLogger,
  cors: CorsOptions,
): void => {
  app.decorateRequest('admitted', null);
  app.decorateRequest('asking', null);
  app.decorateRequest('span', null);
  app.decorateRequest('answerHeaders');
  app.addHook('onRequest', (request, reply, done) => {
    trackResponse(reply.raw);
    note.request(request, reply);
    done();
  });
  app.addHook('onRequest', async (request, reply) => {
    request.answerHeaders = {};
    // Upgrades are not supported; but Node's parser does not report a damaged request that follows one asking for it.
    if (request.headers.upgrade !== undefined) reply.raw.shouldKeepAlive = false;
    reply.headers(protective(request.raw)).header('x-request-id', request.id);
    if (cors(request, reply)) return reply;
    if (!isUnambiguous(request.raw)) throw fail('invalid_request');
  });
  // `Expect: 100-continue` is answered where the body is read: a refused body need not be sent.
  app.server.on('checkContinue', (request, response) => {
    deferContinue(request, response);
    app.server.emit('request', request, response);
  });
  // Expectations other than 100-continue need not be met; Node's own refusal has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket) => refuseConnect(socket, note.refused));
};

/** Bodies are read where the route that was found has one; others are passed over. */
const readBodies = (app: FastifyInstance, { spool, metrics }: Pick<ServerParts, 'spool' | 'metrics'>): void => {
  const noted = (error: unknown): never => {
    // The spool failed, so the metrics of the stores do not count the upload.
    if (error instanceof ApiError && error.code === 's3_upload_failed') metrics.uploads.labels('failed').inc();
    throw error;
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { admitted } = request;
    if (admitted && HAS_BODY.has(request.method))
      return readBody(payload, admitted.route, spool, admitted.caller.orgId).catch(noted);
    payload.resume();
    return undefined;
  });
};

/** The route of an API request that was refused before routing. */
const routeOf = (table: RouteTable, request: FastifyRequest): Route | undefined => {
  try {
    return matchRoute(table, request).route;
  } catch {
    return undefined;
  }
};

/** Makes the server; it does not listen yet. */
export const createServer = (parts: ServerParts): FastifyInstance => {
  const protective = securityHeaders(parts.publicUrl, parts.trustedProxies);
  const note = createRequestLogger({ ...parts, routeOf: (request) => routeOf(parts.table, request) });
  const sendError = errorSender(protective, parts.log, ({ code }) => parts.metrics.errors.labels(code).inc());
  const app = fastify(optionsOf(sendError, note, parts.certificate));
  app.addHook('onClose', async () => note.stop());
  answerErrors(app, sendError);
  beginRequests(app, protective, note, corsHeaders(parts.corsOrigins, parts.publicUrl));
  readBodies(app, parts);
  app.addHook('onSend', (_request, reply, body, done) => {
    parts.unread.watchWriteTimeout(reply.raw, body);
    done();
  });
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT') app.addHttpMethod(method);
  }
  app.route({
    method: app.supportedMethods,
    url: '/data',
    onRequest: onRequestHook(parts),
    handler: createHandler(parts),
    exposeHeadRoute: false,
  });
  return app;
};
