/** The service's log: one JSON line an event or a request, never bodies, tokens or credentials. */
import { pino } from 'pino';
import type { AccessLog, Answered, AnswerKind } from '../access-log.ts';
import { openOutput } from './log-output.ts';

/** Writes one line. */
export type Log = (
  level: 'debug' | 'info' | 'error',
  message: string,
  details?: Readonly<Record<string, unknown>>,
) => void;

type Line = (message: string, details: Readonly<Record<string, unknown>>) => void;

/** What is written of events and of requests. */
export interface Logs {
  readonly log: Log;
  /** Missing where the level leaves requests out. */
  readonly accessLog: AccessLog | undefined;
}

/** Lines of requests are written together: what one costs is most of all the call of the system. */
const TOGETHER = { ms: 100, bytes: 16_384 };

/** The part of a line that answers of one kind have in common. */
const parts = new WeakMap<AnswerKind, string>();

const partOf = (kind: AnswerKind): string => {
  const known = parts.get(kind);
  if (known !== undefined) return known;
  const { method, route, status } = kind;
  const part = `","method":"${method}","route":"${route}","status":${status},"ms":`;
  parts.set(kind, part);
  return part;
};

/** Milliseconds with one decimal; made of whole numbers, which Node.js prints faster than others. */
const printed = (ms: number): string => {
  const tenths = Math.round(ms * 10);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
};

const BEGIN = `{"level":${pino.levels.values.info},"time":`;

/** Written out: JSON.stringify would take twice as long, which every request pays (docs/performance.md). */
const lineOf = ({ request_id, kind, ms, org_id, token_id, bytes }: Answered): string =>
  `${BEGIN}${Date.now()},"request_id":"${request_id}${partOf(kind)}${printed(ms)},"org_id":${org_id},"token_id":${token_id},"bytes":${bytes},"msg":"request"}\n`;

/**
 * Gathers lines of requests as bytes, because a text of so many pieces would be put together by its writer. They are ASCII.
 * @param write writes text at once
 */
const gatherLines = (write: (text: string) => unknown) => {
  const bytes = Buffer.allocUnsafe(TOGETHER.bytes);
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (length) write(bytes.toString('latin1', 0, length));
    length = 0;
  };
  const add: AccessLog = (answered) => {
    const line = lineOf(answered);
    if (length + line.length > bytes.length) flush();
    length += bytes.write(line, length, 'latin1');
    timer ??= setTimeout(flush, TOGETHER.ms).unref();
  };
  return { add, flush };
};

/** Of failures of one kind so many lines are written in a while; of the others it says at its end how many there were. */
const ALIKE = { most: 10, whileMs: 60_000, kinds: 100 };
/** What differs between failures of one kind: numbers, and ids of requests and files. */
const VARYING = /[0-9a-f-]{4,}|\d+/g;

/**
 * Bounds what one fault makes of lines: with a full disk each call fails, for as long as nobody makes room.
 * @param write writes a line
 */
export const boundAlike = (write: Line, { most, whileMs, kinds }: typeof ALIKE = ALIKE): Line => {
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

/** The log on stderr. @param level `error`, `info` or `debug`: what is less is left out */
export const createLogs = (level: string): Logs => {
  const output = openOutput((lines) => {
    requests.flush();
    logger.error({ lines }, 'The log could not be written, and lines of it are lost');
  });
  const logger = pino({ level, base: null, redact: ['authorization', 'token', 'password', 'pass'] }, output);
  // Written out before any other line: lines stay in the order of what happened.
  const requests = gatherLines((text) => output.write(text));
  process.on('exit', requests.flush);
  const failed = boundAlike((message, details) => logger.error(details, message));
  return {
    log: (severity, message, details = {}) => {
      requests.flush();
      if (severity === 'error') failed(message, details);
      else logger[severity](details, message);
    },
    accessLog: logger.isLevelEnabled('info') ? requests.add : undefined,
  };
};
