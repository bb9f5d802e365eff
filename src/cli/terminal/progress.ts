/** Progress lines, heartbeats and spinners on a terminal. */
import type { Log } from '../../telemetry/logger.ts';

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

const SPINNER = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
const FRAME_MS = 100;

/**
 * Runs a step of a long start: on a terminal with a spinner that becomes a plain line at its end, elsewhere with a line
 * of the log.
 */
export const withStep = async <T>(
  title: string,
  work: () => Promise<T>,
  { log, stream = process.stderr }: { readonly log: Log; readonly stream?: NodeJS.WriteStream },
): Promise<T> => {
  if (!stream.isTTY) {
    log('info', title);
    return work();
  }
  const beganAt = performance.now();
  let frame = 0;
  const draw = (mark = SPINNER[frame++ % SPINNER.length]): void => {
    stream.write(`\r\x1b[2K${mark} ${title}, ${((performance.now() - beganAt) / 1000).toFixed(1)} s`);
  };
  draw();
  const timer = setInterval(draw, FRAME_MS);
  try {
    const result = await work();
    draw('✓');
    return result;
  } finally {
    clearInterval(timer);
    stream.write('\n');
  }
};
