/** The service's log: one JSON line an event or a request, never bodies, tokens or credentials. */
import { pino } from 'pino';
import type { AccessLog, Answered } from '../access-log.ts';

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

/** Written out: JSON.stringify would take twice as long, which every request pays (docs/performance.md). */
const lineOf = ({ request_id, method, route, status, ms, org_id, token_id, bytes }: Answered): string =>
  `{"level":${pino.levels.values.info},"time":${Date.now()},"request_id":"${request_id}","method":"${method}","route":"${route}","status":${status},"ms":${ms},"org_id":${org_id},"token_id":${token_id},"bytes":${bytes},"msg":"request"}\n`;

/** Gathers lines of requests. @param write writes text at once */
const gatherLines = (write: (text: string) => unknown) => {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting) write(waiting);
    waiting = '';
  };
  const add: AccessLog = (answered) => {
    waiting += lineOf(answered);
    if (waiting.length > TOGETHER.bytes) flush();
    else timer ??= setTimeout(flush, TOGETHER.ms).unref();
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
