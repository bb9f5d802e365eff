/** Lists as one sequence of records, page after page. */
import type { Client } from './client.ts';
import { everyRecord, type LooseListInit } from './paginate.ts';
import type { Arguments, CallOptions, Item, Operation, PagePath, PathOf, QueryOf } from './types.ts';

/** Path numbers and query of a list. */
export type ListInit<P extends PagePath> = PathOf<Operation<P, 'get'>> & QueryOf<Operation<P, 'get'>> & CallOptions;

/**
 * All records of a list in its order, which is that of the ids unless `query.sort` names another. A page is fetched
 * when its first record is requested, so leaving the loop ends the fetching. `query.page` is the first page,
 * `query.limit` the page size.
 *
 * The API counts pages, so a record that is deleted during the iteration moves the later ones forward by one: to
 * delete the records of an iteration, collect them first.
 * @throws BrokerCrmError
 */
export const pages = <P extends PagePath>(
  client: Client,
  path: P,
  ...init: Arguments<ListInit<P>>
): AsyncGenerator<Item<P>, void, undefined> =>
  everyRecord(client.send, path, (init as readonly [LooseListInit?])[0] ?? {}) as AsyncGenerator<
    Item<P>,
    void,
    undefined
  >;
