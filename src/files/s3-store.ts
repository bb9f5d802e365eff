/** Content in a bucket of any service that speaks S3; its checksum travels along and is verified there. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { type Content, keyOf, type ObjectEntry, type ObjectStore } from './object-store.ts';

/** How a bucket is reached. */
export interface S3Settings {
  /** Empty for AWS itself. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The client library is large and only loaded where a bucket is really used. */
const loadSdk = () => import('@aws-sdk/client-s3');
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NotFound' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404;
};

const clientOf = (sdk: Sdk, settings: S3Settings): S3Client =>
  new sdk.S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
    ...(settings.accessKeyId
      ? { credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey } }
      : {}),
    maxAttempts: 3,
    // Our own checksums are sent instead; services other than AWS do not know the newer trailing ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/** All of a content: a file has at most 25 MiB, and its address is only known at its end. */
const gather = async (content: Content) => {
  const pieces: Uint8Array[] = [];
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  for await (const piece of content) {
    sha256.update(piece);
    md5.update(piece);
    pieces.push(piece);
  }
  return { body: Buffer.concat(pieces), sha256: sha256.digest(), md5: md5.digest('base64') };
};

/** The keeper in a bucket. */
export const createS3Store = (settings: S3Settings): ObjectStore => {
  const { bucket: Bucket } = settings;
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null;
  const connect = () => (opened ??= loadSdk().then((sdk) => ({ sdk, client: clientOf(sdk, settings) })));

  const sizeOf = async (Key: string): Promise<number | null> => {
    const { sdk, client } = await connect();
    try {
      return (await client.send(new sdk.HeadObjectCommand({ Bucket, Key }))).ContentLength ?? 0;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  async function* entries(): AsyncGenerator<ObjectEntry> {
    const { sdk, client } = await connect();
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(new sdk.ListObjectsV2Command({ Bucket, ContinuationToken }));
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key && /^\d+\//.test(Key)) yield { key: Key, size: Size ?? 0, storedAt: LastModified?.getTime() ?? 0 };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  return {
    aws: 1,
    put: async (orgId, content) => {
      const { body, sha256, md5 } = await gather(content);
      const hex = sha256.toString('hex');
      const Key = keyOf(orgId, hex);
      const { sdk, client } = await connect();
      await client.send(
        new sdk.PutObjectCommand({
          Bucket,
          Key,
          Body: body,
          ContentLength: body.length,
          // Either makes the service refuse what arrives damaged; not every one knows the newer.
          ContentMD5: md5,
          ChecksumSHA256: sha256.toString('base64'),
        }),
      );
      return { aws: 1, key: Key, sha256: hex, size: body.length };
    },
    size: sizeOf,
    open: async (Key, range) => {
      const { sdk, client } = await connect();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key, Range }));
      if (!(Body instanceof Readable)) throw new Error(`S3 answered no stream for ${Key}`);
      return Body;
    },
    list: entries,
    remove: async (Key) => {
      const { sdk, client } = await connect();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    },
    // An object appears whole or not at all.
    clearInterrupted: async () => 0,
    close: async () => (await opened)?.client.destroy(),
  };
};
