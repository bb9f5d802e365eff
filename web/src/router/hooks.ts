/** What components know of the router. */
import { createContext, use, useCallback, useMemo } from 'react';
import { changeSearch, type Location, shownNow } from './visits.ts';

export const PlaceContext = createContext(shownNow().place);
export const BusyContext = createContext(false);

/** The address of the page that is shown, with what was given along with the way to it. */
export const useLocation = (): Location => use(PlaceContext).location;

/** Whether another page is on its way. */
export const useBusy = (): boolean => use(BusyContext);

/** What stands behind the `?`, and what changes that in its place: back leads to the page before. */
export const useSearch = () => {
  const { pathname, search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback((by: (search: URLSearchParams) => void) => changeSearch(pathname, by), [pathname]);
  return [params, change] as const;
};
