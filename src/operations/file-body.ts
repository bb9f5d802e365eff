/** The file in an upload's body (spec: Upload body; decisions 5.6). */
import { fail, type Issue } from '../errors.ts';
import type { Values } from '../model/kinds.ts';

/** Decoded content (spec: Limits). */
const MAX_BYTES = 25 * 1024 * 1024;
const DATA_URL = /^data:[^,]{0,200};base64,/i;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Keys that carry the content, `file` an alias of `base64`. */
export const CONTENT_KEYS: readonly string[] = ['base64', 'file'];

const problem = (name: string, code: string, message: string): { issue: Issue } => ({
  issue: { path: [name], code, message: `${name} ${message}.` },
});

/**
 * Decodes the content of an upload.
 * @returns the bytes, or what is wrong with them
 * @throws 413 `file_too_large`
 */
export const decodeContent = (body: Values): { bytes: Buffer } | { issue: Issue } => {
  const name = body.base64 === undefined && body.file !== undefined ? 'file' : 'base64';
  const given = body[name];
  if (given === undefined || given === null) return problem(name, 'invalid_type', 'is required');
  if (typeof given !== 'string') return problem(name, 'invalid_type', 'must be a text');
  const text = given.replace(DATA_URL, '').replace(/[\r\n\t ]+/g, '');
  if (text === '') return problem(name, 'invalid_format', 'must not be empty');
  if (!BASE64.test(text) || text.replace(/=+$/, '').length % 4 === 1) {
    return problem(name, 'invalid_format', 'must be base64');
  }
  if (Math.floor((text.replace(/=+$/, '').length * 3) / 4) > MAX_BYTES) throw fail('file_too_large');
  return { bytes: Buffer.from(text, 'base64') };
};

const extensionOf = (name: string): string => /\.([^./\\]{1,255})$/.exec(name)?.[1] ?? '';

/** Name and extension as they are stored: each follows from the other where one is missing. */
export const fileName = (values: Values): { name: string; extension: string } => {
  const given = typeof values.name === 'string' && values.name !== '' ? values.name : null;
  const stated = typeof values.extension === 'string' ? values.extension.replace(/^\.+/, '') : '';
  const extension = stated || (given ? extensionOf(given) : '');
  const name = given ?? (extension ? `dokument.${extension}` : 'dokument');
  return { name, extension };
};
