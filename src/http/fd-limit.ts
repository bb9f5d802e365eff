/**
 * Limit of open files and connections of the process. Without free descriptors the operating system drops connections
 * silently, and database, files and metrics fail too; so some are reserved for these, and refused connections are
 * logged and counted.
 */
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { devNull } from 'node:os';
import { reasonOf } from '../errors/api-error.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Log } from './response/send-response.ts';

/** Reserved for connections to database, bucket and receivers, for files, and for metrics. */
const KEPT_BACK = 256;
const LOOK_EVERY_MS = 1000;

/** How many there may be at once, where the system says so. */
const mostHandles = (): number | null => {
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === undefined ? null : Number(most);
  } catch {
    return null;
  }
};

/** Maximum connections of a process with this limit of handles. */
const connectionsFor = (handles: number): number => handles - Math.min(KEPT_BACK, Math.floor(handles / 2));

/** Why no file can be opened now; null where one can. */
const whyNone = (): string | null => {
  try {
    closeSync(openSync(devNull, 'r'));
    return null;
  } catch (error) {
    return reasonOf(error);
  }
};

/**
 * Refuses connections before the descriptors are exhausted; logs the beginning with its cause, and the end.
 * @returns a function that stops it
 */
export const reserveFileDescriptors = (
  server: Server,
  { log, metrics }: { readonly log: Log; readonly metrics: Pick<Metrics, 'connectionsRefused'> },
): (() => void) => {
  let handles: number | null = null;
  // They may be given more, or fewer, while it runs.
  const count = (): void => {
    handles = mostHandles() ?? handles;
    if (handles !== null) server.maxConnections = connectionsFor(handles);
  };
  count();
  /** Connections refused since the handles ran short; null while there are enough. */
  let refused: number | null = null;
  let lately = false;
  const short = (cause: string): void => {
    if (refused === null) log('error', 'Connections are refused: there are too few file handles', { cause });
    refused = (refused ?? 0) + 1;
    lately = true;
    metrics.connectionsRefused.inc();
  };
  server.on('drop', () =>
    short(`${server.maxConnections} connections are open, and the rest of ${handles} file handles is kept back`),
  );
  const timer = setInterval(() => {
    count();
    const why = whyNone();
    if (why !== null) short(why);
    else if (refused !== null && !lately) {
      log('info', 'Connections are accepted again', { refused });
      refused = null;
    }
    lately = false;
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
};
