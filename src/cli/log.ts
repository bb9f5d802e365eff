/** The service's log: one JSON line an event, never bodies, tokens or credentials. */
import { pino } from 'pino';

/** Writes one line. */
export type Log = (
  level: 'debug' | 'info' | 'error',
  message: string,
  details?: Readonly<Record<string, unknown>>,
) => void;

/** The log on stderr. @param level `error`, `info` or `debug`: what is less is left out */
export const createLog = (level: string): Log => {
  const logger = pino(
    { level, base: null, redact: ['authorization', 'token', 'password', 'pass'] },
    pino.destination(2),
  );
  return (severity, message, details = {}) => logger[severity](details, message);
};
