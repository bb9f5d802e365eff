/** Router hooks for components. */
import { createContext, use, useCallback, useMemo } from 'react';
import { changeSearch, type Location, shownNow } from './router.ts';

export const PlaceContext = createContext(shownNow().place);
export const BusyContext = createContext(false);

/** The address of the shown page, with the state of its navigation. */
export const useLocation = (): Location => use(PlaceContext).location;

/** Whether another page is on its way. */
export const useBusy = (): boolean => use(BusyContext);

/** The query, and a function that changes it in place: Back leads to the page before. */
export const useSearch = () => {
  const { pathname, search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback((by: (search: URLSearchParams) => void) => changeSearch(pathname, by), [pathname]);
  return [params, change] as const;
};
