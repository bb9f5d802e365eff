/** What a command has started ends with it: a signal stops that first, the work that needed it fails, and the command ends. */
import { constants } from 'node:os';

/** What asks a process to end; SIGHUP where its terminal, or the line to that, is gone. */
export const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Work that does not notice is left after so many milliseconds. */
const LATE_MS = 5_000;
let received: (typeof STOPS)[number] | undefined;

/** The exit code of a process that a signal ends; null where none came. */
export const signalled = (): number | null => (received ? 128 + constants.signals[received] : null);

/** Has a signal stop something. @returns what takes that back */
export const stoppedBySignals = (stop: () => Promise<unknown>): (() => void) => {
  const handle = (signal: (typeof STOPS)[number]): void => {
    if (received) return;
    received = signal;
    const leave = () => setTimeout(() => process.exit(signalled() ?? 1), LATE_MS).unref();
    void stop().then(leave, leave);
  };
  for (const signal of STOPS) process.on(signal, handle);
  return () => {
    for (const signal of STOPS) process.off(signal, handle);
  };
};
