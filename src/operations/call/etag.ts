/** `ETag` and `If-Match`: a record's version is the fingerprint of its printed text. */
import { hash } from 'node:crypto';
import { fail } from '../../errors/api-error.ts';
import type { Call } from './call.ts';

/** Strong validator of an answer's text. */
export const etagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;

/** Whether a list of validators (`If-Match`, `If-None-Match`) names one. */
export const matchesEtag = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);

/** @throws 412 `precondition_failed` where `If-Match` names another version than the locked one */
export const checkPrecondition = (call: Pick<Call, 'ifMatch'>, printed: string): void => {
  if (call.ifMatch !== undefined && !matchesEtag(call.ifMatch, etagOf(printed))) throw fail('precondition_failed');
};
