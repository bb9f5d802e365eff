/** Handles requests to the API, from the token to the response of the operation (ARCHITECTURE.md). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator, Caller, Incoming } from '../../access/authenticate.ts';
import { type AddressList, clientAddress } from '../../access/network/ip-addresses.ts';
import type { Database } from '../../db/database.ts';
import { scopesOf } from '../../derive/query/query-schema.ts';
import type { Route } from '../../derive/routing/routes.ts';
import { fail } from '../../errors/api-error.ts';
import type { FileStores } from '../../files/object-store.ts';
import { requireScope } from '../../operations/call/authorize.ts';
import type { OperationResult, SpecialCall } from '../../operations/call/call.ts';
import { limitedTo } from '../../operations/call/own-customers.ts';
import type { Models } from '../../operations/call/tenant-model.ts';
import { discardFiles } from '../../operations/documents/file-body.ts';
import { type InFlight, idempotent, keyed } from '../../operations/idempotency/idempotent.ts';
import type { allSpecialOperations, operations } from '../../operations/operations.ts';
import { withinGrandparent } from '../../operations/references/grandparent.ts';
import { traceOf } from '../../telemetry/tracing.ts';
import type { Bulkhead } from '../admission/bulkhead.ts';
import { type LimitWrites, requestDatabase } from '../admission/tenant-concurrency.ts';
import type { ResponseMemoryLimit } from '../admission/write-timeout.ts';
import { sizeOf } from '../response/compress.ts';
import { type Log, logFault, sendResponse } from '../response/send-response.ts';
import type { ignoredParameters } from './ignored-parameters.ts';
import type { LongPolling } from './long-polling.ts';
import { type Found, pathIdsOf, pathNameOf, type RouteTable } from './route-table.ts';
import { sessionCallOf } from './session-call.ts';

/** Dependencies of the API routes. */
export interface ApiRouteOptions {
  readonly db: Database;
  readonly files: FileStores;
  readonly table: RouteTable;
  /** The headers about parameters that a call does not have. */
  readonly ignored: ReturnType<typeof ignoredParameters>;
  readonly operations: typeof operations;
  readonly specialOperations: ReturnType<typeof allSpecialOperations>;
  readonly models: Models;
  readonly access: Pick<Authenticator, 'authenticate' | 'readmit' | 'consume'>;
  readonly trustedProxies: AddressList;
  readonly publicUrl: string;
  readonly bulkhead: Bulkhead;
  /** Requests that wait for a change. */
  readonly waiting: LongPolling;
  /** Responses that clients have not read yet. */
  readonly unread: ResponseMemoryLimit;
  /** Running requests with an `Idempotency-Key`. */
  readonly running: InFlight;
  readonly limitWrites: LimitWrites;
  readonly log: Log;
  readonly now: () => number;
}

/** An authenticated and matched request. */
interface Admitted {
  readonly route: Route;
  readonly pathIds: readonly number[];
  readonly pathName: string | undefined;
  readonly caller: Caller;
  readonly incoming: Incoming;
  /** Whether the request only reads. */
  readonly reads: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
    /** The authenticated caller; a session has no token. */
    asking: { readonly orgId: number; readonly tokenId?: number | null } | null;
    answerHeaders: Record<string, string>;
  }
}

/** A URL without its query. */
export const pathOf = (url: string): string => {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
};

/** The route of a request to the API. @throws 404, 405 */
export const matchRoute = (table: RouteTable, { method, originalUrl }: FastifyRequest): Found => {
  const path = pathOf(originalUrl);
  return table.find(method, path.startsWith('/v3/') ? path.slice(4) : path);
};

/** Whether a route changes records: some POST routes only read. */
const isWrite = ({ scope }: Route): boolean => scope.endsWith(':write');

/** Whether a request only reads, such as a search by POST. */
const isRead = ({ readPosts }: RouteTable, { method, originalUrl }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && readPosts.has(pathOf(originalUrl)));

/** @throws 403 */
const requireScopes = (request: FastifyRequest, route: Route, caller: Caller): void => {
  for (const scope of scopesOf(route, request.query as Record<string, unknown>)) requireScope(caller, scope);
};

/** Decides everything before the body is read: caller, route and authorization (rules 2). */
export const onRequestHook =
  (parts: ApiRouteOptions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access, table, trustedProxies, bulkhead } = parts;
    const { headers, socket } = request.raw;
    const address = clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], trustedProxies);
    const incoming: Incoming = {
      authorization: headers.authorization,
      address,
      session: sessionCallOf(request.raw, parts),
      identified: (caller) => {
        request.asking = caller;
      },
    };
    const asks = () => access.authenticate(incoming, request.answerHeaders);
    const reads = isRead(table, request);
    const caller = await bulkhead.admit(asks);
    request.asking = caller;
    reply.headers(request.answerHeaders);
    const found = matchRoute(table, request);
    requireScopes(request, found.route, caller);
    const pathName = found.route.hasName && pathNameOf(found);
    request.admitted = { route: found.route, pathIds: pathIdsOf(found), pathName, caller, incoming, reads };
  };

/**
 * Checks a request again after its body arrived and it left the queue, which may have taken long: changes of its
 * token that were answered meanwhile apply (docs/decisions/0013). @throws 401, 403 if it is not authorized any more
 */
const reauthorize = async (
  { access }: ApiRouteOptions,
  request: FastifyRequest,
  admitted: Admitted,
): Promise<Admitted> => {
  const caller = await access.readmit(admitted.incoming);
  if (caller === admitted.caller) return admitted;
  requireScopes(request, admitted.route, caller);
  return { ...admitted, caller };
};

const haveSameRights = (one: Caller, other: Caller): boolean =>
  one === other ||
  (one.scopes.size === other.scopes.size &&
    [...one.scopes].every((scope) => other.scopes.has(scope)) &&
    String(one.advisers) === String(other.advisers));

/**
 * The call of a request, without its collection. New members precede `...`, here and where a call runs: Node.js 20
 * gives each object with members after a spread a hidden class of its own, which costs a microsecond per member, and
 * another at each access (docs/performance.md).
 */
const callOf = async (
  { db, files, now, models, access, limitWrites }: ApiRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, route, pathIds, pathName, reads }: Admitted,
): Promise<SpecialCall> => {
  const { orgId, advisers, settingsVersion, timeZone } = caller;
  return {
    db: limitedTo(advisers, requestDatabase(db.forOrg(orgId), orgId, reply.raw, reads ? undefined : limitWrites)),
    files,
    now,
    model: models.known(orgId, settingsVersion, timeZone) ?? (await models.load(orgId, settingsVersion, timeZone)),
    pathIds,
    pathName,
    parentPath: route.collection?.parent?.path,
    actor: { requestId: request.id, traceparent: reads ? undefined : traceOf(request), ...caller },
    query: request.query as Record<string, unknown>,
    body: request.body,
    ifMatch: request.headers['if-match'],
    headers: request.headers,
    consume: async (units) => {
      await access.consume(caller, units, request.answerHeaders);
      reply.headers(request.answerHeaders);
    },
  };
};

/** Runs the route's operation. */
const run = async (
  { operations, specialOperations }: ApiRouteOptions,
  route: Route,
  call: SpecialCall,
): Promise<OperationResult> => {
  if (!route.collection) return specialOperations[route.operation](call);
  const asked = { collection: call.model.collection(route.collection.pattern), ...call };
  const operation = operations[route.operation];
  return operation(route.grandparent ? await withinGrandparent(asked, route.grandparent) : asked);
};

/** Runs the operation, once per `Idempotency-Key` if it writes and has one. */
const runOnce = (
  parts: ApiRouteOptions,
  request: FastifyRequest,
  route: Route,
  call: SpecialCall,
): Promise<OperationResult> => {
  const header = request.headers['idempotency-key'];
  if (header === undefined || route.method !== 'POST' || !isWrite(route)) return run(parts, route, call);
  const key = keyed(parts.db.keyRing, String(header), `POST ${request.originalUrl}`, call.body);
  return idempotent(parts.running, call, key, (keeping) => run(parts, route, { ...call, ...keeping }));
};

/** Answers an admitted request. */
export const createHandler =
  (parts: ApiRouteOptions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { admitted } = request;
    if (!admitted) throw fail('endpoint_not_found');
    reply.headers(await parts.ignored(admitted.route, request.query as Record<string, unknown>));
    const answerOf = async (): Promise<OperationResult> => {
      const { caller, reads } = admitted;
      const { orgId } = caller;
      const work = async () => {
        const now = await reauthorize(parts, request, admitted);
        return runOnce(parts, request, now.route, await callOf(parts, request, reply, now));
      };
      let answer = await parts.bulkhead.run(reads, orgId, work);
      // A waiting poll is in no queue and holds no database connection.
      for (let { poll: later } = answer; later; { poll: later } = answer) {
        if (!(await parts.waiting.waitForChange(parts.db.forOrg(orgId), orgId, later, reply.raw))) return answer;
        const now = await reauthorize(parts, request, admitted);
        // With changed rights the client's next call is evaluated again.
        if (!haveSameRights(now.caller, caller)) return answer;
        answer = await parts.bulkhead.run(true, orgId, later.answer);
      }
      return answer;
    };
    const answered = await answerOf().finally(() => discardFiles(request.body));
    for (const fault of answered.faults ?? []) logFault(parts.log, request.id, fault);
    const asking = { orgId: admitted.caller.orgId, hasWritten: isWrite(admitted.route) };
    parts.unread.reserve(reply.raw, sizeOf(answered.body), asking);
    return sendResponse(request, reply, answered);
  };
