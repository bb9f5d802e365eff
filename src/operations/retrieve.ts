/** GET of one record. */
import { flatten } from '../derive/flatten.ts';
import { retrieveStatement } from '../derive/read-sql.ts';
import { fail } from '../errors.ts';
import type { Embed } from '../model/resource.ts';
import type { Answer, Call } from './call.ts';
import { metadataText, readQuery } from './list.ts';

/** The record's JSON text. @throws 404 `not_found`: missing, deleted, of another organisation or another parent */
export const readRecord = async (call: Call, embeds: readonly Embed[]): Promise<string> => {
  const { collection, actor, pathIds } = call;
  const [row] = await call.db.read<{ doc: string }>(
    retrieveStatement(collection, { ...actor, pathIds }, embeds, call.model.registry),
  );
  if (!row) throw fail('not_found');
  return row.doc;
};

/** GET `/v3/{collection}/{id}`. */
export const retrieve = async (call: Call): Promise<Answer> => {
  const query = readQuery(call, 'record');
  let body = await readRecord(call, query.embeds);
  if (query.flat || query.withSchema) {
    const record = JSON.parse(body) as Record<string, unknown>;
    if (query.flat) body = JSON.stringify(flatten(record));
    body = `${body.slice(0, -1)}${metadataText(call, query, [record], true)}}`;
  }
  return { status: 200, body, etag: !query.flat && !query.withSchema && !query.embeds.length };
};
