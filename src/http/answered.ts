/** What is noted of every request once it is over: a line of the access log and the numbers of the process. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLog, AnswerKind } from '../access-log.ts';
import type { Route } from '../derive/routes.ts';
import type { Code } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { takenTraceparent } from '../trace-context.ts';
import type { Span, Traces } from '../traces.ts';

const GONE = 499;
/** Requests with other methods are counted together, so that callers cannot make labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']);
const UNMATCHED = '(none)';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where requests are traced. */
    span: Span | null;
  }
}

/** `customers/#` as it is written to people. */
const patternOf = ({ pattern }: Route): string => {
  const path = pattern.replaceAll('#', '{id}');
  return path.startsWith('/') ? path : `/v3/${path}`;
};

/** Answers of one kind, with their numbers. */
interface Counted extends AnswerKind {
  readonly answers: { value: number };
  readonly seconds: { observe(seconds: number): void };
}

/** The kinds of answers that there were: found by the address, the method and the status. */
const createKinds = ({ requests, requestSeconds }: Metrics) => {
  const byAddress = new Map<Route | string, Map<string, Map<number, Counted>>>();
  const make = (address: Route | string, method: string, status: number): Counted => {
    const route = typeof address === 'string' ? address : patternOf(address);
    const made = {
      method,
      route,
      status,
      answers: requests.of([method, route, status]),
      seconds: requestSeconds.of([method, route]),
    };
    const byMethod = byAddress.get(address) ?? new Map<string, Map<number, Counted>>();
    const byStatus = byMethod.get(method) ?? new Map<number, Counted>();
    byAddress.set(address, byMethod.set(method, byStatus.set(status, made)));
    return made;
  };
  return (address: Route | string, method: string, status: number): Counted =>
    byAddress.get(address)?.get(method)?.get(status) ?? make(address, method, status);
};

/** The parts of the service that it needs. */
export interface AnsweredParts {
  readonly metrics: Metrics;
  readonly accessLog?: AccessLog | undefined;
  readonly traces?: Traces | null | undefined;
  /** The route of a data address; undefined where there is none. */
  readonly routeOf: (request: FastifyRequest) => Route | undefined;
}

/** Ends the span of a request with what its line of the log says. */
const endSpan = (span: Span, { id, asking }: FastifyRequest, { method, route, status }: AnswerKind): void => {
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'broker_crm.request_id': id,
    ...(asking ? { 'broker_crm.org_id': asking.orgId } : {}),
    ...(asking?.tokenId == null ? {} : { 'broker_crm.token_id': asking.tokenId }),
  };
  span.end(attributes, status >= 500 ? String(status) : undefined, `${method} ${route}`);
};

/** @returns what notes a request: called when it begins, it waits for its end */
export const noting = ({ metrics, accessLog, traces, routeOf }: AnsweredParts) => {
  let underWay = 0;
  const stopShowing = metrics.underWay.show(() => [[[], underWay]]);

  const kindOf = createKinds(metrics);

  const addressOf = (request: FastifyRequest): Route | string => {
    if (request.admitted) return request.admitted.route;
    const { url } = request.routeOptions;
    return (url === '/data' ? routeOf(request) : url) ?? UNMATCHED;
  };

  const note = (request: FastifyRequest, { raw }: FastifyReply, begun: number, before: number): void => {
    const ms = performance.now() - begun;
    const method = METHODS.has(request.method) ? request.method : 'other';
    const kind = kindOf(addressOf(request), method, raw.writableFinished ? raw.statusCode : GONE);
    kind.answers.value += 1;
    kind.seconds.observe(ms / 1000);
    if (request.span) endSpan(request.span, request, kind);
    if (!accessLog) return;
    const { asking } = request;
    const bytes = raw.getHeader('content-length') ?? (request.raw.socket?.bytesWritten ?? before) - before;
    accessLog({
      request_id: request.id,
      kind,
      ms,
      org_id: asking?.orgId ?? null,
      token_id: asking?.tokenId ?? null,
      bytes: method === 'HEAD' ? 0 : Number(bytes),
    });
  };

  return {
    /** Notes the request when it is over. */
    request: (request: FastifyRequest, reply: FastifyReply): void => {
      const begun = performance.now();
      const before = request.raw.socket.bytesWritten;
      underWay += 1;
      if (traces) request.span = traces.begin(request.method, 'server', takenTraceparent(request.headers.traceparent));
      reply.raw.on('close', () => {
        underWay -= 1;
        note(request, reply, begun, before);
      });
    },
    /** Notes what Node's parser refused: there is no request then. */
    refused: (requestId: string, status: number, code: Code): void => {
      metrics.errors.add([code]);
      const kind = kindOf(UNMATCHED, 'other', status);
      kind.answers.value += 1;
      accessLog?.({ request_id: requestId, kind, ms: 0, org_id: null, token_id: null, bytes: 0 });
    },
    underWay: () => underWay,
    stop: stopShowing,
  };
};

export type Noting = ReturnType<typeof noting>;
