/** Lists as one sequence of records, page after page. */
import type { Client } from './client.ts';
import type { Arguments, CallOptions, Item, Operation, PagePath, PathOf, QueryOf } from './types.ts';

/** Records asked for at once where the query does not say. */
const PAGE_SIZE = 500;

interface Page {
  readonly page: number;
  readonly page_size: number;
  readonly total: number;
  readonly items: readonly unknown[];
}

/** Path numbers and query of a list. */
export type ListInit<P extends PagePath> = PathOf<Operation<P, 'get'>> & QueryOf<Operation<P, 'get'>> & CallOptions;

/** What the parameters of any list have in common. */
interface LooseListInit extends CallOptions {
  readonly path?: object;
  readonly query?: { readonly page?: number };
}

async function* everyPage(client: Client, path: string, init: LooseListInit): AsyncGenerator<unknown, void, undefined> {
  const { path: numbers, query, ...options } = init;
  for (let page = query?.page ?? 1; ; page += 1) {
    const params = { path: numbers ?? {}, query: { limit: PAGE_SIZE, ...query, page } };
    const response = await client.send('GET', path, { ...options, params });
    const answer = (await response.json()) as Page;
    yield* answer.items;
    if (answer.items.length < answer.page_size || answer.page * answer.page_size >= answer.total) return;
  }
}

/**
 * All records of a list, in the order of their ids. A page is fetched when its first record is asked for, so leaving
 * the loop ends the fetching. `query.page` says where to begin, `query.limit` how many are fetched at once.
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
  everyPage(client, path, (init as readonly [LooseListInit?])[0] ?? {}) as AsyncGenerator<Item<P>, void, undefined>;
