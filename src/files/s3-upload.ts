/**
 * Uploads content to a bucket: in one request, or in parts where it is large, so that little of it is in memory. The
 * bucket verifies checksums, and the checksums of its response are compared here.
 */
import { createHash } from 'node:crypto';
import type { CompletedPart, S3 } from '@aws-sdk/client-s3';
import type { Content } from './object-store.ts';
import { type Spool, SpooledContent } from './spool.ts';

/** Content above this is uploaded in parts of this size; S3 takes none below 5 MiB but the last. */
export const PART_SIZE = 8 * 1024 * 1024;

/** The address of an object. */
interface UploadTarget {
  readonly Bucket: string;
  readonly Key: string;
}

const gathered = async (content: Content): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** Small content as bytes; large content in a temporary file, since its address (a hash) is only known at its end. */
export const held = async (content: Content, spool: Spool): Promise<Buffer | SpooledContent> => {
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

/** A digest of some bytes. */
export const hashOf = (algorithm: 'sha256' | 'md5', bytes: Uint8Array): Buffer =>
  createHash(algorithm).update(bytes).digest();

/**
 * A request's body with two checksums; either makes the bucket reject damaged content, and not every bucket supports
 * both.
 */
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
  const etag = answer.ETag?.replaceAll('"', '') ?? '';
  if (!/^[0-9a-f]{32}$/.test(etag) || answer.SSECustomerAlgorithm || answer.ServerSideEncryption?.startsWith('aws:'))
    return;
  if (etag !== hashOf('md5', sent).toString('hex')) throw new Error('The content was damaged on its way to S3');
};

/** Uploads bytes. @throws Error of the service, or where it got other bytes */
export const uploadWhole = async (s3: S3, place: UploadTarget, body: Buffer): Promise<void> =>
  compare(body, await s3.putObject({ ...place, ...checked(body) }));

/** Uploads part by part; the object appears with the last request or not at all. @throws as `uploadWhole` */
export const uploadParts = async (s3: S3, place: UploadTarget, content: SpooledContent): Promise<void> => {
  const { UploadId } = await s3.createMultipartUpload({ ...place, ChecksumAlgorithm: 'SHA256' });
  const upload = { ...place, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for (let at = 0; at < content.size; at += PART_SIZE) {
      const PartNumber = Parts.length + 1;
      const body = checked(await gathered(content.read(at, at + PART_SIZE - 1)));
      const answer = await s3.uploadPart({ ...upload, PartNumber, ...body });
      compare(body.Body, answer);
      Parts.push({ PartNumber, ETag: answer.ETag, ChecksumSHA256: body.ChecksumSHA256 });
    }
    await s3.completeMultipartUpload({ ...upload, MultipartUpload: { Parts } });
  } catch (error) {
    // If even this fails, the garbage collection aborts the upload later.
    await s3.abortMultipartUpload(upload).catch(() => undefined);
    throw error;
  }
};
