/** Puts the parts together and listens. */

import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createAuthenticator } from '../access/authenticate.ts';
import { forgetFailures } from '../access/failed-authentications.ts';
import { addressList } from '../access/ip-addresses.ts';
import type { AccessLog } from '../access-log.ts';
import { keepCertificate, readCertificate } from '../certificate.ts';
import type { Log } from '../cli/log.ts';
import type { Config } from '../config.ts';
import { type Database, WRITERS_OF_ONE, WRITERS_OF_RANGE } from '../db/database.ts';
import { spanned } from '../db/spanned.ts';
import { traced } from '../db/traced.ts';
import { allRoutes } from '../derive/all-routes.ts';
import { reasonOf } from '../errors.ts';
import { countedStores } from '../files/counted-stores.ts';
import { openSpool, openStores } from '../files/open-stores.ts';
import { createMetrics, type Metrics } from '../metrics.ts';
import { type Registry, registry as shipped } from '../model/registry.ts';
import { forgetChanges } from '../operations/changes/forget-changes.ts';
import { allSpecialOperations, operations } from '../operations/index.ts';
import { forgetAnswers } from '../operations/kept-answers.ts';
import { createModels } from '../operations/model.ts';
import { Afterwards } from '../settings/afterwards.ts';
import { createMail } from '../settings/mail.ts';
import { registerSettings } from '../settings/server.ts';
import { forgetSessions } from '../settings/sessions.ts';
import type { Traces } from '../traces.ts';
import { addressRule } from '../webhooks/public-address.ts';
import { createSender } from '../webhooks/send.ts';
import { Bulkhead } from './bulkhead.ts';
import { compressed } from './compress.ts';
import { keepHandles } from './file-handles.ts';
import { registerOpenPages } from './open-pages.ts';
import { registerProbes } from './probes.ts';
import { readPlainJson } from './read-json.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { createRouteTable } from './route-table.ts';
import { createServer } from './server.ts';
import { createTurns, readingFor } from './turns.ts';
import { UnreadAnswers } from './unread-answers.ts';
import { createWaiting } from './waiting.ts';
import { registerWebPages } from './web-pages.ts';

/** What a service runs on. */
export interface ServiceParts {
  readonly config: Config;
  readonly db: Database;
  readonly log: Log;
  /** The numbers of the process; the service's own by default. */
  readonly metrics?: Metrics;
  /** Gets a line for each request. */
  readonly accessLog?: AccessLog | undefined;
  /** Where spans of requests go; null or missing where nobody collects them. */
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

/** How often entries that nobody needs any more are removed: less often where that asks many ranges of a cluster. */
const HOUSEKEEPING = { leastMs: 600_000, perRangeMs: 60_000 };

/** Removes them from time to time, until it is told to end. */
const keepHouse = (db: Database, log: Log, now: () => number): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const remove = async (): Promise<void> => {
    await Promise.all([
      forgetFailures(db, now()),
      forgetAnswers(db, now()),
      forgetSessions(db, now()),
      forgetChanges(db, now()),
    ]).catch((error) => log('error', 'Old entries could not be removed', { cause: reasonOf(error) }));
    if (timer) removeLater();
  };
  const removeLater = (): void => {
    timer = setTimeout(remove, Math.max(HOUSEKEEPING.leastMs, HOUSEKEEPING.perRangeMs * db.ranges())).unref();
  };
  removeLater();
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
};

/** Shows what the service is asked of itself, until it stops. */
const showState = (metrics: Metrics, db: Database, readiness: Readiness, unread: UnreadAnswers): (() => void) => {
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

/** Puts a service together; it does not listen yet, and whoever makes it stops it. */
export const createService = (parts: ServiceParts): Service => {
  const { config, log, accessLog, traces, registry = shipped, now = Date.now, metrics = createMetrics() } = parts;
  const given = traces ? spanned(parts.db, traces) : parts.db;
  const trace = config.logLevel === 'debug' ? traced(given, log) : null;
  const db = trace?.db ?? given;
  const routes = allRoutes(registry);
  const table = createRouteTable(routes, registry);
  const authenticator = createAuthenticator({ db, now });
  const files = countedStores(openStores(config), metrics);
  const trustedProxies = addressList(config.trustedProxies);
  const endHousekeeping = keepHouse(db, log, now);
  const certificate = readCertificate(config);
  const waiting = createWaiting();
  const unread = new UnreadAnswers();
  const allows = addressRule(config.webhookAllowedNetworks);
  const sender = createSender(allows);
  const app = createServer({
    db,
    files,
    spool: openSpool(config),
    table,
    operations,
    specialOperations: allSpecialOperations({ sender, allows }),
    models: createModels(db, registry, (message, details) => log('info', message, details)),
    access: authenticator,
    trustedProxies,
    bulkhead: new Bulkhead(),
    waiting,
    unread,
    running: new Map(),
    turns: createTurns(WRITERS_OF_ONE, WRITERS_OF_RANGE),
    publicUrl: config.publicUrl,
    corsOrigins: config.corsOrigins,
    certificate,
    metrics,
    accessLog,
    traces,
    log,
    now,
  });
  const stopLooking = keepCertificate(app.server, certificate, { config, log, metrics });
  const stopHandles = keepHandles(app.server, { log, metrics });
  if (traces) app.addHook('onRequest', ({ span }, _reply, done) => (span ? span.during(done) : done()));
  if (trace) app.addHook('onRequest', ({ id }, _reply, done) => trace.during(id, done));
  const readiness = createReadiness({ db, files, log });
  const stopShowing = showState(metrics, db, readiness, unread);
  registerProbes(app, readiness);
  registerOpenPages(app, registry, routes);
  registerWebPages(app);
  const failed = (message: string) => (error: unknown) => log('error', message, { cause: reasonOf(error) });
  const mail = createMail(config, failed('A mail could not be sent'));
  const afterwards = new Afterwards(failed('What follows an answer failed'));
  const own = { config, db, files, sender, mail, afterwards, now };
  const settings = { ...own, trustedProxies, readJson: readPlainJson, compressed, readingFor };
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
      await afterwards.stop();
      await authenticator.close();
      await sender.close();
      await files.close();
    },
  };
};
