/** The stores that the settings name: S3 where it is configured, and the disk for content that is there. */
import { resolve } from 'node:path';
import { createDiskStore, uploadFolderOf } from './disk-store.ts';
import { type FileStores, fileStores } from './object-store.ts';
import { createS3Store } from './s3-store.ts';
import { createSpool, type Spool } from './spool.ts';

/** The settings that matter here. */
export interface FileSettings {
  readonly dataDir: string;
  readonly s3Endpoint: string;
  readonly s3Bucket: string;
  readonly s3Region: string;
  readonly s3AccessKeyId: string;
  readonly s3SecretAccessKey: string;
}

/** Where the disk keeps content. */
export const folderOf = ({ dataDir }: Pick<FileSettings, 'dataDir'>): string => resolve(dataDir, 'files');

/** Where content waits until it is stored: on the file system of the disk store, so that storing is a rename. */
export const openSpool = (settings: Pick<FileSettings, 'dataDir' | 's3Bucket'>): Spool =>
  createSpool(uploadFolderOf(folderOf(settings)), !settings.s3Bucket);

/** Opens them; nothing is read or written yet. */
export const openStores = (settings: FileSettings): FileStores => {
  const disk = createDiskStore(folderOf(settings));
  if (!settings.s3Bucket) return fileStores([disk]);
  const bucket = {
    endpoint: settings.s3Endpoint,
    bucket: settings.s3Bucket,
    region: settings.s3Region,
    accessKeyId: settings.s3AccessKeyId,
    secretAccessKey: settings.s3SecretAccessKey,
  };
  return fileStores([createS3Store(bucket, openSpool(settings)), disk]);
};
