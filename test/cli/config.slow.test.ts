/**
 * Settings from the environment, from a file, and secrets from files; an error names the setting and the remedy
 * (docs/operating.md).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../src/cli/serve/serve.ts';
import { readConfig, settingsTable } from '../../src/config/config.ts';
import { commandOn } from '../support/command.ts';
import { databaseUrl, testDatabase } from '../support/postgres.ts';

let folder: string;
let count = 0;
/** Writes a file; returns its path. */
const file = async (text: string): Promise<string> => {
  count += 1;
  const place = path.join(folder, `settings-${count}`);
  await writeFile(place, text);
  return place;
};
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'broker-crm-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a settings file supplies values that the environment lacks; --config wins over CONFIG_FILE', async () => {
  const settings = await file(
    '# The service\nHOST=0.0.0.0\n\nPORT = 9000\r\nSMTP_FROM=\'Büro #1 <a@b.de>\' # who\nLOG_LEVEL="debug"\n',
  );
  const { host, port, smtpFrom, logLevel, workers } = readConfig({ CONFIG_FILE: settings, PORT: '9001', HOST: ' ' });
  expect({ host, port, smtpFrom, logLevel, workers }).toEqual({
    host: '0.0.0.0',
    port: 9001,
    smtpFrom: 'Büro #1 <a@b.de>',
    logLevel: 'debug',
    workers: 1,
  });
  const other = await file('WORKERS=3');
  expect(readConfig({ CONFIG_FILE: settings }, other)).toMatchObject({ workers: 3, port: 8080 });
});

test('a secret is read from the file that the environment or the settings file names', async () => {
  const url = await file('postgres://crm@db/crm#b\n');
  expect(readConfig({ DATABASE_URL_FILE: url }).databaseUrl).toBe('postgres://crm@db/crm#b');
  const settings = await file(`DATABASE_URL_FILE=${url}\nS3_SECRET_ACCESS_KEY=inside\n`);
  const { databaseUrl: found, s3SecretAccessKey } = readConfig({ CONFIG_FILE: settings });
  expect([found, s3SecretAccessKey]).toEqual(['postgres://crm@db/crm#b', 'inside']);
  // A value of the environment overrides the one of the file, in both forms.
  expect(readConfig({ CONFIG_FILE: settings, DATABASE_URL: 'postgres://other/' }).databaseUrl).toBe(
    'postgres://other/',
  );
  expect(readConfig({ CONFIG_FILE: settings, S3_SECRET_ACCESS_KEY_FILE: await file('own') }).s3SecretAccessKey).toBe(
    'own',
  );
  expect(readConfig({ S3_SECRET_ACCESS_KEY_FILE: await file('a\r\n') }).s3SecretAccessKey).toBe('a');
});

test.each([
  ['PORT=1\nDATABSE_URL=postgres://x/', 'line 2: there is no setting DATABSE_URL; the nearest is DATABASE_URL ('],
  ['smtp_from=a@b.de', 'line 1: there is no setting smtp_from; the nearest is SMTP_FROM ('],
  ['HOST_FILE=x', 'there is no setting HOST_FILE; the nearest is'],
  ['CONFIG_FILE=x', 'there is no setting CONFIG_FILE'],
  ['PORT 9000', 'line 1: expected NAME=value'],
  ['export PORT=9000', 'line 1: expected NAME=value'],
  ['\nSMTP_URL=smtps://u:a#b@host', 'line 2: the value of SMTP_URL has to stand in quotes'],
  ['SMTP_FROM="a" <b@c.de>', 'the value of SMTP_FROM has to stand in quotes'],
  ['SMTP_FROM="open', 'the value of SMTP_FROM has to stand in quotes'],
  ['PORT=1\nHOST=::\n\n PORT = 2', 'line 4: PORT is given in line 1 already; remove one of them.'],
  ['PORT=many', 'PORT: "many" is not valid; expected a whole number from 0 to 65535.'],
  ['SECRETS_KEY=short', 'SECRETS_KEY: the given value is not valid; expected 32 random bytes as base64'],
  ['OTEL_TRACES_SAMPLER_ARG=2', 'OTEL_TRACES_SAMPLER_ARG: "2" is not valid; expected a number from 0 to 1.'],
  ['OTEL_EXPORTER_OTLP_HEADERS=secret', 'the given value is not valid; expected headers such as api-key=secret'],
  ['SMTP_URL=smtps://a/\nSMTP_URL_FILE=/x', 'SMTP_URL and SMTP_URL_FILE are both given; remove one of them.'],
])('a settings file with %j is refused', async (text, message) => {
  const settings = await file(text);
  expect(() => readConfig({}, settings)).toThrow(message);
});

test('missing and empty files are reported with their setting', async () => {
  const nowhere = path.join(folder, 'nowhere');
  expect(() => readConfig({ CONFIG_FILE: nowhere })).toThrow(
    `CONFIG_FILE: the file ${nowhere} cannot be read (ENOENT).`,
  );
  expect(() => readConfig({ SECRETS_KEY_FILE: nowhere })).toThrow(
    `SECRETS_KEY_FILE: the file ${nowhere} cannot be read (ENOENT).`,
  );
  const empty = await file('\n');
  expect(() => readConfig({ SECRETS_KEY_FILE: empty })).toThrow(`SECRETS_KEY_FILE: the file ${empty} is empty.`);
  expect(() => readConfig({ SECRETS_KEY: 'x', SECRETS_KEY_FILE: empty })).toThrow(
    'SECRETS_KEY and SECRETS_KEY_FILE are both given',
  );
});

test('SECRETS_KEY_FILE accepts the format of the key file of the embedded database', async () => {
  const [first, second] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];
  const made = await file(`# Keys of the secrets, the first one encrypts.\n${first}\r\n\n${second}\n`);
  expect(readConfig({ SECRETS_KEY_FILE: made }).secretsKey).toEqual([first, second]);
  const none = await file('# Keys of the secrets\n');
  expect(() => readConfig({ SECRETS_KEY_FILE: none })).toThrow('SECRETS_KEY: the given value is not valid');
});

test('every command accepts --config, before and after its name', async () => {
  const database = await testDatabase();
  const url = await file(`${databaseUrl(database.connection)}\n`);
  const settings = await file(`DATABASE_URL_FILE=${url}\nDATA_DIR=${folder}\n`);
  const run = commandOn({});
  for (const words of [
    ['--config', settings, 'org', 'list'],
    ['org', 'list', `--config=${settings}`],
  ]) {
    const { code, json } = await run(...words);
    expect([code, json]).toEqual([0, []]);
  }
  const { code, json } = await run('org', 'list', '--config', path.join(folder, 'nowhere'));
  expect([code, json.error.message]).toEqual([1, expect.stringContaining('CONFIG_FILE: the file')]);
  await database.drop();
});

test('the help names the file setting of every secret', () => {
  const named = settingsTable.filter(({ about }) => /\w_FILE: a file with it\.$/.test(about)).map(({ name }) => name);
  expect(named).toEqual([
    'DATABASE_URL',
    'SECRETS_KEY',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'S3_SECRET_ACCESS_KEY',
    'BACKUP_KEY',
    'BACKUP_S3_SECRET_ACCESS_KEY',
    'SMTP_URL',
  ]);
});

test('the help names the S3 setting that decides where files are stored', () => {
  const about = (name: string) => settingsTable.find((setting) => setting.name === name)?.about;
  expect(about('S3_BUCKET')).toContain('empty keeps files in DATA_DIR');
  expect(about('S3_ENDPOINT')).toContain('empty for AWS');
});

const WHOLE = (from: number, to: number) => `a whole number from ${from} to ${to}`;
/** A wrong value of each setting, and the expected value that the message names. */
const WRONG: readonly (readonly [name: string, value: string, expected: string])[] = [
  ['HOST', 'http://0.0.0.0', 'an address or a host name'],
  ['PORT', '70000', WHOLE(0, 65535)],
  ['WORKERS', '0', WHOLE(1, 64)],
  ['DATABASE_URL', 'mysql://db/crm', 'a URL that starts with postgres://'],
  ['SECRETS_KEY', 'short', '32 random bytes as base64'],
  ['DRAIN_SECONDS', '1.5', WHOLE(0, 300)],
  ['TRUSTED_PROXIES', '10.0.0.0/8, proxy', 'addresses or networks such as 10.0.0.0/8'],
  ['CORS_ORIGINS', 'app.example.com', 'origins such as https://app.example.com'],
  ['CORS_ORIGINS', 'https://*.example.com', 'origins such as https://app.example.com, each in full'],
  ['METRICS_PORT', '0', WHOLE(1, 65535)],
  ['METRICS_HOST', '127.0.0.1/metrics', 'an address or a host name'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'a complete URL such as http://127.0.0.1:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', 'headers such as api-key=secret'],
  ['OTEL_TRACES_SAMPLER_ARG', '-1', 'a number from 0 to 1'],
  ['LOG_LEVEL', 'warn', 'one of error, info, debug'],
  ['S3_ENDPOINT', 'localhost:9000', 'a complete URL such as http://127.0.0.1:9000'],
  ['S3_BUCKET', 's3://files', 'the name of a bucket alone'],
  ['S3_REGION', 'eu central', 'a region such as eu-central-1'],
  ['BACKUP_TO', 'ftp://host/backup', 'a folder, or s3://bucket/path'],
  ['BACKUP_KEY', 'short', '32 random bytes as base64'],
  ['BACKUP_KEEP_DAYS', '0', WHOLE(1, 3650)],
  ['BACKUP_EVERY_SECONDS', '61', WHOLE(1, 60)],
  ['BACKUP_LOG_MB', '4 GB', WHOLE(64, 1_000_000)],
  ['BACKUP_S3_ENDPOINT', 'minio', 'a complete URL such as http://127.0.0.1:9000'],
  ['BACKUP_S3_REGION', 'eu/central', 'a region such as eu-central-1'],
  ['WEBHOOK_ALLOWED_NETWORKS', 'localhost', 'addresses or networks such as 10.0.0.0/8'],
  ['PUBLIC_URL', 'crm.example.com', 'a complete URL such as https://crm.example.com'],
  ['SMTP_URL', 'mail.example.com:25', 'a complete URL such as smtps://user:password@host'],
  ['SMTP_URL', 'smtp://', 'a complete URL such as smtps://user:password@host'],
  ['SMTP_FROM', 'Broker CRM', 'a mail address such as crm@example.com'],
];
/**
 * Settings that accept any text, or whose errors are reported at their first use (TLS:
 * test/fault-injection/tls.whole.test.ts).
 */
const ANY = [
  ...['DATA_DIR', 'TLS_CERT', 'TLS_KEY', 'CONFIG_FILE'],
  ...['S3_', 'BACKUP_S3_'].flatMap((of) => [`${of}ACCESS_KEY_ID`, `${of}SECRET_ACCESS_KEY`]),
];

test.each(WRONG)('an invalid %s is reported with the expected value', (name, value, expected) => {
  const secret = settingsTable.some(({ name: one, about }) => one === name && about.endsWith('_FILE: a file with it.'));
  const shown = secret ? 'the given value' : JSON.stringify(value);
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${shown} is not valid; expected ${expected}`);
});

test.each([
  'postgresql://u:p@ss:w/rd@db/crm',
  'postgres://u:p/w@db/crm',
  'postgres://u:p%E4ss@db/crm',
])('DATABASE_URL %s is refused: special characters of a password must be encoded', (url) => {
  expect(() => readConfig({ DATABASE_URL: url })).toThrow('special characters of a password are written as %XX');
});

test.each([
  'postgres://crm:p%40ss%2Fw@db/crm',
  'postgres://crm:p%C3%A4ss%41@db/crm',
  'postgres://crm:100%@db/crm',
  'postgres://crm@/crm?host=/run/postgresql',
  'postgres:///crm?host=/run/postgresql',
  'postgres://crm:a@[::1]:5432/crm',
  'postgres://crm@%2Frun%2Fpostgresql/crm',
])('DATABASE_URL %s is accepted', (url) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

/** In a DATA_DIR that cannot be one, so that a start that refuses nothing ends too. */
const started = (env: Record<string, string>) =>
  serve(readConfig({ DATA_DIR: '/dev/null/data', ...env }), () => {
    throw new Error('It started.');
  });

test('a start refuses a METRICS_PORT that equals PORT', async () => {
  await expect(started({ PORT: '8320', METRICS_PORT: '8320' })).rejects.toThrow(
    'METRICS_PORT must be another port than PORT (8320).',
  );
});

test('a start refuses METRICS_HOST if nothing would listen on it', async () => {
  const message = 'METRICS_HOST (no.such.host) is given without METRICS_PORT';
  await expect(started({ METRICS_HOST: 'no.such.host' })).rejects.toThrow(message);
  await expect(started({ METRICS_HOST: 'no.such.host', METRICS_PORT: '9464' })).rejects.not.toThrow(message);
  await expect(started({ METRICS_HOST: '127.0.0.1' })).rejects.not.toThrow('METRICS_HOST');
});

test.each([
  ['S3_ENDPOINT', 'http://127.0.0.1:9000'],
  ['S3_ACCESS_KEY_ID', 'x'],
  ['S3_SECRET_ACCESS_KEY', 'x'],
])('a start refuses %s without S3_BUCKET', async (name, value) => {
  const message = `${name} is given without S3_BUCKET`;
  await expect(started({ [name]: value })).rejects.toThrow(message);
  // That of the backups takes them too.
  const backup = { BACKUP_TO: 's3://backup/crm', BACKUP_KEY: Buffer.alloc(32).toString('base64') };
  await expect(started({ [name]: value, ...backup })).rejects.not.toThrow(message);
});

test('every setting has a test with an invalid value', () => {
  const all = settingsTable.map(({ name }) => name);
  const tried = [...new Set(WRONG.map(([name]) => name)), ...ANY].sort();
  expect(tried, 'Give each a value that is refused in WRONG, or its name in ANY where any text is one').toEqual(
    all.sort(),
  );
});

test('a DATA_DIR that is not a folder is reported', async () => {
  const { code, json } = await commandOn({ DATA_DIR: await file('not a folder') })('migrate');
  expect([code, json.error.message]).toEqual([1, expect.stringMatching(/DATA_DIR .* cannot be /)]);
});
