/** The HTTP server: what every request meets, whatever its address. */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, METHODS, type Server } from 'node:http';
import fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { AccessLog } from '../access-log.ts';
import type { Certificate } from '../certificate.ts';
import type { Route } from '../derive/routes.ts';
import { ApiError, fail } from '../errors.ts';
import type { Spool } from '../files/spool.ts';
import type { Metrics } from '../metrics.ts';
import type { Traces } from '../traces.ts';
import { type Noting, noting } from './answered.ts';
import { keepBack } from './body-chunks.ts';
import { type CrossOrigin, crossOrigin } from './cross-origin.ts';
import { admitting, answering, type DataParts, foundBy, pathOf } from './data-routes.ts';
import { answerClientError, refuseConnect, trackResponse } from './error-handler.ts';
import { type Protective, protectiveHeaders } from './protective-headers.ts';
import { readBody } from './read-body.ts';
import type { RouteTable } from './route-table.ts';
import { errorSender, type SendError } from './send-answer.ts';

/** What the server needs. */
export interface ServerParts extends DataParts {
  /** Where files of forms wait until they are stored. */
  readonly spool: Spool;
  /** Setting CORS_ORIGINS. */
  readonly corsOrigins: readonly string[];
  /** Settings TLS_CERT and TLS_KEY; null where the service speaks plain HTTP. */
  readonly certificate: Certificate | null;
  readonly metrics: Metrics;
  readonly accessLog?: AccessLog | undefined;
  readonly traces?: Traces | null | undefined;
  /** Setting PUBLIC_URL; empty where there is none. */
  readonly publicUrl: string;
}

/** Scheme and host of a target, as callers of proxies write it. */
const SCHEME_AND_HOST = /^https?:\/\/[^/?#]+/i;

/**
 * The target of a request in the form that all addresses are compared in, `/path?query`: one with scheme and host, as some
 * proxies pass it on, names the same (RFC 9112, 3.2.2). Which host is meant is still what `Host` says.
 */
const targetOf = (url: string): string => {
  if (url.startsWith('/')) return url;
  const target = url.replace(SCHEME_AND_HOST, '');
  return target.startsWith('/') || target === url ? target : `/${target}`;
};

const HAS_BODY = new Set(['POST', 'PATCH']);

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
  note: Noting,
  certificate: Certificate | null,
): FastifyHttpOptions<Server> => ({
  genReqId: () => randomUUID(),
  logger: false,
  bodyLimit: Number.MAX_SAFE_INTEGER,
  requestTimeout: 120_000,
  connectionTimeout: 0,
  keepAliveTimeout: 65_000,
  // What arrives while the service stops is still answered; its connection ends with the answer.
  return503OnClosing: false,
  ...(certificate
    ? { https: { ...LIMITS, ...certificate, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS } }
    : { http: LIMITS }),
  // The table looks at the undecoded path itself; the framework's router only sees that it is a data address.
  rewriteUrl: (raw) => {
    const url = targetOf(raw.url ?? '/');
    // What the framework calls `request.originalUrl`; it is noted before this is called.
    (raw as { originalUrl?: string }).originalUrl = url;
    const path = pathOf(url);
    if (!/^\/(v3|tools)(\/|$)/.test(path)) return url;
    return `/data${url.slice(path.length)}`;
  },
  frameworkErrors: (error, request, reply) => sendError(error, request, reply),
  clientErrorHandler(error, socket) {
    answerClientError(error, socket, note.refused);
  },
  routerOptions: { querystringParser: (text) => (text ? Object.fromEntries(firstValues(text)) : {}) },
});

/** What is wrong with a request outside the data addresses: its method, or its path. */
const unmatched = (pages: ReadonlySet<string>, request: FastifyRequest): ApiError =>
  pages.has(pathOf(request.originalUrl))
    ? fail('method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
    : fail('endpoint_not_found');

/** Whatever is thrown, and whatever no address takes, is answered in our error shape. */
const answerErrors = (app: FastifyInstance, sendError: SendError): void => {
  /** Addresses that can be read: asked for by any other method they are told apart from those that do not exist. */
  const pages = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().includes('GET')) pages.add(url);
  });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(unmatched(pages, request), request, reply));
};

/**
 * Whether everybody on the way to the service reads a request as it does: one host, of which Node's parser takes the first, and a body that is
 * in chunks and nothing else (RFC 9112, 3.2 and 6.1).
 */
const isUnambiguous = ({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  const { 'transfer-encoding': encoding = 'chunked' } = headers;
  return (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) && encoding.toLowerCase() === 'chunked';
};

/** What is settled of a request before its address is looked at. */
const beginRequests = (app: FastifyInstance, protective: Protective, note: Noting, cors: CrossOrigin): void => {
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
    // Nobody upgrades here; but Node's parser tells nobody of a damaged request that follows one that asks for it.
    if (request.headers.upgrade !== undefined) reply.raw.shouldKeepAlive = false;
    reply.headers(protective(request.raw)).header('x-request-id', request.id);
    if (cors(request, reply)) return reply;
    if (!isUnambiguous(request.raw)) throw fail('invalid_request');
  });
  // Who asks before he sends a body is answered where it is read: refused ones need not be sent.
  app.server.on('checkContinue', (request, response) => {
    keepBack(request, response);
    app.server.emit('request', request, response);
  });
  // Expectations besides 100-continue are not met and need not be; Node's own refusal has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket) => refuseConnect(socket, note.refused));
};

/** Bodies are read where the route that was found has one; others are passed over. */
const readBodies = (app: FastifyInstance, { spool, metrics }: Pick<ServerParts, 'spool' | 'metrics'>): void => {
  const noted = (error: unknown): never => {
    // The disk took nothing, so that no keeper of files is ever asked.
    if (error instanceof ApiError && error.code === 's3_upload_failed') metrics.uploads.add(['failed']);
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

/** The route of a request to a data address that was refused before it was looked for. */
const routeOf = (table: RouteTable, request: FastifyRequest): Route | undefined => {
  try {
    return foundBy(table, request).route;
  } catch {
    return undefined;
  }
};

/** Makes the server; it does not listen yet. */
export const createServer = (parts: ServerParts): FastifyInstance => {
  const protective = protectiveHeaders(parts.publicUrl, parts.trustedProxies);
  const note = noting({ ...parts, routeOf: (request) => routeOf(parts.table, request) });
  const sendError = errorSender(protective, parts.log, ({ code }) => parts.metrics.errors.add([code]));
  const app = fastify(optionsOf(sendError, note, parts.certificate));
  app.addHook('onClose', async () => note.stop());
  answerErrors(app, sendError);
  beginRequests(app, protective, note, crossOrigin(parts.corsOrigins));
  readBodies(app, parts);
  app.addHook('onSend', (_request, reply, body, done) => {
    parts.unread.watch(reply.raw, body);
    done();
  });
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT') app.addHttpMethod(method);
  }
  app.route({
    method: app.supportedMethods,
    url: '/data',
    onRequest: admitting(parts),
    handler: answering(parts),
    exposeHeadRoute: false,
  });
  return app;
};
