/**
 * A process may open so many files and connections at once, and no more. The system closes newcomers without a word where none is left,
 * and database, files and numbers fail with them; so some are kept back for these, and whoever is refused for that is said and counted.
 */
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { devNull } from 'node:os';
import { reasonOf } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import type { Log } from './send-answer.ts';

/** For connections to database, bucket and receivers, files that are read and written, and whoever reads the numbers. */
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

/** How many connections a process takes that may have so many handles. */
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
 * Refuses connections before there are no handles for anything else, and says once why, and once when it is over.
 * @returns what ends that
 */
export const keepHandles = (
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
  let since: number | null = null;
  let lately = false;
  const refused = metrics.connectionsRefused.of([]);
  const short = (cause: string): void => {
    if (since === null) log('error', 'Connections are refused: there are too few file handles', { cause });
    since ??= refused.value;
    lately = true;
    refused.value += 1;
  };
  server.on('drop', () =>
    short(`${server.maxConnections} connections are open, and the rest of ${handles} file handles is kept back`),
  );
  const timer = setInterval(() => {
    count();
    const why = whyNone();
    if (why !== null) short(why);
    else if (since !== null && !lately) {
      log('info', 'Connections are taken again', { refused: refused.value - since });
      since = null;
    }
    lately = false;
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
};
