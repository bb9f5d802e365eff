/**
 * Content in a bucket of any service that speaks S3: in one piece, or in parts where it is large, so that little of it
 * lies in memory. Checksums travel along and are verified there, and what the service says it has is compared here.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { type Content, keyOf, type ObjectEntry, type ObjectStore } from './object-store.ts';
import { type Spool, SpooledContent } from './spool.ts';

/** How a bucket is reached. */
export interface S3Settings {
  /** Empty for AWS itself. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** How long the bucket may take to answer one request; 30 seconds by default. */
  readonly timeoutMs?: number;
}

const CONNECT_MS = 5000;
const ANSWER_MS = 30_000;
/** A download that its reader does not take on for so long is over. */
const IDLE_MS = 120_000;

/** The client library is large and only loaded where a bucket is really used. */
const loadSdk = () => import('@aws-sdk/client-s3');
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NotFound' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404;
};

/** The service does not offer the call, or our key must not use it. */
const isUnsupported = (error: unknown): boolean =>
  [403, 405, 501].includes((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0);

const clientOf = (sdk: Sdk, settings: S3Settings): S3Client =>
  new sdk.S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
    ...(settings.accessKeyId
      ? { credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey } }
      : {}),
    maxAttempts: 3,
    // The library waits for ever by default, and so would everyone who uploads.
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: settings.timeoutMs ?? ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
    },
    // Our own checksums are sent instead; services other than AWS do not know the newer trailing ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/** Keys begin with an organisation; whatever else lies in the bucket is not ours. */
const OURS = /^\d+\//;
/** Content above this is uploaded in parts of this size; S3 takes none below 5 MiB but the last. */
export const PART_SIZE = 8 * 1024 * 1024;

const gathered = async (content: Content): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** Small content as bytes; large content aside on the disk, since its address is only known at its end. */
const held = async (content: Content, spool: Spool): Promise<Buffer | SpooledContent> => {
  if (content instanceof SpooledContent) return content.size > PART_SIZE ? content : gathered(content);
  const source = content[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  for (let size = 0; size <= PART_SIZE; ) {
    const { done, value } = await source.next();
    if (done) return Buffer.concat(pieces);
    pieces.push(value);
    size += value.length;
  }
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield* pieces;
    yield* { [Symbol.asyncIterator]: () => source };
  };
  return spool(all());
};

const hashOf = (algorithm: 'sha256' | 'md5', bytes: Uint8Array): Buffer => createHash(algorithm).update(bytes).digest();

/** A request's body with its checksums; either makes the service refuse what arrives damaged, not every one knows both. */
const checked = (Body: Buffer) => ({
  Body,
  ContentLength: Body.length,
  ContentMD5: hashOf('md5', Body).toString('base64'),
  ChecksumSHA256: hashOf('sha256', Body).toString('base64'),
});

/** @throws Error where the service says that it got other bytes; encrypted ones have ETags that say nothing */
const compare = (
  sent: Buffer,
  answer: { ETag?: string; ServerSideEncryption?: string; SSECustomerAlgorithm?: string },
) => {
  const told = answer.ETag?.replaceAll('"', '') ?? '';
  if (!/^[0-9a-f]{32}$/.test(told) || answer.SSECustomerAlgorithm || answer.ServerSideEncryption?.startsWith('aws:'))
    return;
  if (told !== hashOf('md5', sent).toString('hex')) throw new Error('The content was damaged on its way to S3');
};

/** The keeper in a bucket. @param spool where large content waits until its address is known */
export const createS3Store = (settings: S3Settings, spool: Spool): ObjectStore => {
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
        if (Key && OURS.test(Key)) yield { key: Key, size: Size ?? 0, storedAt: LastModified?.getTime() ?? 0 };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  const putWhole = async (Key: string, body: Buffer): Promise<void> => {
    const { sdk, client } = await connect();
    compare(body, await client.send(new sdk.PutObjectCommand({ Bucket, Key, ...checked(body) })));
  };

  /** Uploads part by part; the object appears with the last request or not at all. */
  const putParts = async (Key: string, content: SpooledContent): Promise<void> => {
    const { sdk, client } = await connect();
    const start = new sdk.CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm: 'SHA256' });
    const { UploadId } = await client.send(start);
    try {
      const Parts: { PartNumber: number; ETag?: string; ChecksumSHA256: string }[] = [];
      for (let at = 0; at < content.size; at += PART_SIZE) {
        const PartNumber = Parts.length + 1;
        const body = checked(await gathered(content.read(at, at + PART_SIZE - 1)));
        const answer = await client.send(new sdk.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, ...body }));
        compare(body.Body, answer);
        Parts.push({ PartNumber, ETag: answer.ETag, ChecksumSHA256: body.ChecksumSHA256 });
      }
      const MultipartUpload = { Parts };
      await client.send(new sdk.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
    } catch (error) {
      // Where even this fails, the sweep ends the upload later.
      await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
      throw error;
    }
  };

  /** Uploads in parts that were begun and not ended; none where the service does not list them. */
  async function* unended(): AsyncGenerator<{ Key: string; UploadId?: string; begun: number }> {
    const { sdk, client } = await connect();
    let page: ListMultipartUploadsCommandOutput | null = null;
    do {
      const after: { KeyMarker?: string; UploadIdMarker?: string } = {
        KeyMarker: page?.NextKeyMarker,
        UploadIdMarker: page?.NextUploadIdMarker,
      };
      page = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, ...after })).catch((error: unknown) => {
        if (isUnsupported(error)) return null;
        throw error;
      });
      for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
        if (Key && OURS.test(Key)) yield { Key, UploadId, begun: Initiated?.getTime() ?? 0 };
      }
    } while (page?.IsTruncated);
  }

  const endUploads = async (before: number): Promise<number> => {
    const { sdk, client } = await connect();
    let ended = 0;
    for await (const { Key, UploadId, begun } of unended()) {
      if (begun >= before) continue;
      await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      ended += 1;
    }
    return ended;
  };

  return {
    aws: 1,
    put: async (orgId, content) => {
      const body = await held(content, spool);
      try {
        const small = Buffer.isBuffer(body);
        const size = small ? body.length : body.size;
        const sha256 = small ? hashOf('sha256', body).toString('hex') : body.sha256;
        const key = keyOf(orgId, sha256);
        await (small ? putWhole(key, body) : putParts(key, body));
        return { aws: 1, key, sha256, size };
      } finally {
        if (body instanceof SpooledContent && body !== content) await body.discard();
      }
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
    clearInterrupted: endUploads,
    close: async () => (await opened)?.client.destroy(),
  };
};
