/** Lists as one sequence of records, page after page. */
import type { Client } from './client.ts';
import { everyRecord, type LooseListInit } from './records.ts';
import type { Arguments, CallOptions, Item, Operation, PagePath, PathOf, QueryOf } from './types.ts';

/** Path numbers and query of a list. */
export type ListInit<P extends PagePath> = PathOf<Operation<P, 'get'>> & QueryOf<Operation<P, 'get'>> & CallOptions;

/**
 * All records of a list in its order, which is that of the ids where `query.sort` names no other. A page is fetched when
 * its first record is asked for, so leaving the loop ends the fetching. `query.page` says where to begin, `query.limit`
 * how many are fetched at once.
 *
 * The API counts pages, so a record that is deleted meanwhile moves the later ones forward by one place: whoever
 * deletes what they iterate over collects the records first.
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
