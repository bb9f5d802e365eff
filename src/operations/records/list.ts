/** GET of a collection: one statement, stored text passed on. */

import { flatten } from '../../derive/metadata/flatten.ts';
import { isComparing } from '../../derive/query/filters.ts';
import type { ListQuery } from '../../derive/query/query-schema.ts';
import type { Collection } from '../../derive/routing/collections.ts';
import { candidates, listStatement, ownOrder, premiumSum } from '../../derive/sql/list-sql.ts';
import { TOO_LONG } from '../../derive/sql/read-sql.ts';
import { archiveFlag } from '../../derive/storage/columns.ts';
import { answerTooLarge, fail, invalid } from '../../errors/api-error.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { MAX_SUMMED } from '../../shared/limits.ts';
import type { Sql } from '../../sql/sql.ts';
import { type Call, type OperationResult, readerOf } from '../call/call.ts';
import { JsonBuffer } from '../call/json-buffer.ts';
import { metadataText, readerFor, readQuery } from '../call/read-query.ts';
import { countersOf } from '../commit/counters.ts';
import { nameCollector } from '../references/record-names.ts';

/** From this many rows on, a list runs on a connection of its own. */
const LONG = 500;

interface Row {
  readonly total: number;
  readonly items: string | null;
  readonly there?: boolean;
}

/** Whether a list leaves archived records out. */
const isHiding = ({ collection: { resource } }: Call, query: ListQuery): boolean => {
  const hides = archiveFlag(resource);
  return Boolean(hides && !query.switches.has(hides.unless));
};

const statementFor = (call: Call, query: ListQuery, rows: boolean, ids = false): Sql => {
  const { collection, model } = call;
  const { resource } = collection;
  const hide = isHiding(call, query);
  const isPartly = resource.rules.some(({ shows }) => shows);
  const isWhole = !(collection.parent || query.filters.length || isPartly || call.actor.advisers);
  const counters = isWhole && resource.nesting.topLevel ? countersOf(resource, !hide) : null;
  const { embeds, filters, sort, limit } = query;
  const shown = readMembers(resource, query);
  const listing = { embeds, filters, sort, shown, hide, counters, limit, offset: (query.page - 1) * limit, rows, ids };
  return listStatement(collection, readerFor(call, query), listing, model.registry);
};

/** The fields that are read: those that are shown, and the one by which the metadata is divided. */
const readMembers = ({ settings: { division } }: Resource, { shown, withSchema }: ListQuery): ListQuery['shown'] =>
  shown && withSchema && division ? new Set([...shown, division.field]) : shown;

/** Maximum records that conditions on custom fields may read: no index has them in an order. */
const MOST_LOOKED_AT = 100_000;

/**
 * Refuses to compare and sort by an added field where nothing else narrows a large list.
 * @throws 400 `validation_failed`
 */
export const guardOwnOrder = async (call: Call, query: ListQuery): Promise<void> => {
  const by = ownOrder(query);
  if (!by) return;
  const filters = query.filters.filter((filter) => !(filter.field.custom && isComparing(filter)));
  const statement = candidates(call.collection, readerOf(call), filters, MOST_LOOKED_AT + 1);
  const [row] = await call.db.queryLong<{ n: number }>(statement);
  if (Number(row?.n) <= MOST_LOOKED_AT) return;
  const parameter = 'operator' in by ? `${by.name}${by.operator.suffix}` : 'sort';
  const message = `${by.name} has no order of its own in a list of more than ${MOST_LOOKED_AT} records: narrow it by another filter.`;
  throw invalid([{ path: [parameter], code: 'too_big', message }]);
};

/** The ids of all records of a list, in its order. */
export const listedIds = async (call: Call, query: ListQuery): Promise<readonly number[]> => {
  const ids: number[] = [];
  const all = { ...query, embeds: [], page: 1, limit: MAX_INT };
  await call.db.stream(statementFor(call, all, true, true), ([, , id]) => {
    if (id !== null) ids.push(Number(id));
  });
  return ids;
};

const WITHOUT_PAGES = 'items';
/** Lists without paging are short by nature; this only bounds them. */
const SHORT_LIST = 100_000;

const needsParsing = (collection: Collection, query: ListQuery): boolean =>
  query.flat || query.withNames || (query.withSchema && collection.resource.settings.division !== undefined);

const laidOut = (record: Readonly<Record<string, unknown>>, flat: boolean, unasked: string | null): object => {
  const { [unasked ?? '']: _unasked, ...asked } = record;
  return flat ? flatten(asked) : asked;
};

const BETWEEN = ',';

/** The field by which the metadata is divided, where it is read and not shown. */
const unaskedDivision = ({ resource }: Collection, { shown }: ListQuery): string | null => {
  const { division } = resource.settings;
  return division && shown && !shown.has(division.field) ? division.field : null;
};

/** The sum of the premiums of a list as a JSON member to append, empty without `with_premium`. */
const premiumText = async (call: Call, query: ListQuery, total: number): Promise<string> => {
  if (!query.withPremium) return '';
  if (total > MAX_SUMMED) return ',"per_year":null';
  const { collection, db } = call;
  const statement = premiumSum(collection, readerOf(call), { filters: query.filters, hide: isHiding(call, query) });
  const [row] = await db.queryLong<{ per_year: string }>(statement);
  return `,"per_year":"${row?.per_year ?? '0.00'}"`;
};

/** The response up to the records. */
const headOf = (short: boolean, { page, limit }: ListQuery, total: number): string =>
  short ? '{"items":' : `{"page":${page},"page_size":${limit},"total":${total},"items":`;

/**
 * A long page: records go from the database's rows into bytes, one by one, so that memory holds the answer once.
 * @throws 413 `payload_too_large`
 */
const longPage = async (call: Call, query: ListQuery, short: boolean): Promise<OperationResult> => {
  const { collection } = call;
  const { division } = collection.resource.settings;
  const unasked = unaskedDivision(collection, query);
  const divided: Record<string, unknown>[] = [];
  const names = nameCollector(call, query);
  const shownAs = (doc: string): string => {
    if (!needsParsing(collection, query)) return doc;
    const record = JSON.parse(doc) as Record<string, unknown>;
    names.add(record);
    if (division) divided.push({ [division.field]: record[division.field] });
    return query.flat || unasked ? JSON.stringify(laidOut(record, query.flat, unasked)) : doc;
  };
  const body = new JsonBuffer();
  let head: { total: number; there: boolean } | null = null;
  let separator = '';
  await call.db.stream(statementFor(call, query, true), ([total, there, doc]) => {
    if (!head) {
      head = { total: Number(total), there: there === true };
      body.add(`${headOf(short, query, head.total)}[`);
      return;
    }
    if (doc === TOO_LONG) throw answerTooLarge();
    body.add(separator);
    body.add(shownAs(String(doc)));
    separator = BETWEEN;
  });
  const { there, total } = head ?? { there: false, total: 0 };
  if (!there) throw fail('not_found');
  body.add(
    `]${await premiumText(call, query, total)}${metadataText(call, query, divided, false)}${await names.text()}}`,
  );
  return { status: 200, body: body.chunks };
};

/** GET `/v3/{collection}`: the list envelope (rules 10.4). */
export const list = async (call: Call): Promise<OperationResult> => {
  const { collection, db } = call;
  const asked = readQuery(call, 'list');
  const short = collection.resource.responses.envelope === WITHOUT_PAGES;
  const query = short ? { ...asked, page: 1, limit: SHORT_LIST } : asked;
  await guardOwnOrder(call, query);
  if (!short && query.limit > LONG) return longPage(call, query, short);
  const isLong = asked.limit > LONG || ownOrder(query) !== null;
  const statement = statementFor(call, query, false);
  const [row] = await (isLong ? db.queryLong<Row>(statement) : db.read<Row>(statement));
  if (!row || row.there === false) throw fail('not_found');
  if (row.items === TOO_LONG) return longPage(call, query, short);
  let items = `[${row.items ?? ''}]`;
  let shown: Record<string, unknown>[] = [];
  const names = nameCollector(call, query);
  if (needsParsing(collection, query)) {
    shown = JSON.parse(items) as Record<string, unknown>[];
    for (const record of shown) names.add(record);
    const unasked = unaskedDivision(collection, query);
    if (query.flat || unasked) items = JSON.stringify(shown.map((record) => laidOut(record, query.flat, unasked)));
  }
  const metadata = `${await premiumText(call, query, row.total)}${metadataText(call, query, shown, false)}${await names.text()}`;
  return { status: 200, body: `${headOf(short, query, row.total)}${items}${metadata}}` };
};
