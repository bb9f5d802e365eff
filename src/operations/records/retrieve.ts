/** GET of one record. */
import { flatten } from '../../derive/metadata/flatten.ts';
import { MOST_OF_RECORD, MOST_SHARED, type Reader, retrieveStatement, TOO_LONG } from '../../derive/sql/read-sql.ts';
import { recordTooLarge } from '../../errors/api-error.ts';
import type { Embed } from '../../model/declaration/resource.ts';
import { type Sql, unprepared } from '../../sql/sql.ts';
import { type Call, type OperationResult, readerOf } from '../call/call.ts';
import { metadataText, readerFor, readQuery } from '../call/read-query.ts';
import { nameCollector } from '../references/record-names.ts';
import { countsText } from './count-below.ts';
import { missingRecord } from './merged-away.ts';

/**
 * The record's JSON text.
 * @throws 404 `not_found`: missing, deleted, merged away (`merged_into`), of another organisation or another parent; 413 `payload_too_large`
 */
export const readRecord = async (
  call: Call,
  embeds: readonly Embed[],
  reader: Reader = readerOf(call),
): Promise<string> => {
  const { collection, db } = call;
  const statement = (most: number): Sql => retrieveStatement(collection, reader, embeds, call.model.registry, most);
  let [row] = await db.read<{ doc: string }>(statement(MOST_SHARED));
  if (row?.doc === TOO_LONG) [row] = await db.queryLong<{ doc: string }>(unprepared(statement(MOST_OF_RECORD)));
  if (!row) throw await missingRecord(db, reader.orgId, collection.resource, reader.pathIds.at(-1) ?? 0);
  if (row.doc === TOO_LONG) throw recordTooLarge(embeds.map(({ when }) => when));
  return row.doc;
};

/** GET `/v3/{collection}/{id}`. */
export const retrieve = async (call: Call): Promise<OperationResult> => {
  const query = readQuery(call, 'record');
  let body = await readRecord(call, query.embeds, readerFor(call, query));
  if (query.flat || query.withSchema || query.withNames) {
    const record = JSON.parse(body) as Record<string, unknown>;
    const names = nameCollector(call, query);
    names.add(record);
    if (query.flat) body = JSON.stringify(flatten(record));
    body = `${body.slice(0, -1)}${metadataText(call, query, [record], true)}${await names.text()}}`;
  }
  if (query.withCounts) body = `${body.slice(0, -1)}${await countsText(call)}}`;
  const isPlain = !(
    query.withDeadline ||
    query.withPremium ||
    query.flat ||
    query.withSchema ||
    query.withNames ||
    query.withCounts ||
    query.embeds.length
  );
  return { status: 200, body, etag: isPlain };
};
