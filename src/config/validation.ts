/** Settings that fit only together; each for itself is good (config.ts). */
import { type Config, settingsTable } from './config.ts';
import { S3_PLACE } from './parsers.ts';
import { SettingError } from './sources.ts';

const EVERY_ADDRESS: readonly string[] = ['0.0.0.0', '::'];
const OWN_ADDRESS = settingsTable.find(({ name }) => name === 'METRICS_HOST')?.fallback;
const OF_A_BUCKET = [
  ['S3_ENDPOINT', 's3Endpoint'],
  ['S3_ACCESS_KEY_ID', 's3AccessKeyId'],
  ['S3_SECRET_ACCESS_KEY', 's3SecretAccessKey'],
] as const;

/** @throws SettingError where two ports are one */
export const assertDistinctPorts = (config: Config): void => {
  const hosts = [config.host, config.metricsHost];
  const meet = hosts[0] === hosts[1] || hosts.some((host) => EVERY_ADDRESS.includes(host));
  if (config.port && config.metricsPort === config.port && meet)
    throw new SettingError(`METRICS_PORT must be another port than PORT (${config.port}).`);
};

/** @throws SettingError where a host is set for metrics without a port */
export const assertMetricsPort = ({ metricsHost, metricsPort }: Config): void => {
  if (metricsHost !== OWN_ADDRESS && !metricsPort)
    throw new SettingError(
      `METRICS_HOST (${metricsHost}) is given without METRICS_PORT, so that nothing would listen there; set both, or none.`,
    );
};

/** @throws SettingError if a bucket is configured without its name; the settings of BACKUP_TO may be meant */
export const assertBucketName = (config: Config): void => {
  const given = OF_A_BUCKET.find(([, key]) => config[key]);
  if (given && !config.s3Bucket && !S3_PLACE.test(config.backupTo))
    throw new SettingError(
      `${given[0]} is given without S3_BUCKET, so that files would stay in DATA_DIR; set both, or none.`,
    );
};
