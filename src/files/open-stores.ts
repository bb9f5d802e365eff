/** The keepers that the settings name: S3 where it is configured, and the disk for what lies there. */
import { resolve } from 'node:path';
import { createDiskStore } from './disk-store.ts';
import { type FileStores, fileStores } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

/** The settings that matter here. */
export interface FileSettings {
  readonly dataDir: string;
  readonly s3Endpoint: string;
  readonly s3Bucket: string;
  readonly s3Region: string;
  readonly s3AccessKeyId: string;
  readonly s3SecretAccessKey: string;
}

/** Opens them; nothing is read or written yet. */
export const openStores = (settings: FileSettings): FileStores => {
  const disk = createDiskStore(resolve(settings.dataDir, 'files'));
  if (!settings.s3Bucket) return fileStores([disk]);
  const s3 = createS3Store({
    endpoint: settings.s3Endpoint,
    bucket: settings.s3Bucket,
    region: settings.s3Region,
    accessKeyId: settings.s3AccessKeyId,
    secretAccessKey: settings.s3SecretAccessKey,
  });
  return fileStores([s3, disk]);
};
