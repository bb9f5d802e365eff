/** Reads a body of `multipart/form-data` (docs/decisions/0007): files go to the disk as they come, never into memory. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type ApiError, fail } from '../../errors/api-error.ts';
import type { Spool } from '../../files/spool.ts';
import { FormBody, type FormPart } from '../../operations/call/form-body.ts';
import { drain, readChunks } from './body-stream.ts';
import { boundaryOf, MalformedForm, type Part, readMultipart } from './multipart.ts';
import { spoolUpload } from './spool-upload.ts';

/** Above the needs of any record kind: about 20 fields, the longest of 65,535 characters. */
const MAX_TEXT = 1 << 20;
const MAX_PARTS = 100;
const MAX_FILES = 10;

const tooMuch = (what: string): ApiError => fail('payload_too_large', { message: `The form has ${what}.` });

const textOf = async ({ content }: Part): Promise<string> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > MAX_TEXT) throw tooMuch('a text of more than 1 MiB; send content as a file');
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  // As in JSON: other bytes would be stored as wrong characters.
  if (!isUtf8(bytes)) throw new MalformedForm('a text is not UTF-8');
  return bytes.toString('utf8');
};

/** A malformed form has the same code as malformed JSON. */
const asRefusal = (cause: unknown): unknown =>
  cause instanceof MalformedForm
    ? fail('invalid_json', { message: `The body is not valid multipart/form-data: ${cause.message}.`, cause })
    : cause;

/**
 * Reads a form; its files are spooled.
 * @throws 413 `payload_too_large`, 400 `invalid_json`, 502 `s3_upload_failed` where the disk fails; a file above its
 * limit is read to its end and dropped, so that it is refused with the same error as in a JSON body
 */
export const readForm = async (
  stream: IncomingMessage,
  limit: number,
  spool: Spool,
  fileLimit?: number,
): Promise<FormBody> => {
  const parts: FormPart[] = [];
  try {
    const boundary = boundaryOf(stream.headers['content-type'] ?? '');
    let files = 0;
    for await (const part of readMultipart(readChunks(stream, limit), boundary)) {
      const { name, fileName } = part;
      if (parts.length === MAX_PARTS) throw tooMuch(`more than ${MAX_PARTS} parts`);
      if (fileName === null) parts.push({ name, text: await textOf(part) });
      else if (files++ === MAX_FILES) throw tooMuch(`more than ${MAX_FILES} files`);
      else parts.push({ name, fileName, file: await spoolUpload(stream, part.content, spool, fileLimit) });
    }
    return new FormBody(parts);
  } catch (cause) {
    await new FormBody(parts).discard();
    // The rest must be read before the connection can be used again.
    drain(stream);
    throw asRefusal(cause);
  }
};
