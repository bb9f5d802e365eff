/** Long lists that load piece by piece, newest first. */
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

const PIECE = 50;

/** Where a piece begins, and how long it is. */
interface Place {
  readonly before: number | null;
  readonly limit: number;
}

interface Piece<Item> {
  readonly items: readonly Item[];
  readonly next: number | null;
}

/** The pieces of a list that `load` asks for; another key starts anew. */
export const usePieces = <Item>(queryKey: QueryKey, load: (place: Place) => Promise<Piece<Item>>) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load({ before: pageParam, limit: PIECE }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
