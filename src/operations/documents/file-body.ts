/** The file in an upload's body (rules 5.6, 16.6). */

import { Readable } from 'node:stream';
import { FILE_KEYS } from '../../derive/routing/routes.ts';
import { duplicateField } from '../../derive/validation/body-schema.ts';
import { fail, type Issue } from '../../errors/api-error.ts';
import { decodeShort, InvalidBase64 } from '../../files/base64.ts';
import type { Content } from '../../files/object-store.ts';
import { SpooledContent } from '../../files/spool.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { MAX_FILE_MIB } from '../../shared/limits.ts';
import { isObject } from '../call/body-shape.ts';
import { FormBody } from '../call/form-body.ts';

/** Decoded content (rules 12.3). */
export const MAX_BYTES = MAX_FILE_MIB * 1024 * 1024;

/** The content of a body. */
export interface GivenContent {
  /** Null where it is missing or cannot be content. */
  readonly content: Content | null;
  readonly issues: readonly Issue[];
}

/** An issue of one key. */
export const problem = (key: string, code: string, message: string): Issue => ({
  path: [key],
  code,
  message: `${key} ${message}.`,
});

/** The content of a value; null where there is none. */
const bytesOf = (given: string | SpooledContent): { size: number; content: Content } | null => {
  if (given instanceof SpooledContent) return given.size ? { size: given.size, content: given } : null;
  try {
    const bytes = decodeShort(given);
    return bytes.length ? { size: bytes.length, content: Readable.from(bytes) } : null;
  } catch {
    return null;
  }
};

/**
 * The content of an upload: base64, or a spooled file.
 * @throws 413 `file_too_large`
 */
export const contentOf = (body: Values): GivenContent => {
  const [key = 'base64', other] = FILE_KEYS.filter((name) => body[name] !== undefined && body[name] !== null);
  const given = body[key];
  const refused = (code: string, message: string) => ({ content: null, issues: [problem(key, code, message)] });
  if (other) return { content: null, issues: [duplicateField(other, key)] };
  if (given === undefined || given === null) return refused('invalid_type', 'is required');
  if (given instanceof InvalidBase64) return refused('invalid_format', 'must be base64');
  if (typeof given !== 'string' && !(given instanceof SpooledContent)) return refused('invalid_type', 'must be a text');
  const found = bytesOf(given);
  if (!found) return refused('invalid_format', 'must be base64, or a file, with content');
  if (found.size > MAX_BYTES) throw fail('file_too_large');
  return { content: found.content, issues: [] };
};

/** Removes the files of a body that were not stored. */
export const discardFiles = async (body: unknown): Promise<void> => {
  if (body instanceof FormBody) return body.discard();
  if (!isObject(body)) return;
  const files = FILE_KEYS.map((key) => body[key]).filter((value) => value instanceof SpooledContent);
  await Promise.all(files.map((file) => file.discard()));
};
