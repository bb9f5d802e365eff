/** Lines that tell a person who waits how far something is, or that it goes on. */

/** Often enough to see that it goes on, and few lines of a log. */
const EVERY_MS = 2000;
/** Who sees nothing for longer believes that it hangs. */
const SILENT_MS = 5000;

/** When a line was written last, whoever wrote it. */
let spokenAt = Number.NEGATIVE_INFINITY;

/**
 * Writes lines, the first after `everyMs` and no more often than that; others are left out.
 * @returns what writes one, whenever the one before was written where it is the `last` of its kind
 */
export const everySoOften = (stream: NodeJS.WriteStream, everyMs = EVERY_MS) => {
  let toldAt = performance.now();
  return (line: string, last = false): void => {
    if (!last && performance.now() - toldAt < everyMs) return;
    toldAt = performance.now();
    spokenAt = toldAt;
    stream.write(`${line}\n`);
  };
};

/** Does work, and says from time to time that it goes on, where nobody has said lately how far it is. */
export const heardOf = async <T>(
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
