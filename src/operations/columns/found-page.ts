/** The page of a list that columns in memory know (docs/decisions/0039). */
import { isTold } from '../../derive/change.ts';
import { hiding } from '../../derive/columns.ts';
import { type Measured, measured, measuredFields } from '../../derive/measures.ts';
import { isById } from '../../derive/ordering.ts';
import type { ListQuery } from '../../derive/query-schema.ts';
import type { Call } from '../call.ts';
import { keptColumns } from './kept-columns.ts';
import { type Selected, selectPage } from './select-page.ts';

/** Of fewer records than these PostgreSQL counts and finds a page as fast. */
const MANY = 20_000;
/** From this offset on it skips many to find a sorted page. */
const FAR = 1000;

/** What columns could say of a query; null where they cannot, or nobody waits for it. */
const lookedAt = ({ collection }: Call, { filters, sort, page, limit, switches }: ListQuery): Measured | null => {
  const { resource, parent } = collection;
  const isFar = !isById(resource, sort) && (page - 1) * limit >= FAR;
  if (parent || resource.answers.envelope !== 'page' || !isTold(resource) || !(filters.length || isFar)) return null;
  if (resource.rules.some(({ shows }) => shows)) return null;
  const hides = hiding(resource);
  return measured(resource, { filters, sort }, Boolean(hides && !switches.has(hides.unless)));
};

/** A page of a list: how many records it has, and the ids of the page; null where columns are not kept. */
export const foundPage = async (call: Call, query: ListQuery): Promise<Selected | null> => {
  const looked = lookedAt(call, query);
  if (!looked) return null;
  const { db, actor, collection } = call;
  const table = await keptColumns(db).now(
    { orgId: actor.orgId, resource: collection.resource },
    measuredFields(looked),
  );
  const offset = (query.page - 1) * query.limit;
  return table && selectPage(table, looked, { offset, limit: query.limit });
};

/** A list was answered without columns. @param total how many records it has */
export const notePage = (call: Call, query: ListQuery, total: number): void => {
  if (total < MANY) return;
  const looked = lookedAt(call, query);
  if (!looked) return;
  const { db, actor, collection } = call;
  keptColumns(db).wish({ orgId: actor.orgId, resource: collection.resource }, measuredFields(looked));
};
