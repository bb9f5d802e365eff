/** GET of one record. */
import { openTo } from '../derive/columns.ts';
import { flatten } from '../derive/flatten.ts';
import { retrieveStatement } from '../derive/read-sql.ts';
import { fail } from '../errors.ts';
import type { Answer, Call } from './call.ts';
import { metadataText, readQuery } from './list.ts';

/** The record's JSON text. @throws 404 `not_found`: missing, deleted, of another organisation or another parent */
export const readRecord = async (call: Call, embeds: Parameters<typeof retrieveStatement>[1]): Promise<string> => {
  const { collection, actor } = call;
  const statement = retrieveStatement(collection, embeds, call.model.registry);
  const values = [
    actor.orgId,
    ...call.numbers,
    ...openTo(collection.resource, actor.userKid).flatMap((open) => open.values),
  ];
  const [row] = await call.db.read<{ doc: string }>({ ...statement, values });
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
