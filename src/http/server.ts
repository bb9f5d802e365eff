/** The HTTP server: a request's journey from top to bottom (ARCHITECTURE.md). */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, METHODS } from 'node:http';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Authenticator, Caller } from '../access/authenticate.ts';
import { type AddressList, clientAddress } from '../access/ip-addresses.ts';
import { requireScope } from '../access/scopes.ts';
import type { Database } from '../db/database.ts';
import { scopesOf } from '../derive/query-schema.ts';
import type { Route } from '../derive/routes.ts';
import { type ApiError, fail } from '../errors.ts';
import type { FileStores } from '../files/object-store.ts';
import type { Spool } from '../files/spool.ts';
import type { OperationName } from '../model/operation-names.ts';
import type { Actor, Answer, Call } from '../operations/call.ts';
import { discardFiles } from '../operations/documents/file-body.ts';
import { idempotent, keyed } from '../operations/idempotent.ts';
import type { Models } from '../operations/model.ts';
import { etagOf, namesEtag } from '../operations/precondition.ts';
import { beforeBodyEnds } from './body-chunks.ts';
import { answerClientError, asApiError, refuseConnect } from './error-handler.ts';
import { protectiveHeaders } from './protective-headers.ts';
import { readBody } from './read-body.ts';
import { pathNumbers, type RouteTable } from './route-table.ts';

/** What the server needs. */
export interface ServerParts {
  readonly db: Database;
  readonly files: FileStores;
  /** Where files of forms wait until they are stored. */
  readonly spool: Spool;
  readonly table: RouteTable;
  readonly operations: Readonly<Record<OperationName, (call: Call) => Promise<Answer>>>;
  readonly models: Models;
  readonly access: Pick<Authenticator, 'authenticate' | 'charge'>;
  readonly trustedProxies: AddressList;
  /** Setting PUBLIC_URL; empty where there is none. */
  readonly publicUrl: string;
  readonly log: (level: 'info' | 'error', message: string, details: Readonly<Record<string, unknown>>) => void;
  readonly now: () => number;
}

/** What is known of a request once it may go on. */
interface Admitted {
  readonly route: Route;
  readonly numbers: readonly number[];
  readonly caller: Caller;
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
    answerHeaders: Record<string, string>;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';
const HAS_BODY = new Set(['POST', 'PATCH']);

const pathOf = (url: string): string => {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
};

const actorOf = (caller: Caller, requestId: string): Actor => ({ ...caller, requestId });

/** What the log says of a failure: where the fault is ours, also the place. */
const causeOf = (answer: ApiError): string => {
  const cause = answer.cause as Error | undefined;
  return String((answer.code === 'internal_error' ? cause?.stack : cause?.message) ?? cause ?? answer.stack);
};

const sendAnswer = (request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply => {
  reply.code(answer.status);
  if (answer.headers) reply.headers(answer.headers);
  if (answer.etag && typeof answer.body === 'string') {
    const etag = etagOf(answer.body);
    reply.header('ETag', etag);
    const known = request.headers['if-none-match'];
    if (known && namesEtag(known, etag)) return reply.code(304).send();
  }
  if (Array.isArray(answer.body)) {
    const pieces = answer.body as readonly Buffer[];
    reply.header(
      'Content-Length',
      pieces.reduce((sum, piece) => sum + piece.length, 0),
    );
    return reply.type(JSON_TYPE).send(Readable.from(pieces, { objectMode: false }));
  }
  if (typeof answer.body === 'string') reply.type(JSON_TYPE);
  return reply.send(answer.body);
};

/** Makes the server; it does not listen yet. */
export const createServer = (parts: ServerParts): FastifyInstance => {
  const { table, models, operations, db, now } = parts;
  const protective = protectiveHeaders(parts.publicUrl, parts.trustedProxies);
  const app = fastify({
    genReqId: () => randomUUID(),
    logger: false,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    requestTimeout: 120_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    // What arrives while the service stops is still answered; its connection ends with the answer.
    return503OnClosing: false,
    // A request without Host is refused below, in our error shape.
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 30_000, requireHostHeader: false },
    // The table looks at the undecoded path itself; the framework's router only sees that it is a data address.
    rewriteUrl: (raw) => {
      const url = raw.url ?? '/';
      const path = pathOf(url);
      if (!/^\/(v3|tools)(\/|$)/.test(path)) return url;
      return `/data${url.slice(path.length)}`;
    },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler(error, socket) {
      answerClientError(error, socket);
    },
    routerOptions: { querystringParser: (text) => Object.fromEntries(firstValues(text)) },
  });

  const logFault = (request: FastifyRequest, fault: ApiError): void => {
    if (fault.status < 500) return;
    parts.log('error', fault.error, { request_id: request.id, cause: causeOf(fault) });
  };
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const answer = asApiError(error);
    logFault(request, answer);
    // Headers that a page set for success do not hold for an error.
    reply.headers(protective(request.raw)).header('x-request-id', request.id);
    reply.headers({ ...request.answerHeaders, ...answer.extra.headers });
    // The framework closes a connection whose body it could not read; ours are read to their end, answer or not.
    if (answer === error) reply.removeHeader('connection');
    const text = JSON.stringify(answer.body());
    reply.code(answer.status).type(JSON_TYPE);
    if (request.raw.complete || reply.raw.shouldKeepAlive) reply.send(text);
    else {
      reply.header('Content-Length', Buffer.byteLength(text));
      reply.send(Readable.from(beforeBodyEnds(text, request.raw), { objectMode: false }));
    }
  };
  /** Addresses that can be read: asked for by any other method they are told apart from those that do not exist. */
  const pages = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().includes('GET')) pages.add(url);
  });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(unmatched(pages, request), request, reply));
  app.decorateRequest('admitted', null);
  app.decorateRequest('answerHeaders');
  app.addHook('onRequest', async (request, reply) => {
    request.answerHeaders = {};
    // Nobody upgrades here; but Node's parser tells nobody of a damaged request that follows one that asks for it.
    if (request.headers.upgrade !== undefined) reply.raw.shouldKeepAlive = false;
    reply.headers(protective(request.raw)).header('x-request-id', request.id);
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') throw fail('invalid_request');
  });
  // Expectations besides 100-continue are not met and need not be; Node's own refusal has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', refuseConnect);

  /** Everything that is decided before the body: who asks, what for, and whether that is allowed (rules 2). */
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { headers } = request.raw;
    const address = clientAddress(
      request.raw.socket.remoteAddress ?? '',
      headers['x-forwarded-for'],
      parts.trustedProxies,
    );
    const incoming = { authorization: headers.authorization, address };
    const caller = await parts.access.authenticate(incoming, request.answerHeaders);
    reply.headers(request.answerHeaders);
    const path = pathOf(request.originalUrl);
    const found = table.find(request.method, path.startsWith('/v3/') ? path.slice(4) : path);
    const query = request.query as Record<string, unknown>;
    for (const scope of scopesOf(found.route, query)) requireScope(caller, scope);
    request.admitted = { route: found.route, numbers: pathNumbers(found), caller };
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { admitted } = request;
    if (!admitted || !HAS_BODY.has(request.method)) {
      payload.resume();
      return undefined;
    }
    return readBody(payload, admitted.route, parts.spool);
  });

  const answerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Answer> => {
    const { admitted } = request;
    if (!admitted) throw fail('endpoint_not_found');
    const { caller, route, numbers } = admitted;
    const { orgId, settingsVersion, timeZone } = caller;
    const model =
      models.known(orgId, settingsVersion, timeZone) ?? (await models.load(orgId, settingsVersion, timeZone));
    const operation = operations[route.operation];
    const call: Call = {
      db,
      files: parts.files,
      now,
      model,
      numbers,
      parentPath: route.collection?.parent?.path,
      actor: actorOf(caller, request.id),
      collection: route.collection ? model.collection(route.collection.pattern) : NO_COLLECTION,
      query: request.query as Record<string, unknown>,
      body: request.body,
      ifMatch: request.headers['if-match'],
      headers: request.headers,
      charge: async (units) => {
        await parts.access.charge(caller, units, request.answerHeaders);
        reply.headers(request.answerHeaders);
      },
    };
    return run(request, route, call, operation);
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answered = await answerOf(request, reply).finally(() => discardFiles(request.body));
    for (const fault of answered.faults ?? []) logFault(request, fault);
    return sendAnswer(request, reply, answered);
  };
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT') app.addHttpMethod(method);
  app.route({ method: app.supportedMethods, url: '/data', onRequest: admit, handler: answer, exposeHeadRoute: false });
  return app;
};

/** What is wrong with a request outside the data addresses: its method, or its path. */
const unmatched = (pages: ReadonlySet<string>, request: FastifyRequest): ApiError =>
  pages.has(pathOf(request.originalUrl))
    ? fail('method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
    : fail('endpoint_not_found');

type Operation = ServerParts['operations'][OperationName];

/** Runs an operation, once for its `Idempotency-Key` where it writes and carries one. */
const run = (request: FastifyRequest, route: Route, call: Call, operation: Operation): Promise<Answer> => {
  const header = request.headers['idempotency-key'];
  if (header === undefined || route.method !== 'POST' || !route.scope.endsWith(':write')) return operation(call);
  return idempotent(call, keyed(String(header), `POST ${request.originalUrl}`, call.body), operation);
};

/** Special routes have no collection; whoever asks for one there has made a mistake. */
const NO_COLLECTION = new Proxy({} as Call['collection'], {
  get: (_target, name) => {
    throw new Error(`This route has no collection (${String(name)})`);
  },
});

/** Parameters of a query string, the first of each name (rules 3.9); bad escapes stay as they are. */
const firstValues = (text: string): Map<string, string> => {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) if (!values.has(name)) values.set(name, value);
  return values;
};
