/** Long lists that load in pages, newest first. */
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

const PIECE = 50;

interface Place {
  readonly before: number | null;
  readonly limit: number;
}

interface Piece {
  readonly items: readonly unknown[];
  readonly next: number | null;
}

/** The items of a list that `load` requests, and its last page; another key starts from the first page. */
export const useInfiniteList = <Page extends Piece>(queryKey: QueryKey, load: (place: Place) => Promise<Page>) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load({ before: pageParam, limit: PIECE }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      items: pages.flatMap(({ items }): Page['items'][number][] => [...items]),
      last: pages.at(-1),
    }),
  });
