/** Connections that the service itself encrypts: settings TLS_CERT and TLS_KEY, read again when the files change. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Server } from 'node:https';
import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '../shared/durations.ts';
import { createLogThrottle } from '../telemetry/log-throttle.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Config } from './config.ts';
import { SettingError } from './sources.ts';

/** The chain and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

type Log = (level: 'info' | 'error', message: string, details: Readonly<Record<string, unknown>>) => void;

type Files = Pick<Config, 'tlsCert' | 'tlsKey'>;

/** A certificate that was renewed is in use after this time. */
const LOOK_EVERY_MS = 10_000;
/** Certificates are renewed long before this. */
export const SOON_MS = 14 * DAY_MS;

const read = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new SettingError(`${name}: the file ${path} cannot be read (${code}).`, { cause });
  }
};

const parsed = <T>(name: string, path: string, what: string, parse: () => T): T => {
  try {
    return parse();
  } catch (cause) {
    throw new SettingError(`${name}: the file ${path} has no ${what} in PEM.`, { cause });
  }
};

/**
 * @returns null where the service speaks plain HTTP
 * @throws SettingError that says which setting or file is wrong: one alone, unreadable, no PEM, not of each other
 */
export const readCertificate = ({ tlsCert, tlsKey }: Files): Certificate | null => {
  if (!tlsCert && !tlsKey) return null;
  if (!tlsCert || !tlsKey) {
    const [given, missing] = tlsCert ? ['TLS_CERT', 'TLS_KEY'] : ['TLS_KEY', 'TLS_CERT'];
    throw new SettingError(`${given} is given without ${missing}; set both, or none.`);
  }
  const [cert, key] = [read('TLS_CERT', tlsCert), read('TLS_KEY', tlsKey)];
  const certificate = parsed('TLS_CERT', tlsCert, 'certificate', () => new X509Certificate(cert));
  const privateKey = parsed('TLS_KEY', tlsKey, 'private key without a password', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey))
    throw new SettingError(`TLS_KEY: ${tlsKey} is not the key of the certificate in ${tlsCert}.`);
  return { cert, key };
};

/** When a certificate ends, in milliseconds. */
export const expiryOf = ({ cert }: Certificate): number => Date.parse(new X509Certificate(cert).validTo);

/** Logs once a day that a certificate ends soon or has ended. */
const createExpiryLog = (log: Log) => {
  const isDue = createLogThrottle(DAY_MS);
  return (end: number): void => {
    const left = end - Date.now();
    if (left > SOON_MS || !isDue(end)) return;
    const message = left > 0 ? 'The certificate ends soon' : 'The certificate has ended, and callers refuse it';
    log('error', message, { valid_to: new Date(end).toISOString() });
  };
};

/**
 * Uses a renewed certificate for new connections; open ones continue. An unusable certificate is logged once, and the
 * previous one stays; its expiry is a metric and is logged in time.
 * @param first the certificate of the server's start
 * @returns a function that stops it
 */
export const watchCertificate = (
  server: object,
  first: Certificate | null,
  { config, log, metrics }: { config: Files; log: Log; metrics: Pick<Metrics, 'certificateEnd'> },
): (() => void) => {
  if (!(first && server instanceof Server)) return () => undefined;
  let used = first;
  let end = expiryOf(first);
  let logged = '';
  const logExpiry = createExpiryLog(log);
  const renew = (): void => {
    const certificate = readCertificate(config);
    if (!certificate || isDeepStrictEqual(certificate, used)) return;
    server.setSecureContext(certificate);
    [used, end, logged] = [certificate, expiryOf(certificate), ''];
    log('info', 'A renewed certificate is in use', { valid_to: new Date(end).toISOString() });
  };
  const look = (): void => {
    try {
      renew();
    } catch (error) {
      const { message } = error as Error;
      if (message !== logged) log('error', 'The previous certificate stays in use', { cause: message });
      logged = message;
    }
    logExpiry(end);
  };
  logExpiry(end);
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  const endShowing = metrics.certificateEnd.show(() => [[[], end / 1000]]);
  return () => {
    clearInterval(timer);
    endShowing();
  };
};
