/** A file of a body goes to the disk while the body is read. */
import type { IncomingMessage } from 'node:http';
import { ApiError, fail } from '../errors.ts';
import { NotBase64 } from '../files/decode-base64.ts';
import type { Content } from '../files/object-store.ts';
import type { Spool, SpooledContent } from '../files/spool.ts';
import { MAX_BYTES } from '../operations/documents/file-body.ts';
import { MalformedForm } from './form-parts.ts';

/**
 * Writes a file aside; one above its limit is read to its end and not kept, so that it is refused with all else.
 * @throws 502 `s3_upload_failed` where that is the disk's fault; whatever reading it throws
 */
export const keepFile = async (
  stream: IncomingMessage,
  content: Content,
  spool: Spool,
  limit = MAX_BYTES,
): Promise<SpooledContent> => {
  try {
    return await spool(content, limit);
  } catch (cause) {
    const ofReading = [ApiError, MalformedForm, NotBase64].some((kind) => cause instanceof kind);
    throw stream.errored || ofReading ? cause : fail('s3_upload_failed', { cause });
  }
};
