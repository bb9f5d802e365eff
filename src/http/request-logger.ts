/** Records each completed request: a line of the access log and the metrics of the process. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../derive/routing/routes.ts';
import type { Code } from '../errors/api-error.ts';
import type { AccessLog, LoggedResponse } from '../telemetry/access-log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { parseTraceparent } from '../telemetry/trace-context.ts';
import type { Span, Traces } from '../telemetry/tracing.ts';

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

/** Method, route and status of an answer. */
type Kind = Pick<LoggedResponse, 'method' | 'route' | 'status'>;

/** `customers/#` as `customers/{id}`, for the log. */
const patternOf = ({ pattern }: Route): string => {
  const path = pattern.replaceAll('#', '{id}');
  return path.startsWith('/') ? path : `/v3/${path}`;
};

/** The parts of the service that it needs. */
export interface RequestLogOptions {
  readonly metrics: Metrics;
  readonly accessLog?: AccessLog | undefined;
  readonly traces?: Traces | null | undefined;
  /** The route of an API request; undefined if none matches. */
  readonly routeOf: (request: FastifyRequest) => Route | undefined;
}

/** Ends the span of a request with the values of its log line. */
const endSpan = (span: Span, { id, asking }: FastifyRequest, { method, route, status }: Kind): void => {
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

/** @returns a logger that is called at the beginning of a request and waits for its end */
export const createRequestLogger = ({ metrics, accessLog, traces, routeOf }: RequestLogOptions) => {
  let underWay = 0;
  const stopShowing = metrics.underWay.show(() => [[[], underWay]]);

  const pathOf = (request: FastifyRequest): string => {
    const { url } = request.routeOptions;
    const route = request.admitted?.route ?? (url === '/data' ? routeOf(request) : undefined);
    if (route) return patternOf(route);
    return url === '/data' || url === undefined ? UNMATCHED : url;
  };

  const note = (request: FastifyRequest, { raw }: FastifyReply, begun: number, before: number): void => {
    const ms = performance.now() - begun;
    const method = METHODS.has(request.method) ? request.method : 'other';
    const kind = { method, route: pathOf(request), status: raw.writableFinished ? raw.statusCode : GONE };
    metrics.requests.inc(kind);
    metrics.requestSeconds.observe({ method, route: kind.route }, ms / 1000);
    if (request.span) endSpan(request.span, request, kind);
    if (!accessLog) return;
    const { asking } = request;
    const bytes = raw.getHeader('content-length') ?? (request.raw.socket?.bytesWritten ?? before) - before;
    accessLog({
      request_id: request.id,
      ...kind,
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
      if (traces) request.span = traces.begin(request.method, 'server', parseTraceparent(request.headers.traceparent));
      reply.raw.on('close', () => {
        underWay -= 1;
        note(request, reply, begun, before);
      });
    },
    /** Logs a request that Node's parser refused: it emits no `request` event. */
    refused: (requestId: string, status: number, code: Code): void => {
      metrics.errors.labels(code).inc();
      const kind = { method: 'other', route: UNMATCHED, status };
      metrics.requests.inc(kind);
      accessLog?.({ request_id: requestId, ...kind, ms: 0, org_id: null, token_id: null, bytes: 0 });
    },
    underWay: () => underWay,
    stop: stopShowing,
  };
};

export type RequestLogger = ReturnType<typeof createRequestLogger>;
