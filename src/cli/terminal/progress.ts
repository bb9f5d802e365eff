/** Progress lines and heartbeats on a terminal. */

/** Frequent enough to show progress, rare enough for a log. */
const EVERY_MS = 2000;
/** After a longer silence a command seems to hang. */
const SILENT_MS = 5000;

/** Time of the last line, from any source. */
let spokenAt = Number.NEGATIVE_INFINITY;

/**
 * Throttled output: the first line after `everyMs`, then at most one per interval; others are dropped.
 * @returns a function that writes a line; the `last` of its kind is written if an earlier one was
 */
export const every = (stream: NodeJS.WriteStream, everyMs = EVERY_MS) => {
  let printedAt = performance.now();
  return (line: string, last = false): void => {
    if (!last && performance.now() - printedAt < everyMs) return;
    printedAt = performance.now();
    spokenAt = printedAt;
    stream.write(`${line}\n`);
  };
};

/** Runs work with a heartbeat line at intervals without other progress. */
export const withHeartbeat = async <T>(
  stream: NodeJS.WriteStream,
  work: () => Promise<T>,
  silentMs = SILENT_MS,
): Promise<T> => {
  const beganAt = performance.now();
  let saidAt = beganAt;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - Math.max(saidAt, spokenAt) < silentMs) return;
    saidAt = now;
    stream.write(`still at work, ${((now - beganAt) / 1000).toFixed(0)} s so far\n`);
  }, silentMs / 5).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};
