/** Long lists that load piece by piece, newest first. */
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { type AnswerOf, api, type Call, type Given, type Query, type QueryOf, type RouteName } from '../api/client.ts';
import type { Item } from '../api/types.ts';

type PieceName = { [Name in RouteName]: 'before' extends QueryOf<Name> ? Name : never }[RouteName];

/** The pieces of a route's list for a query; another query starts anew. */
export const usePieces = <Name extends PieceName>(
  key: QueryKey,
  name: Name,
  given: Given<Name> & { readonly query: Query<Name> },
) =>
  useInfiniteQuery({
    queryKey: [...key, given],
    queryFn: ({ pageParam }): Promise<AnswerOf<PieceName>> =>
      api(name, ...([{ ...given, query: { ...given.query, before: pageParam, limit: 50 } }] as unknown as Call<Name>)),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items as readonly Item<Name>[]),
  });
