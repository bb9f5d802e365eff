/** Content in a bucket of any service that speaks S3. */
import { Readable } from 'node:stream';
import type {
  HeadObjectCommandOutput,
  ListMultipartUploadsCommandOutput,
  ListObjectVersionsCommandOutput,
  MultipartUpload,
  S3,
} from '@aws-sdk/client-s3';
import {
  type ByteRange,
  type Content,
  keyOf,
  type LockedContent,
  type ObjectEntry,
  type ObjectStore,
  type Removed,
  type StoredContent,
} from './object-store.ts';
import { connectS3, isMissing, isNoObject, isUnsupported, type S3Settings } from './s3-client.ts';
import { hashOf, held, uploadParts, uploadWhole } from './s3-upload.ts';
import { type Spool, SpooledContent } from './spool.ts';

/** Keys begin with an organisation; other keys of the bucket do not belong to the service. */
const OURS = /^\d+\//;
/** Contents that are removed at once. */
const AT_ONCE = 16;
/** A key that never exists: the response to it shows whether bucket and access key are valid. */
const NO_KEY = '0/check';

class S3Store implements ObjectStore {
  readonly aws = 1;
  readonly #bucket: string;
  #connected: Promise<S3> | undefined;

  constructor(
    readonly settings: S3Settings,
    readonly spool: Spool,
  ) {
    this.#bucket = settings.bucket;
  }

  #s3(): Promise<S3> {
    return (this.#connected ??= connectS3(this.settings));
  }

  #place(Key: string) {
    return { Bucket: this.#bucket, Key };
  }

  async put(orgId: number, content: Content): Promise<StoredContent> {
    const { settle: _settle, discard, ...stored } = await this.hold(orgId, content);
    await discard();
    return stored;
  }

  /** The bytes go to the bucket at once: that takes too long for a lock. */
  async hold(orgId: number, content: Content): Promise<LockedContent> {
    const body = await held(content, this.spool);
    const discard = async (): Promise<void> => {
      if (body instanceof SpooledContent && body !== content) await body.discard();
    };
    const small = Buffer.isBuffer(body);
    const size = small ? body.length : body.size;
    const sha256 = small ? hashOf('sha256', body).toString('hex') : body.sha256;
    const key = keyOf(orgId, sha256);
    const upload = async (): Promise<void> => {
      const s3 = await this.#s3();
      await (small ? uploadWhole(s3, this.#place(key), body) : uploadParts(s3, this.#place(key), body));
    };
    const settle = async (): Promise<void> => {
      if ((await this.size(key)) === null) await upload();
    };
    try {
      await upload();
    } catch (error) {
      await discard();
      throw error;
    }
    return { aws: 1, key, sha256, size, settle, discard };
  }

  async #head(Key: string): Promise<HeadObjectCommandOutput | null> {
    const s3 = await this.#s3();
    try {
      return await s3.headObject(this.#place(Key));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async size(key: string): Promise<number | null> {
    const found = await this.#head(key);
    return found && (found.ContentLength ?? 0);
  }

  async storedAt(key: string): Promise<number | null> {
    const found = await this.#head(key);
    return found && (found.LastModified?.getTime() ?? 0);
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const s3 = await this.#s3();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await s3.getObject({ ...this.#place(key), Range });
    if (!(Body instanceof Readable)) throw new Error(`S3 answered no stream for ${key}`);
    return Body;
  }

  async check(): Promise<void> {
    const s3 = await this.#s3();
    await s3.getObject(this.#place(NO_KEY)).catch((error: unknown) => {
      if (!isNoObject(error)) throw error;
    });
  }

  async *list(since = 0): AsyncGenerator<ObjectEntry> {
    for await (const page of this.#pages())
      for (const entry of page) if (entry.storedAt === 0 || entry.storedAt >= since) yield entry;
  }

  /** Lists the bucket, a thousand keys at a time. @param Prefix of the keys */
  async *#pages(Prefix?: string): AsyncGenerator<readonly ObjectEntry[]> {
    const s3 = await this.#s3();
    let ContinuationToken: string | undefined;
    do {
      const page = await s3.listObjectsV2({ Bucket: this.#bucket, ContinuationToken, ...(Prefix ? { Prefix } : {}) });
      yield (page.Contents ?? []).flatMap(({ Key, Size, LastModified }) =>
        Key && OURS.test(Key) ? [{ key: Key, size: Size ?? 0, storedAt: LastModified?.getTime() ?? 0 }] : [],
      );
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  /** One by one, several at once: not every service that speaks S3 knows how to remove many. */
  async removeAll(orgId: number, removed: Removed): Promise<void> {
    for await (const page of this.#pages(`${orgId}/`)) {
      for (let from = 0; from < page.length; from += AT_ONCE) {
        const some = page.slice(from, from + AT_ONCE);
        await Promise.all(some.map(({ key }) => this.remove(key)));
        removed(
          some.length,
          some.reduce((sum, { size }) => sum + size, 0),
        );
      }
    }
    await this.#abort(({ Key }) => Key?.startsWith(`${orgId}/`) ?? false);
  }

  /** Removes every version. Where the service or the access key does not allow that, versions stay under a delete marker. */
  async remove(key: string): Promise<void> {
    const s3 = await this.#s3();
    try {
      const versions = await this.#versions(s3, key);
      for (const VersionId of versions) await s3.deleteObject({ ...this.#place(key), VersionId });
      if (versions.length) return;
    } catch (error) {
      if (!isUnsupported(error)) throw error;
    }
    await s3.deleteObject(this.#place(key));
  }

  /** Versions of content, the latest last: until it is removed, lists have the key. A bucket without versions has `null`. */
  async #versions(s3: S3, key: string): Promise<readonly string[]> {
    const found: { Key?: string; VersionId?: string; IsLatest?: boolean }[] = [];
    let page: ListObjectVersionsCommandOutput | undefined;
    do {
      const after = { KeyMarker: page?.NextKeyMarker, VersionIdMarker: page?.NextVersionIdMarker };
      page = await s3.listObjectVersions({ Bucket: this.#bucket, Prefix: key, ...after });
      found.push(...(page.Versions ?? []), ...(page.DeleteMarkers ?? []));
    } while (page.IsTruncated);
    const own = found.filter(({ Key }) => Key === key);
    return own.sort((a, b) => Number(a.IsLatest) - Number(b.IsLatest)).flatMap(({ VersionId }) => VersionId ?? []);
  }

  clearInterrupted(before: number): Promise<number> {
    return this.#abort(({ Key = '', Initiated }) => OURS.test(Key) && (Initiated?.getTime() ?? 0) < before);
  }

  /** Aborts multipart uploads. @param which selects them @returns their number */
  async #abort(which: (upload: MultipartUpload) => boolean): Promise<number> {
    const s3 = await this.#s3();
    let ended = 0;
    for await (const upload of this.#uploads(s3)) {
      const { Key = '', UploadId } = upload;
      if (!which(upload)) continue;
      await s3.abortMultipartUpload({ ...this.#place(Key), UploadId });
      ended += 1;
    }
    return ended;
  }

  /** Unfinished multipart uploads; none if the service does not list them. */
  async *#uploads(s3: S3): AsyncGenerator<MultipartUpload> {
    let page: ListMultipartUploadsCommandOutput | null = null;
    do {
      const after: { KeyMarker?: string; UploadIdMarker?: string } = {
        KeyMarker: page?.NextKeyMarker,
        UploadIdMarker: page?.NextUploadIdMarker,
      };
      page = await s3.listMultipartUploads({ Bucket: this.#bucket, ...after }).catch((error: unknown) => {
        if (isUnsupported(error)) return null;
        throw error;
      });
      yield* page?.Uploads ?? [];
    } while (page?.IsTruncated);
  }

  async close(): Promise<void> {
    // A failed connection has nothing to close.
    (await this.#connected?.catch(() => undefined))?.destroy();
  }
}

/** The store in a bucket. @param spool holds large content until its hash is known */
export const createS3Store = (settings: S3Settings, spool: Spool): ObjectStore => new S3Store(settings, spool);
