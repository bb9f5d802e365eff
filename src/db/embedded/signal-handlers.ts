/**
 * Signal handlers of a command: a signal first stops the processes that it started, then dependent work fails, and
 * the command ends.
 */
import { constants } from 'node:os';

/** Signals that ask a process to end; SIGHUP after its terminal is closed. */
export const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** After this time work that ignores the signal is abandoned. */
const LATE_MS = 5_000;
let received: (typeof STOPS)[number] | undefined;
const stops = new Set<() => Promise<unknown>>();

/** The exit code of a process that a signal ends; null where none came. */
export const isSignalled = (): number | null => (received ? 128 + constants.signals[received] : null);

const handle = (signal: (typeof STOPS)[number]): void => {
  if (received) return;
  received = signal;
  void Promise.allSettled([...stops].map((stop) => stop())).then(() =>
    setTimeout(() => process.exit(isSignalled() ?? 1), LATE_MS).unref(),
  );
};

/** Adds a handler that stops something at a signal. @returns a function that removes it */
export const stopOnSignals = (stop: () => Promise<unknown>): (() => void) => {
  if (!stops.size) for (const signal of STOPS) process.on(signal, handle);
  stops.add(stop);
  return () => {
    stops.delete(stop);
    if (!stops.size) for (const signal of STOPS) process.off(signal, handle);
  };
};
