/** The data addresses: a request's journey from its token to its operation's answer (ARCHITECTURE.md). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator, Caller, Incoming } from '../access/authenticate.ts';
import { type AddressList, clientAddress } from '../access/ip-addresses.ts';
import { requireScope } from '../access/scopes.ts';
import type { Database } from '../db/database.ts';
import { scopesOf } from '../derive/query-schema.ts';
import type { Route } from '../derive/routes.ts';
import { fail } from '../errors.ts';
import type { FileStores } from '../files/object-store.ts';
import type { Answer, SpecialCall } from '../operations/call.ts';
import { discardFiles } from '../operations/documents/file-body.ts';
import { withinGrandparent } from '../operations/grandparent.ts';
import { idempotent, keyed, type Running } from '../operations/idempotent.ts';
import type { allSpecialOperations, operations } from '../operations/index.ts';
import type { Models } from '../operations/model.ts';
import { traceOf } from '../traces.ts';
import type { Bulkhead } from './bulkhead.ts';
import { sizeOf } from './compress.ts';
import { type Found, pathIdsOf, type RouteTable } from './route-table.ts';
import { type Log, logFault, sendAnswer } from './send-answer.ts';
import { sessionCallOf } from './session-call.ts';
import { type InTurns, readingFor } from './turns.ts';
import type { UnreadAnswers } from './unread-answers.ts';
import type { Waiting } from './waiting.ts';

/** What the data addresses need. */
export interface DataParts {
  readonly db: Database;
  readonly files: FileStores;
  readonly table: RouteTable;
  readonly operations: typeof operations;
  readonly specialOperations: ReturnType<typeof allSpecialOperations>;
  readonly models: Models;
  readonly access: Pick<Authenticator, 'authenticate' | 'readmit' | 'charge'>;
  readonly trustedProxies: AddressList;
  readonly publicUrl: string;
  readonly bulkhead: Bulkhead;
  /** Calls that wait for something to come. */
  readonly waiting: Waiting;
  /** Answers that callers have not taken yet. */
  readonly unread: UnreadAnswers;
  /** Requests with an `Idempotency-Key` that are under way. */
  readonly running: Running;
  /** A database in which the writes of an organisation take turns. */
  readonly turns: InTurns;
  readonly log: Log;
  readonly now: () => number;
}

/** What is known of a request once it may go on. */
interface Admitted {
  readonly route: Route;
  readonly pathIds: readonly number[];
  readonly caller: Caller;
  readonly incoming: Incoming;
  /** Whether it looks and changes nothing. */
  readonly reads: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
    /** Who asks, once that is known; a session has no token. */
    asking: { readonly orgId: number; readonly tokenId?: number | null } | null;
    answerHeaders: Record<string, string>;
  }
}

/** An address without its query. */
export const pathOf = (url: string): string => {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
};

/** What the table has for a request to a data address. @throws 404, 405 */
export const foundBy = (table: RouteTable, { method, originalUrl }: FastifyRequest): Found => {
  const path = pathOf(originalUrl);
  return table.find(method, path.startsWith('/v3/') ? path.slice(4) : path);
};

/** Whether it changes records: some that only read are asked by POST. */
const isWrite = ({ scope }: Route): boolean => scope.endsWith(':write');

/** Whether it looks and changes nothing, as a search does that is asked by POST. */
const isRead = ({ readPosts }: RouteTable, { method, originalUrl }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && readPosts.has(pathOf(originalUrl)));

/** @throws 403 */
const requireScopes = (request: FastifyRequest, route: Route, caller: Caller): void => {
  for (const scope of scopesOf(route, request.query as Record<string, unknown>)) requireScope(caller, scope);
};

/** Everything that is decided before the body: who asks, what for, and whether that is allowed (rules 2). */
export const admitting =
  (parts: DataParts) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access, table, trustedProxies, bulkhead } = parts;
    const { headers, socket } = request.raw;
    const address = clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], trustedProxies);
    const incoming = { authorization: headers.authorization, address, session: sessionCallOf(request.raw, parts) };
    const asks = () => access.authenticate(incoming, request.answerHeaders);
    const reads = isRead(table, request);
    const caller = await bulkhead.admit(asks);
    request.asking = caller;
    reply.headers(request.answerHeaders);
    const found = foundBy(table, request);
    requireScopes(request, found.route, caller);
    request.admitted = { route: found.route, pathIds: pathIdsOf(found), caller, incoming, reads };
  };

/**
 * A request whose body has come and whose turn it is: both may have taken long, and what was changed and answered
 * meanwhile holds for it (docs/decisions/0013). @throws 401, 403 where it may no longer
 */
const readmitted = async ({ access }: DataParts, request: FastifyRequest, admitted: Admitted): Promise<Admitted> => {
  const caller = await access.readmit(admitted.incoming);
  if (caller === admitted.caller) return admitted;
  requireScopes(request, admitted.route, caller);
  return { ...admitted, caller };
};

const haveSameScopes = ({ scopes: one }: Caller, { scopes: other }: Caller): boolean =>
  one === other || (one.size === other.size && [...one].every((scope) => other.has(scope)));

/**
 * The call of a request, but for its collection. What is new stands before `...`, here and where a call is run: Node.js 20 gives each
 * object that gets more behind it a shape of its own, which takes a microsecond a member, and one more wherever it is looked at
 * (docs/performance.md).
 */
const callOf = async (
  { db, files, now, models, access, turns }: DataParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, route, pathIds, reads }: Admitted,
): Promise<SpecialCall> => {
  const { orgId, settingsVersion, timeZone } = caller;
  const reading = readingFor(db.of(orgId), orgId, reply.raw);
  return {
    db: reads ? reading : turns(reading, orgId, () => reply.raw.destroyed),
    files,
    now,
    model: models.known(orgId, settingsVersion, timeZone) ?? (await models.load(orgId, settingsVersion, timeZone)),
    pathIds,
    parentPath: route.collection?.parent?.path,
    actor: { requestId: request.id, traceparent: reads ? undefined : traceOf(request), ...caller },
    query: request.query as Record<string, unknown>,
    body: request.body,
    ifMatch: request.headers['if-match'],
    headers: request.headers,
    charge: async (units) => {
      await access.charge(caller, units, request.answerHeaders);
      reply.headers(request.answerHeaders);
    },
  };
};

/** Runs the route's operation. */
const run = async ({ operations, specialOperations }: DataParts, route: Route, call: SpecialCall): Promise<Answer> => {
  if (!route.collection) return specialOperations[route.operation](call);
  const asked = { collection: call.model.collection(route.collection.pattern), ...call };
  const operation = operations[route.operation];
  return operation(route.grandparent ? await withinGrandparent(asked, route.grandparent) : asked);
};

/** Runs it once for its `Idempotency-Key` where it writes and carries one. */
const runOnce = (parts: DataParts, request: FastifyRequest, route: Route, call: SpecialCall): Promise<Answer> => {
  const header = request.headers['idempotency-key'];
  if (header === undefined || route.method !== 'POST' || !isWrite(route)) return run(parts, route, call);
  const key = keyed(parts.db.keyRing, String(header), `POST ${request.originalUrl}`, call.body);
  return idempotent(parts.running, call, key, (keeping) => run(parts, route, { ...call, ...keeping }));
};

/** Answers an admitted request. */
export const answering =
  (parts: DataParts) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { admitted } = request;
    if (!admitted) throw fail('endpoint_not_found');
    const answerOf = async (): Promise<Answer> => {
      const { caller, reads } = admitted;
      const { orgId } = caller;
      const work = async () => {
        const now = await readmitted(parts, request, admitted);
        return runOnce(parts, request, now.route, await callOf(parts, request, reply, now));
      };
      let answer = await parts.bulkhead.run(reads, orgId, work);
      // Whoever waits is in no queue, and has no connection to the database.
      for (let { later } = answer; later; { later } = answer) {
        if (!(await parts.waiting.forNews(parts.db.of(orgId), orgId, later, reply.raw))) return answer;
        const now = await readmitted(parts, request, admitted);
        // What it may see is found out anew by its next call.
        if (!haveSameScopes(now.caller, caller)) return answer;
        answer = await parts.bulkhead.run(true, orgId, later.answer);
      }
      return answer;
    };
    const answered = await answerOf().finally(() => discardFiles(request.body));
    for (const fault of answered.faults ?? []) logFault(parts.log, request.id, fault);
    const asking = { orgId: admitted.caller.orgId, hasWritten: isWrite(admitted.route) };
    parts.unread.hold(reply.raw, sizeOf(answered.body), asking);
    return sendAnswer(request, reply, answered);
  };
