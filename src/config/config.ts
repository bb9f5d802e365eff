/** Every setting with its default and one sentence; `broker-crm help config` and the table of docs/configuration.md come from here. */

import {
  backupPlace,
  bucket,
  databaseUrl,
  headers,
  host,
  keys,
  mailAddress,
  networks,
  oneOf,
  optional,
  origins,
  region,
  share,
  text,
  url,
  webUrl,
  whole,
} from './parsers.ts';
import { fileSetting, SettingError, type Sourced, secretFilesOf, sourcesOf } from './sources.ts';

interface Setting<T> extends Sourced {
  readonly fallback: string;
  readonly about: string;
  readonly parse: (text: string) => T;
}

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
    'Seconds for which it continues to answer after SIGTERM, while /readyz says 503 to a load balancer.',
    whole(0, 300),
  ),
  tlsCert: define('TLS_CERT', '', 'File of the certificate chain (PEM); with TLS_KEY the service speaks HTTPS.', text),
  tlsKey: define('TLS_KEY', '', 'File of its private key (PEM). Both are read again when they change.', text),
  trustedProxies: define(
    'TRUSTED_PROXIES',
    '',
    'Networks of trusted proxies, whose X-Forwarded-For is used.',
    networks,
  ),
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
    'Share of traced requests among those without a trace of their client; 0 to 1.',
    share,
  ),
  logLevel: define('LOG_LEVEL', 'info', 'Log level: error, info or debug.', oneOf('error', 'info', 'debug')),
  s3Endpoint: define('S3_ENDPOINT', '', 'S3 service of S3_BUCKET; empty for AWS.', webUrl('http://127.0.0.1:9000')),
  s3Bucket: define('S3_BUCKET', '', 'Bucket for file content; empty keeps files in DATA_DIR.', bucket),
  s3Region: define('S3_REGION', 'eu-central-1', 'Region of the bucket.', region),
  s3AccessKeyId: define('S3_ACCESS_KEY_ID', '', 'Access key for the bucket.', text),
  s3SecretAccessKey: define('S3_SECRET_ACCESS_KEY', '', 'Secret key for the bucket.', text, true),
  backupTo: define(
    'BACKUP_TO',
    '',
    'Folder or s3://bucket/path of the continuous backup; empty for none.',
    backupPlace,
  ),
  backupKey: define(
    'BACKUP_KEY',
    '',
    'Key that encrypts backups, in the age format (32 bytes, base64; the first of several encrypts, all decrypt). Without it backups are unreadable.',
    keys,
    true,
  ),
  backupKeepDays: define('BACKUP_KEEP_DAYS', '7', 'Days of which every moment can be restored.', whole(1, 3650)),
  backupEverySeconds: define(
    'BACKUP_EVERY_SECONDS',
    '20',
    'Seconds between two rounds of the backup; a lost machine costs at most this time plus that of a round.',
    whole(1, 60),
  ),
  backupLogMb: define(
    'BACKUP_LOG_MB',
    '4096',
    'Maximum of compressed WAL that waits on this machine while BACKUP_TO is unreachable; beyond it, history has a gap.',
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
    'Private networks that webhooks, mail servers and issuers of organisations may be in.',
    networks,
  ),
  publicUrl: define(
    'PUBLIC_URL',
    '',
    'Address under which browsers reach the service, for the links it sends. Passkeys belong to its host.',
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
export type Config = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never } & {
  /** Paths of the files that secrets were read from. */
  readonly secretFiles: readonly string[];
};

const table: readonly Setting<unknown>[] = Object.values(settings);

/** The settings for help texts: name, default, one sentence; the variable of a secret's file. */
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
  const secretFiles = secretFilesOf(env, table, file);
  return Object.freeze({ ...Object.fromEntries(entries), secretFiles }) as Config;
};
