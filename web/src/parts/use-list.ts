/** Lists that the service pages, searches and sorts. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Rows of a page of a list. */
export const PAGE = 50;
/** Typing a word is several changes; the service is asked once. */
const PAUSE_MS = 200;

/** What is asked of such a list. */
export interface Place {
  readonly page: number;
  readonly limit: number;
  readonly search: string;
  readonly sort: string;
}

/** What it answers. */
interface Listed<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly complete: boolean;
}

/** A column that the list is sorted by, once it is pressed. */
export interface Sorting {
  readonly title: string;
  readonly way: 'ascending' | 'descending' | 'none';
  readonly turn: () => void;
}

/** A list with what is shown of it, and the ways to see another part. */
export interface ListState<Answer> {
  readonly query: UseQueryResult<Answer, Error>;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly page: number;
  readonly pages: number;
  readonly turnTo: (page: number) => void;
  /** The first row that is shown, from 1. */
  readonly from: number;
  readonly sortedBy: (name: string, title: string) => Sorting;
}

const nextSort = (sort: string, name: string): string => (sort === name ? `-${name}` : sort === `-${name}` ? '' : name);

/** The list that a call (`callOf`) answers; another key starts anew. @param options as those of a query */
export const useList = <Answer extends Listed<unknown>>(
  queryKey: QueryKey,
  call: (place: Place) => { queryFn: () => Promise<Answer>; initialData: () => Answer | undefined },
  options: { readonly refetchInterval?: (answer: Answer | undefined) => number | false } = {},
): ListState<Answer> => {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), PAUSE_MS);
  const [sort, setSort] = useState('');
  const [asked, setAsked] = useState(1);
  const place: Place = { page: asked, limit: PAGE, search, sort };
  const query = useQuery({
    queryKey: [...queryKey, place],
    ...call(place),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => options.refetchInterval?.(state.data) ?? false,
  });
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / PAGE));
  // The last row of the last page is gone, or the search finds less.
  if (query.data && !query.isPlaceholderData && asked > pages) setAsked(pages);
  return {
    query,
    text,
    setText: (to) => {
      setText(to);
      setAsked(1);
    },
    page: Math.min(asked, pages),
    pages,
    turnTo: setAsked,
    from: (Math.min(asked, pages) - 1) * PAGE + 1,
    sortedBy: (name, title) => ({
      title,
      way: sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none',
      turn: () => {
        setSort(nextSort(sort, name));
        setAsked(1);
      },
    }),
  };
};
