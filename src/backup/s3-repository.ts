/** A place for backups in a bucket, below a path of it. */
import { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import { connectS3, isMissing, type S3Settings } from '../files/s3-client.ts';
import { held, uploadParts, uploadWhole } from '../files/s3-upload.ts';
import { type Spool, SpooledContent } from '../files/spool.ts';
import type { Repository } from './backup-repository.ts';

/** @param path ends with a slash, or is empty @param spool where large content waits until its size is known */
export const createS3Repository = (settings: S3Settings, path: string, spool: Spool): Repository => {
  const { bucket: Bucket } = settings;
  let connected: Promise<S3> | undefined;
  const s3 = (): Promise<S3> => (connected ??= connectS3(settings));
  const at = (name: string) => ({ Bucket, Key: path + name });
  return {
    place: `s3://${Bucket}/${path}`,
    put: async (name, content) => {
      const body = await held(content, spool);
      try {
        const client = await s3();
        await (Buffer.isBuffer(body) ? uploadWhole(client, at(name), body) : uploadParts(client, at(name), body));
      } finally {
        if (body instanceof SpooledContent) await body.discard();
      }
    },
    has: async (name) => {
      try {
        await (await s3()).headObject(at(name));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    get: async (name) => {
      try {
        const { Body } = await (await s3()).getObject(at(name));
        if (!(Body instanceof Readable)) throw new Error(`S3 answered no stream for ${name}`);
        return Body;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    list: async function* (prefix) {
      const client = await s3();
      let ContinuationToken: string | undefined;
      do {
        const page = await client.listObjectsV2({ Bucket, Prefix: path + prefix, ContinuationToken });
        for (const { Key } of page.Contents ?? []) if (Key) yield Key.slice(path.length);
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    remove: async (name) => {
      await (await s3()).deleteObject(at(name));
    },
    close: async () => {
      (await connected?.catch(() => undefined))?.destroy();
    },
  };
};
