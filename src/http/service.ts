/** Puts the parts together and listens. */

import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { forgetFailures } from '../access/auth-throttle.ts';
import { createAuthenticator } from '../access/authenticate.ts';
import { addressList } from '../access/network/ip-addresses.ts';
import type { Config } from '../config/config.ts';
import { readCertificate, watchCertificate } from '../config/tls-certificate.ts';
import { type Database, MAX_WRITERS_PER_ORG, MAX_WRITERS_PER_SHARD } from '../db/database.ts';
import type { StatementLog } from '../db/statement-logging.ts';
import { allRoutes } from '../derive/routing/all-routes.ts';
import { reasonOf } from '../errors/api-error.ts';
import { openSpool, openStores } from '../files/open-stores.ts';
import { withStoreMetrics } from '../files/store-metrics.ts';
import { type Registry, registry as shipped } from '../model/registry.ts';
import { createModels } from '../operations/call/tenant-model.ts';
import { pruneChanges } from '../operations/feed/prune-changes.ts';
import { pruneResponses } from '../operations/idempotency/idempotency-store.ts';
import type { InFlight } from '../operations/idempotency/idempotent.ts';
import { pruneImports } from '../operations/imports/prune-imports.ts';
import { pruneMerges } from '../operations/merge/prune-merges.ts';
import { allSpecialOperations, operations } from '../operations/operations.ts';
import { pruneRequestCounts, RequestCounts } from '../operations/usage/request-counts.ts';
import { createMail } from '../settings/mail/mail.ts';
import { AfterResponse } from '../settings/request/after-response.ts';
import { pruneSessions } from '../settings/session/sessions.ts';
import { registerSettings } from '../settings/settings-server.ts';
import { intervalOf } from '../shared/background-work.ts';
import type { AccessLog } from '../telemetry/access-log.ts';
import type { Log } from '../telemetry/logger.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { Traces } from '../telemetry/tracing.ts';
import { addressRule } from '../webhooks/public-address.ts';
import { createSender } from '../webhooks/send.ts';
import { Bulkhead } from './admission/bulkhead.ts';
import { createWriteLimiter, requestDatabase } from './admission/tenant-concurrency.ts';
import { ResponseMemoryLimit } from './admission/write-timeout.ts';
import { readPlainJson } from './body/read-json.ts';
import { reserveFileDescriptors } from './fd-limit.ts';
import { compressBody } from './response/compress.ts';
import { registerCalendar } from './routes/calendar.ts';
import { ignoredParameters } from './routes/ignored-parameters.ts';
import { createLongPolling } from './routes/long-polling.ts';
import { registerPublicRoutes } from './routes/openapi-routes.ts';
import { registerProbes } from './routes/probes.ts';
import { createReadiness, type Readiness } from './routes/readiness.ts';
import { createRouteTable } from './routes/route-table.ts';
import { registerWebPages } from './routes/web-pages.ts';
import { createServer } from './server.ts';

/** Dependencies of a service. */
export interface ServiceParts {
  readonly config: Config;
  readonly db: Database;
  /** The log of the statements of `db`, where there is one. */
  readonly statementLog?: StatementLog | null | undefined;
  readonly log: Log;
  /** The numbers of the process; the service's own by default. */
  readonly metrics?: Metrics;
  /** Gets a line for each request. */
  readonly accessLog?: AccessLog | undefined;
  /** Receiver of request spans; null or absent without a collector. */
  readonly traces?: Traces | null | undefined;
  /** Other declarations than the shipped ones, for tests of the mechanism. */
  readonly registry?: Registry;
  readonly now?: () => number;
}

/** A service that is ready to listen. */
export interface Service {
  readonly app: FastifyInstance;
  /** Listens and answers the address. */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

/** Connections that wait to be taken; with Node.js's 511 a rush of new ones waits for seconds until they are tried again. */
const BACKLOG = 4096;

/** Deletes expired rows at intervals, until stopped. */
const keepHouse = (db: Database, log: Log, now: () => number): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const remove = async (): Promise<void> => {
    await Promise.all([
      forgetFailures(db, now()),
      pruneResponses(db, now()),
      pruneSessions(db, now()),
      pruneChanges(db, now()),
      pruneImports(db, now()),
      pruneMerges(db, now()),
      pruneRequestCounts(db, now()),
    ]).catch((error) => log('error', 'Old entries could not be removed', { cause: reasonOf(error) }));
    if (timer) removeLater();
  };
  const removeLater = (): void => {
    timer = setTimeout(remove, intervalOf('clean-up', db.ranges())).unref();
  };
  removeLater();
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
};

/** Connects the gauges of the service, until it stops. */
const showState = (metrics: Metrics, db: Database, readiness: Readiness, unread: ResponseMemoryLimit): (() => void) => {
  const shown = [
    metrics.ready.show(async () =>
      Object.entries((await readiness.state()).checks).map(([check, holds]) => [[check], Number(holds)] as const),
    ),
    metrics.connections.show(() =>
      db.pools().flatMap(({ pool, open, busy }) => [
        [[pool, 'busy'], busy],
        [[pool, 'idle'], open - busy],
      ]),
    ),
    metrics.unreadBytes.show(() => [[[], unread.bytes]]),
    metrics.connectionWaiting.show(() => db.pools().map(({ pool, waiting }) => [[pool], waiting])),
  ];
  return () => {
    for (const stop of shown) stop();
  };
};

/** Composes a service; it does not listen yet, and the caller must stop it. */
export const createService = (parts: ServiceParts): Service => {
  const { config, db, log, accessLog, traces, registry = shipped, now = Date.now, metrics = createMetrics() } = parts;
  const routes = allRoutes(registry);
  const table = createRouteTable(routes, registry);
  const authenticator = createAuthenticator({ db, now });
  const files = withStoreMetrics(openStores(config), metrics);
  const trustedProxies = addressList(config.trustedProxies);
  const endHousekeeping = keepHouse(db, log, now);
  const certificate = readCertificate(config);
  const waiting = createLongPolling();
  const unread = new ResponseMemoryLimit();
  const allows = addressRule(config.webhookAllowedNetworks);
  const sender = createSender(allows);
  const running: InFlight = new Map();
  const uncounted = (error: unknown) => log('info', 'Requests could not be counted', { cause: reasonOf(error) });
  const counts = new RequestCounts({ db, now, failed: uncounted });
  const app = createServer({
    db,
    files,
    spool: openSpool(config),
    table,
    operations,
    specialOperations: allSpecialOperations(
      { sender, allows, mailFrom: config.smtpUrl ? config.smtpFrom : null },
      running,
    ),
    ignored: ignoredParameters(registry),
    models: createModels(db, registry, (message, details) => log('info', message, details)),
    access: authenticator,
    trustedProxies,
    bulkhead: new Bulkhead(),
    waiting,
    unread,
    running,
    limitWrites: createWriteLimiter(MAX_WRITERS_PER_ORG, MAX_WRITERS_PER_SHARD),
    publicUrl: config.publicUrl,
    corsOrigins: config.corsOrigins,
    certificate,
    metrics,
    accessLog: (answered) => {
      counts.count(answered);
      accessLog?.(answered);
    },
    traces,
    log,
    now,
  });
  const stopLooking = watchCertificate(app.server, certificate, { config, log, metrics });
  const stopHandles = reserveFileDescriptors(app.server, { log, metrics });
  if (traces) app.addHook('onRequest', ({ span }, _reply, done) => (span ? span.during(done) : done()));
  if (parts.statementLog) app.addHook('onRequest', ({ id }, _reply, done) => parts.statementLog?.during(id, done));
  const readiness = createReadiness({ db, files, log });
  const stopShowing = showState(metrics, db, readiness, unread);
  registerProbes(app, readiness);
  registerPublicRoutes(app, registry, routes);
  registerWebPages(app, registry);
  registerCalendar(app, { db, files, publicUrl: config.publicUrl, now });
  const failed = (message: string) => (error: unknown) => log('error', message, { cause: reasonOf(error) });
  const mail = createMail(config, failed('A mail could not be sent'));
  const afterwards = new AfterResponse(failed('Work after a response failed'));
  const own = { config, db, files, sender, mail, afterwards, now };
  const settings = {
    ...own,
    trustedProxies,
    readJson: readPlainJson,
    compressed: compressBody,
    requestDatabase,
  };
  app.register((scope) => registerSettings(scope, settings));
  return {
    app,
    listen: () => app.listen({ host: config.host, port: config.port, backlog: BACKLOG }),
    stop: async () => {
      readiness.stop();
      stopShowing();
      stopLooking();
      stopHandles();
      // A load balancer learns that it has to send calls elsewhere, before a connection ends on which it sends one.
      app.server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false;
      });
      waiting.stop();
      await pause(config.drainSeconds * 1000);
      endHousekeeping();
      app.server.closeIdleConnections();
      const late = setTimeout(() => app.server.closeAllConnections(), 5000);
      await app.close();
      clearTimeout(late);
      await counts.stop();
      await afterwards.stop();
      await authenticator.close();
      await sender.close();
      await files.close();
    },
  };
};
