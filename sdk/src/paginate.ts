/** Page after page of any list. */
import { jsonOf } from './errors.ts';
import type { SendTo } from './request.ts';
import type { CallOptions } from './types.ts';

/** Records asked for at once where the query does not say. */
const PAGE_SIZE = 500;

interface Page {
  readonly page: number;
  readonly page_size?: number;
  readonly total: number;
  readonly items: readonly unknown[];
}

/** Common parameters of all lists. */
export interface LooseListInit extends CallOptions {
  readonly path?: object;
  readonly query?: { readonly page?: number };
}

/** All records of a list, page after page; one without pages is read once. */
export async function* everyRecord(
  send: SendTo,
  path: string,
  init: LooseListInit,
): AsyncGenerator<unknown, void, undefined> {
  const { path: numbers, query, ...options } = init;
  for (let page = query?.page ?? 1; ; page += 1) {
    const params = { path: numbers ?? {}, query: { limit: PAGE_SIZE, ...query, page } };
    const response = await send('GET', path, { ...options, params });
    const answer = (await jsonOf(response)) as Page;
    yield* answer.items;
    const { page_size: size } = answer;
    if (!size || answer.items.length < size || answer.page * size >= answer.total) return;
  }
}
