/** Reads a body within its limit: JSON (rules 3.1), or a form where there is a file to send (docs/decisions/0007). */
import type { IncomingMessage } from 'node:http';
import { takesBatch } from '../derive/collections.ts';
import type { Route } from '../derive/routes.ts';
import { type Code, fail } from '../errors.ts';
import type { Spool } from '../files/spool.ts';
import { announcedLength } from './body-chunks.ts';
import { readForm } from './read-form.ts';
import { readJson } from './read-json.ts';

/** What is said of a list where a route takes none, or of one that is too long for it (rules 3.1, 3.7). */
const ofList = (collection: Route['collection']): Code =>
  collection && takesBatch(collection) ? 'batch_too_large' : 'empty_body';

/**
 * The body of a route: what its JSON says, with the route's `fileMembers` members lying aside where they are large, or a
 * `FormBody`; undefined where there is none.
 * @param orgId the organisation whose turn a large upload waits for
 * @throws 413 `payload_too_large`, 415 `unsupported_media_type`, 400 `invalid_json`: the first that holds (rules 2);
 * 503 `service_unavailable` where too many uploads wait
 */
export const readBody = async (
  stream: IncomingMessage,
  { bodyLimit, fileMembers = [], collection, verb }: Pick<Route, 'bodyLimit' | 'fileMembers' | 'collection' | 'verb'>,
  spool: Spool,
  orgId: number,
): Promise<unknown> => {
  const type = stream.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json' || type?.endsWith('+json')) {
    const code = ofList(verb === 'create' ? collection : undefined);
    return readJson(stream, { limit: bodyLimit, files: fileMembers, spool, ofList: code, orgId });
  }
  if (type === 'multipart/form-data' && fileMembers.length) return readForm(stream, bodyLimit, spool);
  stream.resume();
  throw fail(announcedLength(stream) > bodyLimit ? 'payload_too_large' : 'unsupported_media_type');
};
