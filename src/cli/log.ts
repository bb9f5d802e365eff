/** The service's log: one JSON line an event or a request, never bodies, tokens or credentials. */
import { pino } from 'pino';
import type { AccessLog, Answered, AnswerKind } from '../access-log.ts';

/** Writes one line. */
export type Log = (
  level: 'debug' | 'info' | 'error',
  message: string,
  details?: Readonly<Record<string, unknown>>,
) => void;

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

/** The log on stderr. @param level `error`, `info` or `debug`: what is less is left out */
export const createLogs = (level: string): Logs => {
  const destination = pino.destination(2);
  const logger = pino({ level, base: null, redact: ['authorization', 'token', 'password', 'pass'] }, destination);
  const requests = gatherLines((text) => destination.write(text));
  process.on('exit', requests.flush);
  return {
    log: (severity, message, details = {}) => {
      // Lines stay in the order of what happened.
      requests.flush();
      logger[severity](details, message);
    },
    accessLog: logger.isLevelEnabled('info') ? requests.add : undefined,
  };
};
