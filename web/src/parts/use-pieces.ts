/** Long lists that load piece by piece, newest first. */
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { addressOf, api } from '../api/client.ts';
import type { Piece } from '../api/types.ts';

type Filters = Readonly<Record<string, string | null | undefined>>;

/** The pieces of `path` that fit the filters; a change of the filters starts anew. */
export const usePieces = <T>(key: QueryKey, path: string, filters: Filters) =>
  useInfiniteQuery({
    queryKey: [...key, addressOf(path, filters)],
    queryFn: ({ pageParam }) => api.get<Piece<T>>(path, { ...filters, before: pageParam, limit: 50 }),
    initialPageParam: null as number | null,
    getNextPageParam: (piece) => piece.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
