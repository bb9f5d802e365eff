/** Every setting with its default and one sentence; `broker-crm help config` and the README's table come from here. */
import { unescape as unescaped } from 'node:querystring';
import ipaddr from 'ipaddr.js';
import { fileSetting, SettingError, type Sourced, sourcesOf } from './config-sources.ts';

/** A bucket and a path in it, as BACKUP_TO names them. */
export const S3_PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([^\n]*))?$/;

interface Setting<T> extends Sourced {
  readonly fallback: string;
  readonly about: string;
  readonly parse: (text: string) => T;
}

const text = (value: string): string => value;
const whole =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) throw new Error(`a whole number from ${min} to ${max}`);
    return number;
  };
const optional =
  <T>(parse: (value: string) => T) =>
  (value: string): T | null =>
    value === '' ? null : parse(value);
const oneOf =
  (...values: string[]) =>
  (value: string): string => {
    if (!values.includes(value)) throw new Error(`one of ${values.join(', ')}`);
    return value;
  };
/** A text of one form, or none. */
const formed =
  (form: RegExp, expected: string) =>
  (value: string): string => {
    if (value && !form.test(value)) throw new Error(expected);
    return value;
  };
/** `localhost:9000` is a URL too, of a scheme that nobody means. */
const url =
  (such: string, ...schemes: string[]) =>
  (value: string): string => {
    if (value && !(URL.canParse(value) && schemes.some((scheme) => new URL(value).protocol === `${scheme}:`)))
      throw new Error(`a complete URL such as ${such}`);
    return value;
  };
const webUrl = (such: string) => url(such, 'http', 'https');
const host = formed(/^[\w.:%-]+$/, 'an address or a host name, such as 127.0.0.1, 0.0.0.0 or ::');
const bucket = formed(/^[\w.-]+$/, 'the name of a bucket alone');
const region = formed(/^[\w-]+$/, 'a region such as eu-central-1');
const mailAddress = formed(
  /^[^@\n]+@[^@\n]+$/,
  'a mail address such as crm@example.com or Broker CRM <crm@example.com>',
);
const backupPlace = (value: string): string => {
  if (/^(s3:|\w+:\/\/)/i.test(value) && !S3_PLACE.test(value)) throw new Error('a folder, or s3://bucket/path');
  return value;
};
/** Whether what is written as %XX is UTF-8: the %E4 of a password that was written in Latin-1 is no text. */
const isDecodable = (value: string): boolean => {
  try {
    for (const [written] of value.matchAll(/(?:%[\da-f]{2})+/gi)) decodeURIComponent(written);
    return true;
  } catch {
    return false;
  }
};
const databaseUrl = (value: string): string => {
  if (value && !/^postgres(ql)?:\/\//.test(value)) throw new Error('a URL that starts with postgres://');
  // A socket has no host; what else is no URL would be said to be so without a way out.
  if (value && !(URL.canParse(value.replace('@/', '@socket/'), 'postgres://base') && isDecodable(value)))
    throw new Error(
      'a URL such as postgres://user:password@host/database; special characters of a password are written as %XX of UTF-8 (/ as %2F, @ as %40, ä as %C3%A4)',
    );
  return value;
};
/** What stands between commas; none where nothing does. */
const parts = (value: string): readonly string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
/** Several of one form, separated by commas. */
const several =
  (fits: (one: string) => boolean, expected: string) =>
  (value: string): readonly string[] => {
    const all = parts(value);
    if (!all.every(fits)) throw new Error(expected);
    return all;
  };
const listedKeys = several(
  (one) => /^[A-Za-z0-9+/_-]{43}=?$/.test(one) && Buffer.from(one, 'base64').length === 32,
  '32 random bytes as base64 (several separated by commas), such as: openssl rand -base64 32',
);
/** A file of keys is as good as they are: one a line, among comments, as `secrets.key` in DATA_DIR has them. */
const keys = (value: string): readonly string[] => {
  const lines = value.split(/\r?\n/).filter((line) => !/^\s*(#|$)/.test(line));
  return listedKeys(lines.join(',') || value);
};
const networks = several(
  (one) => (one.includes('/') ? ipaddr.isValidCIDR(one) : ipaddr.isValid(one)),
  'addresses or networks such as 10.0.0.0/8, separated by commas',
);
const origins = several(
  (one) => one === '*' || (URL.canParse(one) && new URL(one).origin === one),
  'origins such as https://app.example.com, separated by commas, or *',
);

/** `name=value` pairs, percent-encoded where they need it. */
const headers = (value: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parts(value).map((one) => {
      const [, name, given] = /^([\w-]+)\s*=(.*)$/.exec(one) ?? [];
      if (!name || given === undefined) throw new Error('headers such as api-key=secret, separated by commas');
      return [name, unescaped(given.trim())];
    }),
  );
const share = (value: string): number => {
  const number = Number(value);
  if (!/^[\d.]+$/.test(value) || !(number >= 0 && number <= 1)) throw new Error('a number from 0 to 1');
  return number;
};

const define = <T>(
  name: string,
  fallback: string,
  about: string,
  parse: (value: string) => T,
  secret = false,
): Setting<T> => ({
  name,
  fallback,
  about,
  parse,
  secret,
});

const settings = {
  host: define('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all.', host),
  port: define('PORT', '8080', 'Port to listen on.', whole(0, 65535)),
  dataDir: define('DATA_DIR', './data', 'Folder of the embedded database and the files.', text),
  workers: define('WORKERS', '1', 'API processes on this machine; one serves two cores best.', whole(1, 64)),
  databaseUrl: define(
    'DATABASE_URL',
    '',
    'PostgreSQL 15 to 18 (or Citus) to use instead of the embedded one.',
    databaseUrl,
    true,
  ),
  secretsKey: define(
    'SECRETS_KEY',
    '',
    'Key that encrypts secrets in the database (32 bytes, base64; the first of several). Empty: a file in DATA_DIR.',
    keys,
    true,
  ),
  drainSeconds: define(
    'DRAIN_SECONDS',
    '0',
    'Seconds in which it goes on answering after SIGTERM, while /readyz says 503 to a load balancer.',
    whole(0, 300),
  ),
  tlsCert: define('TLS_CERT', '', 'File of the certificate chain (PEM); with TLS_KEY the service speaks HTTPS.', text),
  tlsKey: define('TLS_KEY', '', 'File of its private key (PEM). Both are read again when they change.', text),
  trustedProxies: define('TRUSTED_PROXIES', '', 'Networks of proxies whose X-Forwarded-For counts.', networks),
  corsOrigins: define(
    'CORS_ORIGINS',
    '',
    'Origins whose pages may call the API, such as https://app.example.com; * for all.',
    origins,
  ),
  metricsPort: define(
    'METRICS_PORT',
    '',
    'Port of /metrics for Prometheus; empty for none.',
    optional(whole(1, 65535)),
  ),
  metricsHost: define('METRICS_HOST', '127.0.0.1', 'Address that METRICS_PORT listens on.', host),
  otlpEndpoint: define(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'OpenTelemetry collector that gets traces (OTLP/HTTP), such as http://127.0.0.1:4318; empty for none.',
    webUrl('http://127.0.0.1:4318'),
  ),
  otlpHeaders: define(
    'OTEL_EXPORTER_OTLP_HEADERS',
    '',
    'Headers for the collector: name=value, separated by commas.',
    headers,
    true,
  ),
  traceShare: define(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'Share of the requests that are traced where their caller does not say; 0 to 1.',
    share,
  ),
  logLevel: define('LOG_LEVEL', 'info', 'What is logged: error, info or debug.', oneOf('error', 'info', 'debug')),
  s3Endpoint: define(
    'S3_ENDPOINT',
    '',
    'S3 service for file content; empty keeps files in DATA_DIR.',
    webUrl('http://127.0.0.1:9000'),
  ),
  s3Bucket: define('S3_BUCKET', '', 'Bucket for file content.', bucket),
  s3Region: define('S3_REGION', 'eu-central-1', 'Region of the bucket.', region),
  s3AccessKeyId: define('S3_ACCESS_KEY_ID', '', 'Access key for the bucket.', text),
  s3SecretAccessKey: define('S3_SECRET_ACCESS_KEY', '', 'Secret key for the bucket.', text, true),
  backupTo: define(
    'BACKUP_TO',
    '',
    'Folder or s3://bucket/path that the service backs itself up to, all the time; empty for none.',
    backupPlace,
  ),
  backupKey: define(
    'BACKUP_KEY',
    '',
    'Key that encrypts backups (32 bytes, base64; the first of several, all of them read). Nothing opens them without it.',
    keys,
    true,
  ),
  backupKeepDays: define('BACKUP_KEEP_DAYS', '7', 'Days whose every moment can be restored.', whole(1, 3650)),
  backupEverySeconds: define(
    'BACKUP_EVERY_SECONDS',
    '20',
    'Seconds of writes that may be lost with the machine.',
    whole(1, 60),
  ),
  backupLogMb: define(
    'BACKUP_LOG_MB',
    '4096',
    'Log of the database that waits on this machine while BACKUP_TO cannot be reached; with more, history has a gap.',
    whole(64, 1_000_000),
  ),
  backupS3Endpoint: define(
    'BACKUP_S3_ENDPOINT',
    '',
    'S3 service of BACKUP_TO; empty for S3_ENDPOINT.',
    webUrl('http://127.0.0.1:9000'),
  ),
  backupS3Region: define('BACKUP_S3_REGION', '', 'Its region; empty for S3_REGION.', region),
  backupS3AccessKeyId: define('BACKUP_S3_ACCESS_KEY_ID', '', 'Its access key; empty for that of S3_BUCKET.', text),
  backupS3SecretAccessKey: define(
    'BACKUP_S3_SECRET_ACCESS_KEY',
    '',
    'Its secret key; empty for that of S3_BUCKET.',
    text,
    true,
  ),
  webhookAllowedNetworks: define(
    'WEBHOOK_ALLOWED_NETWORKS',
    '',
    'Private networks that webhooks may reach, for development.',
    networks,
  ),
  publicUrl: define(
    'PUBLIC_URL',
    '',
    'Address under which browsers reach the service, for the links it sends.',
    webUrl('https://crm.example.com'),
  ),
  smtpUrl: define(
    'SMTP_URL',
    '',
    'Mail server for links and warnings, such as smtps://user:password@host.',
    url('smtps://user:password@host', 'smtp', 'smtps'),
    true,
  ),
  smtpFrom: define('SMTP_FROM', 'broker-crm@localhost', 'Sender of its mails.', mailAddress),
} satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;

/** The configuration. */
export type Config = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never };

const table: readonly Setting<unknown>[] = Object.values(settings);

/** The settings for help texts: name, default, one sentence; what a secret's file is named by. */
export const settingsTable = [
  ...table.map(({ name, fallback, about, secret }) => ({
    name,
    fallback,
    about: secret ? `${about} ${fileSetting(name)}: a file with it.` : about,
  })),
  { name: 'CONFIG_FILE', fallback: '', about: 'File of settings, NAME=value a line (--config); the environment wins.' },
];

/**
 * Reads the configuration.
 * @param file the file of settings; by default the one that CONFIG_FILE names
 * @throws SettingError that names the setting, its value (never a secret) and what is expected
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>, file?: string): Config => {
  const textOf = sourcesOf(env, table, file);
  const entries = Object.entries(settings).map(([key, setting]) => {
    const value = textOf(setting) ?? setting.fallback;
    try {
      return [key, setting.parse(value)];
    } catch (error) {
      const shown = setting.secret ? 'the given value' : JSON.stringify(value);
      throw new SettingError(`${setting.name}: ${shown} is not valid; expected ${(error as Error).message}.`);
    }
  });
  return Object.freeze(Object.fromEntries(entries)) as Config;
};
