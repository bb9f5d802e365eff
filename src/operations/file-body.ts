/** The file in an upload's body (spec: Upload body; decisions 5.6). */
import { FILE_KEYS } from '../derive/routes.ts';
import { fail, type Issue } from '../errors.ts';
import { type Base64, base64Of } from '../files/decode-base64.ts';
import type { Values } from '../model/kinds.ts';

/** Decoded content (spec: Limits). */
export const MAX_BYTES = 25 * 1024 * 1024;

/** The content of a body under the key that carries it. */
export interface GivenContent {
  readonly key: string;
  /** Null where it is missing or cannot be base64. */
  readonly base64: Base64 | null;
  readonly issues: readonly Issue[];
}

/** An issue of one key. */
export const problem = (key: string, code: string, message: string): Issue => ({
  path: [key],
  code,
  message: `${key} ${message}.`,
});

/**
 * The content of an upload, checked as far as that takes no decoding.
 * @throws 413 `file_too_large`
 */
export const contentOf = (body: Values): GivenContent => {
  const key = FILE_KEYS.find((name) => body[name] !== undefined && body[name] !== null) ?? 'base64';
  const given = body[key];
  const refused = (code: string, message: string) => ({ key, base64: null, issues: [problem(key, code, message)] });
  if (given === undefined || given === null) return refused('invalid_type', 'is required');
  if (typeof given !== 'string' && !(given instanceof Uint8Array)) return refused('invalid_type', 'must be a text');
  const base64 = base64Of(given);
  if (!base64) return refused('invalid_format', 'must be base64 with content');
  if (base64.size > MAX_BYTES) throw fail('file_too_large');
  return { key, base64, issues: [] };
};

/** Extension of a file name, in lower case; empty where it has none. */
const extensionOf = (name: string): string => /[^./\\]\.([^./\\\s]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Name and extension as they are stored: each follows from the other where one is missing. */
export const fileName = (values: Values): { name: string; extension: string } => {
  const given = typeof values.name === 'string' && values.name !== '' ? values.name : null;
  const stated = typeof values.extension === 'string' ? values.extension.replace(/^\.+/, '') : '';
  const extension = stated || (given ? extensionOf(given) : '');
  const name = given ?? (extension ? `dokument.${extension}` : 'dokument');
  return { name, extension };
};
