/** What a command has started ends with it: a signal stops that first, the work that needed it fails, and the command ends. */
import { constants } from 'node:os';

/** What asks a process to end; SIGHUP where its terminal, or the line to that, is gone. */
export const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Work that does not notice is left after so many milliseconds. */
const LATE_MS = 5_000;
let received: (typeof STOPS)[number] | undefined;
const stops = new Set<() => Promise<unknown>>();

/** The exit code of a process that a signal ends; null where none came. */
export const signalled = (): number | null => (received ? 128 + constants.signals[received] : null);

const handle = (signal: (typeof STOPS)[number]): void => {
  if (received) return;
  received = signal;
  void Promise.allSettled([...stops].map((stop) => stop())).then(() =>
    setTimeout(() => process.exit(signalled() ?? 1), LATE_MS).unref(),
  );
};

/** Has a signal stop something, beside what it stops already. @returns what takes that back */
export const stoppedBySignals = (stop: () => Promise<unknown>): (() => void) => {
  if (!stops.size) for (const signal of STOPS) process.on(signal, handle);
  stops.add(stop);
  return () => {
    stops.delete(stop);
    if (!stops.size) for (const signal of STOPS) process.off(signal, handle);
  };
};
