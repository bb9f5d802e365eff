/** Filters of a list in the address of its page, so that they can be bookmarked and sent to others; '' is none. */

/** Those that an address has. @param none every filter, empty */
export const readFilters = <Filters extends { readonly [Name in keyof Filters]: string }>(
  none: Filters,
  search: URLSearchParams,
): Filters => Object.fromEntries(Object.keys(none).map((name) => [name, search.get(name) ?? ''])) as unknown as Filters;

/** What the address says of them. */
export const filtersInAddress = (filters: object): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
