/** Reads a body within its limit: JSON (rules 3.1), or a form for routes with a file (docs/decisions/0007). */
import type { IncomingMessage } from 'node:http';
import { takesBatch } from '../../derive/routing/collections.ts';
import type { Route } from '../../derive/routing/routes.ts';
import { type Code, fail } from '../../errors/api-error.ts';
import type { Spool } from '../../files/spool.ts';
import { contentLength } from './body-stream.ts';
import { readForm } from './read-form.ts';
import { readJson } from './read-json.ts';

/** The error code for a list on a route without batches, or for one that is too long (rules 3.1, 3.7). */
const ofList = (collection: Route['collection']): Code =>
  collection && takesBatch(collection) ? 'batch_too_large' : 'empty_body';

/** The properties of a route that determine how its body is read. */
type BodyRoute = Pick<Route, 'bodyLimit' | 'fileMembers' | 'formFileLimit' | 'collection' | 'verb'>;

/**
 * Reads the body of a route: its JSON, with large `fileMembers` spooled to files, or a `FormBody`; undefined for an
 * empty body.
 * @param orgId the organisation whose turn a large upload waits for
 * @throws 413 `payload_too_large`, 415 `unsupported_media_type`, 400 `invalid_json`: the first that applies (rules
 * 2); 503 `service_unavailable` if too many uploads wait
 */
export const readBody = async (
  stream: IncomingMessage,
  { bodyLimit, fileMembers = [], formFileLimit, collection, verb }: BodyRoute,
  spool: Spool,
  orgId: number,
): Promise<unknown> => {
  const type = stream.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (formFileLimit === undefined && (type === 'application/json' || type?.endsWith('+json'))) {
    const code = ofList(verb === 'create' ? collection : undefined);
    return readJson(stream, { limit: bodyLimit, files: fileMembers, spool, ofList: code, orgId });
  }
  if (type === 'multipart/form-data' && fileMembers.length) return readForm(stream, bodyLimit, spool, formFileLimit);
  stream.resume();
  throw fail(contentLength(stream) > bodyLimit ? 'payload_too_large' : 'unsupported_media_type');
};
