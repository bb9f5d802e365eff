/** GET of one record. */
import { flatten } from '../derive/flatten.ts';
import { MOST_OF_RECORD, MOST_SHARED, retrieveStatement, TOO_LONG } from '../derive/read-sql.ts';
import { fail, recordTooLarge } from '../errors.ts';
import type { Embed } from '../model/resource.ts';
import { rare, type Sql } from '../sql.ts';
import { type Answer, type Call, readerOf } from './call.ts';
import { metadataText, readQuery } from './list.ts';

/**
 * The record's JSON text.
 * @throws 404 `not_found`: missing, deleted, of another organisation or another parent; 413 `payload_too_large`
 */
export const readRecord = async (call: Call, embeds: readonly Embed[]): Promise<string> => {
  const { collection, db } = call;
  const statement = (most: number): Sql =>
    retrieveStatement(collection, readerOf(call), embeds, call.model.registry, most);
  let [row] = await db.read<{ doc: string }>(statement(MOST_SHARED));
  if (row?.doc === TOO_LONG) [row] = await db.readLong<{ doc: string }>(rare(statement(MOST_OF_RECORD)));
  if (!row) throw fail('not_found');
  if (row.doc === TOO_LONG) throw recordTooLarge(embeds.map(({ when }) => when));
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
