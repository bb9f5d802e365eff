/** Spools a file of a body to disk while the body is read. */
import type { IncomingMessage } from 'node:http';
import { ApiError, fail } from '../../errors/api-error.ts';
import { InvalidBase64 } from '../../files/base64.ts';
import type { Content } from '../../files/object-store.ts';
import type { Spool, SpooledContent } from '../../files/spool.ts';
import { MAX_BYTES } from '../../operations/documents/file-body.ts';
import { MalformedForm } from './multipart.ts';

/**
 * Spools a file; one above its limit is read to its end and dropped, so that it is refused together with other
 * errors.
 * @throws 502 `s3_upload_failed` where the disk fails; errors of the stream
 */
export const spoolUpload = async (
  stream: IncomingMessage,
  content: Content,
  spool: Spool,
  limit = MAX_BYTES,
): Promise<SpooledContent> => {
  try {
    return await spool(content, limit);
  } catch (cause) {
    const ofReading = [ApiError, MalformedForm, InvalidBase64].some((kind) => cause instanceof kind);
    throw stream.errored || ofReading ? cause : fail('s3_upload_failed', { cause });
  }
};
