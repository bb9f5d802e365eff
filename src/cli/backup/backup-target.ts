/** Targets and encryption keys of backups, from settings and command arguments. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type BackupKey, backupKey } from '../../backup/backup-encryption.ts';
import type { Repository } from '../../backup/backup-repository.ts';
import { createFolderRepository } from '../../backup/folder-repository.ts';
import { createS3Repository } from '../../backup/s3-repository.ts';
import type { Config } from '../../config/config.ts';
import { S3_PLACE } from '../../config/parsers.ts';
import { openSpool } from '../../files/open-stores.ts';
import { CliError } from '../terminal/cli-error.ts';

/** A path with its links resolved, as far as it exists. */
const real = (path: string): string => {
  const whole = resolve(path);
  if (existsSync(whole) || whole === dirname(whole)) return existsSync(whole) ? realpathSync(whole) : whole;
  return join(real(dirname(whole)), basename(whole));
};

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(real(folder), real(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) !== way;
};

/**
 * Opens a repository without reading or writing.
 * @throws CliError if the target would be lost together with its source
 */
export const openTarget = (config: Config, place: string): Repository => {
  const [, bucket, path = ''] = S3_PLACE.exec(place) ?? [];
  if (bucket) {
    const settings = {
      bucket,
      endpoint: config.backupS3Endpoint || config.s3Endpoint,
      region: config.backupS3Region || config.s3Region,
      accessKeyId: config.backupS3AccessKeyId || config.s3AccessKeyId,
      secretAccessKey: config.backupS3SecretAccessKey || config.s3SecretAccessKey,
      keySettings:
        'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY (or S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY)',
    };
    const steps = path.split('/').filter(Boolean);
    return createS3Repository(settings, steps.map((step) => `${step}/`).join(''), openSpool(config));
  }
  if (/^[a-z0-9]+:\/\//i.test(place))
    throw new CliError('backup_target', `${place} is neither a folder nor s3://bucket/path.`);
  if (isWithin(place, config.dataDir))
    throw new CliError(
      'backup_target',
      `${place} lies in DATA_DIR ${config.dataDir}, with which it would be lost: name a folder on another disk or machine, or a bucket.`,
    );
  return createFolderRepository(place);
};

/** The target of continuous backups, as status files name it; null without one. @throws as `openTarget` */
export const durablePath = (config: Config): string | null =>
  config.backupTo ? openTarget(config, config.backupTo).place : null;

/** The keys; the first encrypts. @throws CliError if there is none */
export const backupKeys = ({ backupKey: texts }: Config): readonly [BackupKey, ...BackupKey[]] => {
  const [first, ...others] = texts.map(backupKey);
  if (!first)
    throw new CliError(
      'backup_key_missing',
      'BACKUP_KEY is not set. Backups are encrypted with it, and nothing opens them without it: make one (openssl rand -base64 32), and keep a copy of it apart from this machine and from the backup.',
    );
  return [first, ...others];
};
