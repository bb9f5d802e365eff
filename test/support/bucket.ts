/** A bucket for a test: a service that speaks S3, and what reaches it. */
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '../../src/files/s3-client.ts';

/** Both halves of the key that it knows. */
const KEY = 'S3RVER';

/** Settings that reach the service behind an address. @param prefix `BACKUP_` for that of the backups */
export const reachedAt = (endpoint: string, prefix: '' | 'BACKUP_' = ''): Record<string, string> => ({
  [`${prefix}S3_ENDPOINT`]: endpoint,
  [`${prefix}S3_ACCESS_KEY_ID`]: KEY,
  [`${prefix}S3_SECRET_ACCESS_KEY`]: KEY,
});

/** The same for a store that a test opens itself. */
export const storeAt = (endpoint: string): S3Settings => ({
  endpoint,
  bucket: 'files',
  region: 'eu-central-1',
  accessKeyId: KEY,
  secretAccessKey: KEY,
});

/** A bucket that can be reached. */
export interface Bucket {
  readonly port: number;
  readonly endpoint: string;
  /** Settings of a service that keeps its files there. */
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Starts a bucket.
 * @param folder of the test; the content of the bucket is in `s3` below it
 * @param name of the bucket
 * @param wanted port; any by default
 */
export const startBucket = async (folder: string, name = 'files', wanted = 0): Promise<Bucket> => {
  const directory = join(folder, 's3');
  const s3 = new S3rver({ port: wanted, silent: true, directory, configureBuckets: [{ name }] });
  const { port } = await s3.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return { port, endpoint, environment: { ...reachedAt(endpoint), S3_BUCKET: name }, close: () => s3.close() };
};
