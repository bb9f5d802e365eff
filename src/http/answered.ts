/** What is noted of every request once it is over: a line of the access log and the numbers of the process. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLog } from '../access-log.ts';
import type { Route } from '../derive/routes.ts';
import type { Code } from '../errors.ts';
import type { Metrics } from '../metrics.ts';

const GONE = 499;
/** Requests with other methods are counted together, so that callers cannot make labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']);
const UNMATCHED = '(none)';

const patterns = new WeakMap<Route, string>();

/** `customers/#` as it is written to people. */
const patternOf = (route: Route): string => {
  const known = patterns.get(route);
  if (known !== undefined) return known;
  const path = route.pattern.replaceAll('#', '{id}');
  const pattern = path.startsWith('/') ? path : `/v3/${path}`;
  patterns.set(route, pattern);
  return pattern;
};

/** The parts of the service that it needs. */
export interface AnsweredParts {
  readonly metrics: Metrics;
  readonly accessLog?: AccessLog | undefined;
  /** The route of a data address; undefined where there is none. */
  readonly routeOf: (request: FastifyRequest) => Route | undefined;
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** @returns what notes a request: called when it begins, it waits for its end */
export const noting = ({ metrics, accessLog, routeOf }: AnsweredParts) => {
  let underWay = 0;
  const stopShowing = metrics.underWay.show(() => [[[], underWay]]);

  const routeName = (request: FastifyRequest): string => {
    const { url } = request.routeOptions;
    if (url !== '/data') return url ?? UNMATCHED;
    const route = request.admitted?.route ?? routeOf(request);
    return route ? patternOf(route) : UNMATCHED;
  };

  const note = (request: FastifyRequest, reply: FastifyReply, begun: number, before: number): void => {
    const { raw } = reply;
    const ms = performance.now() - begun;
    const status = raw.writableFinished ? raw.statusCode : GONE;
    const route = routeName(request);
    const method = METHODS.has(request.method) ? request.method : 'other';
    metrics.requests.add([method, route, status]);
    metrics.requestSeconds.observe([method, route], ms / 1000);
    if (!accessLog) return;
    const sent = (request.raw.socket?.bytesWritten ?? before) - before;
    accessLog({
      request_id: request.id,
      method,
      route,
      status,
      ms: tenths(ms),
      org_id: request.asking?.orgId ?? null,
      token_id: request.asking?.tokenId ?? null,
      bytes: request.method === 'HEAD' ? 0 : Number(raw.getHeader('content-length') ?? sent),
    });
  };

  return {
    /** Notes the request when it is over. */
    request: (request: FastifyRequest, reply: FastifyReply): void => {
      const begun = performance.now();
      const before = request.raw.socket.bytesWritten;
      underWay += 1;
      reply.raw.on('close', () => {
        underWay -= 1;
        note(request, reply, begun, before);
      });
    },
    /** Notes what Node's parser refused: there is no request then. */
    refused: (requestId: string, status: number, code: Code): void => {
      metrics.errors.add([code]);
      metrics.requests.add(['other', UNMATCHED, status]);
      accessLog?.({
        request_id: requestId,
        method: 'other',
        route: UNMATCHED,
        status,
        ms: 0,
        org_id: null,
        token_id: null,
        bytes: 0,
      });
    },
    underWay: () => underWay,
    stop: stopShowing,
  };
};

export type Noting = ReturnType<typeof noting>;
