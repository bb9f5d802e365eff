/** Where backups go to and what encrypts them, as settings and commands name it. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type BackupKey, backupKey } from '../backup/encryption.ts';
import type { Config } from '../config.ts';
import { S3_PLACE } from '../config-values.ts';
import { createBucketRepository } from '../files/bucket-repository.ts';
import { createFolderRepository } from '../files/folder-repository.ts';
import { openSpool } from '../files/open-stores.ts';
import type { Repository } from '../files/repository.ts';
import { Refusal } from './refusal.ts';

/** A path without links, however much of it there is already. */
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
 * Opens the place; nothing is read or written yet.
 * @throws Refusal where it would be lost with what it is a copy of
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
    return createBucketRepository(settings, steps.map((step) => `${step}/`).join(''), openSpool(config));
  }
  if (/^[a-z0-9]+:\/\//i.test(place))
    throw new Refusal('backup_target', `${place} is neither a folder nor s3://bucket/path.`);
  if (isWithin(place, config.dataDir))
    throw new Refusal(
      'backup_target',
      `${place} lies in DATA_DIR ${config.dataDir}, with which it would be lost: name a folder on another disk or machine, or a bucket.`,
    );
  return createFolderRepository(place);
};

/** The place that backups go on to, as notes name it; null where they go on nowhere. @throws as `openTarget` */
export const lastingPlace = (config: Config): string | null =>
  config.backupTo ? openTarget(config, config.backupTo).place : null;

/** The keys, the first of which encrypts. @throws Refusal where there is none */
export const backupKeys = ({ backupKey: texts }: Config): readonly [BackupKey, ...BackupKey[]] => {
  const [first, ...others] = texts.map(backupKey);
  if (!first)
    throw new Refusal(
      'backup_key_missing',
      'BACKUP_KEY is not set. Backups are encrypted with it, and nothing opens them without it: make one (openssl rand -base64 32), and keep a copy of it apart from this machine and from the backup.',
    );
  return [first, ...others];
};
