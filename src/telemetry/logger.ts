/** The service's log: one JSON line an event or a request, never bodies, tokens or credentials. */
import { pino } from 'pino';
import type { AccessLog } from './access-log.ts';
import { openLogStream } from './log-stream.ts';

/** Writes one line. */
export type Log = (
  level: 'debug' | 'info' | 'error',
  message: string,
  details?: Readonly<Record<string, unknown>>,
) => void;

type Line = (message: string, details: Readonly<Record<string, unknown>>) => void;

/** The loggers of events and of requests. */
export interface Logs {
  readonly log: Log;
  /** Missing where the level leaves requests out. */
  readonly accessLog: AccessLog | undefined;
}

/** Request lines are written in batches: most of the cost of a line is the system call. */
const TOGETHER = { ms: 100, length: 16_384 };

/** @param write writes text immediately */
const gatherLines = (write: (text: string) => unknown) => {
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines) write(lines);
    lines = '';
  };
  const add: AccessLog = ({ ms, ...answered }) => {
    const line = {
      level: pino.levels.values.info,
      time: Date.now(),
      ...answered,
      ms: Number(ms.toFixed(1)),
      msg: 'request',
    };
    lines += `${JSON.stringify(line)}\n`;
    timer ??= setTimeout(flush, TOGETHER.ms).unref();
    if (lines.length >= TOGETHER.length) flush();
  };
  return { add, flush };
};

/** Maximum lines for similar failures in a period; the others are counted in one line at its end. */
const ALIKE = { most: 10, whileMs: 60_000, kinds: 100 };
/** The varying parts of similar failures: numbers, and ids of requests and files. */
const VARYING = /[0-9a-f-]{4,}|\d+/g;

/**
 * Limits the lines of one fault: with a full disk each call fails until space is freed.
 * @param write writes a line
 */
export const limitRepeated = (write: Line, { most, whileMs, kinds }: typeof ALIKE = ALIKE): Line => {
  const met = new Map<string, number>();
  return (message, details) => {
    const exact = `${message} ${String(details.cause).replace(VARYING, '#')}`;
    // Causes that are all different are one kind, so that they stay bounded too.
    const kind = met.has(exact) || met.size < kinds ? exact : message;
    const times = (met.get(kind) ?? 0) + 1;
    met.set(kind, times);
    if (times <= most) write(message, details);
    if (times > 1) return;
    const over = (): void => {
      const more = (met.get(kind) ?? 0) - most;
      met.delete(kind);
      if (more > 0) write(message, { cause: details.cause, more });
    };
    setTimeout(over, whileMs).unref();
  };
};

/** The log on stderr. @param level `error`, `info` or `debug`: lower levels are omitted */
export const createLogs = (level: string): Logs => {
  const output = openLogStream((lines) => {
    requests.flush();
    logger.error({ lines }, 'The log could not be written, and lines of it are lost');
  });
  const logger = pino({ level, base: null, redact: ['authorization', 'token', 'password', 'pass'] }, output);
  // Flushed before any other line: lines stay in chronological order.
  const requests = gatherLines((text) => output.write(text));
  process.on('exit', requests.flush);
  const failed = limitRepeated((message, details) => logger.error(details, message));
  return {
    log: (severity, message, details = {}) => {
      requests.flush();
      if (severity === 'error') failed(message, details);
      else logger[severity](details, message);
    },
    accessLog: logger.isLevelEnabled('info') ? requests.add : undefined,
  };
};
