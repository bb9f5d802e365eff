/** Lists that the service pages, searches and sorts. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { anyText, numberTo, oneOf, useSearchParams } from './use-search-params.ts';

/** Rows of a page of a list. */
export const PAGE = 50;
/** Typing a word is several changes; the service is asked once. */
const PAUSE_MS = 200;

/** The service looks at no more rows of a list (MOST_LISTED), and refuses pages behind them. */
const LAST_PAGE = 100_000 / PAGE;

/** Text and page of a list, as its address says them. */
export const searchedAndPaged = { search: anyText, page: numberTo(LAST_PAGE) };

/** A page in an address, which does not name the first one. */
export const pageInAddress = (page: number): string => (page > 1 ? String(page) : '');

/** Parameters of a list. */
export interface Place {
  readonly page: number;
  readonly limit: number;
  readonly search: string;
  readonly sort: string;
}

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

/** A list with its parameters and their setters. */
export interface ListState<Answer, Sort extends string = never> {
  readonly query: UseQueryResult<Answer, Error>;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly page: number;
  readonly pages: number;
  readonly turnTo: (page: number) => void;
  /** The first row that is shown, from 1. */
  readonly from: number;
  readonly sortedBy: (name: Sort, title: string) => Sorting;
}

/** A column, and the other way round; '' for the list's own order. */
type Order<Sort extends string> = '' | Sort | `-${Sort}`;

const nextSort = <Sort extends string>(sort: Order<Sort>, name: Sort): Order<Sort> =>
  sort === name ? `-${name}` : sort === `-${name}` ? '' : name;

const ordersOf = <Sort extends string>(sorts: readonly Sort[]): readonly [Order<Sort>, ...Order<Sort>[]] => [
  '',
  ...sorts.flatMap((name) => [name, `-${name}` as const]),
];

/**
 * The list of a call (`callOf`); another key starts from the first page. Text, order and page are in the address of
 * the page.
 * @param sorts the sortable columns, the same in each render
 * @param options as those of a query
 */
export const useList = <Answer extends Listed<unknown>, const Sort extends string>(
  queryKey: QueryKey,
  sorts: readonly Sort[],
  call: (place: Place) => { queryFn: () => Promise<Answer>; initialData: () => Answer | undefined },
  options: { readonly refetchInterval?: (answer: Answer | undefined) => number | false } = {},
): ListState<Answer, Sort> => {
  const declared = useMemo(() => ({ ...searchedAndPaged, sort: oneOf(ordersOf(sorts)) }), [sorts]);
  const [{ search: text, sort, page: turned }, change] = useSearchParams(declared);
  const asked = Number(turned) || 1;
  const [search] = useDebouncedValue(text.trim(), PAUSE_MS);
  const place: Place = { page: asked, limit: PAGE, search, sort };
  const query = useQuery({
    queryKey: [...queryKey, place],
    ...call(place),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => options.refetchInterval?.(state.data) ?? false,
  });
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / PAGE));
  const turnTo = (page: number) => change({ page: pageInAddress(page) });
  // The last row of the last page was removed, or the search finds fewer.
  const beyond = query.data !== undefined && !query.isPlaceholderData && asked > pages;
  useEffect(() => {
    if (beyond) change({ page: pageInAddress(pages) });
  }, [beyond, pages, change]);
  return {
    query,
    text,
    setText: (to) => change({ search: to, page: '' }),
    page: Math.min(asked, pages),
    pages,
    turnTo,
    from: (Math.min(asked, pages) - 1) * PAGE + 1,
    sortedBy: (name, title) => ({
      title,
      way: sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none',
      turn: () => change({ sort: nextSort(sort, name), page: '' }),
    }),
  };
};
