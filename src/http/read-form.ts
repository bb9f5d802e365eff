/** Reads a body of `multipart/form-data` (docs/decisions/0007): files go to the disk as they come, never into memory. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type ApiError, fail } from '../errors.ts';
import type { Spool } from '../files/spool.ts';
import { FormBody, type FormPart } from '../operations/documents/form-body.ts';
import { chunksOf, passOver } from './body-chunks.ts';
import { boundaryOf, formParts, MalformedForm, type Part } from './form-parts.ts';
import { keepFile } from './keep-file.ts';

/** Above what any record kind needs: some 20 fields, the longest of 65,535 characters. */
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
  // As in JSON: other bytes would be stored as characters that nobody sent.
  if (!isUtf8(bytes)) throw new MalformedForm('a text is not UTF-8');
  return bytes.toString('utf8');
};

/** A form that cannot be read; the same code as for JSON, which says no more than that. */
const asRefusal = (cause: unknown): unknown =>
  cause instanceof MalformedForm
    ? fail('invalid_json', { message: `The body is not valid multipart/form-data: ${cause.message}.`, cause })
    : cause;

/**
 * The form, its files written aside.
 * @throws 413 `payload_too_large`, 400 `invalid_json`, 502 `s3_upload_failed` where the disk takes no file; a file above
 * its limit is read to its end and not kept, so that it is refused where one in a JSON body is
 */
export const readForm = async (stream: IncomingMessage, limit: number, spool: Spool): Promise<FormBody> => {
  const parts: FormPart[] = [];
  try {
    const boundary = boundaryOf(stream.headers['content-type'] ?? '');
    let files = 0;
    for await (const part of formParts(chunksOf(stream, limit), boundary)) {
      const { name, fileName } = part;
      if (parts.length === MAX_PARTS) throw tooMuch(`more than ${MAX_PARTS} parts`);
      if (fileName === null) parts.push({ name, text: await textOf(part) });
      else if (files++ === MAX_FILES) throw tooMuch(`more than ${MAX_FILES} files`);
      else parts.push({ name, fileName, file: await keepFile(stream, part.content, spool) });
    }
    return new FormBody(parts);
  } catch (cause) {
    await new FormBody(parts).discard();
    // What is still to come is not looked at, but has to be read before the connection can be used again.
    passOver(stream);
    throw asRefusal(cause);
  }
};
