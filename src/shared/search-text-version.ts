/**
 * Version of the stored search texts. Increase it whenever `searchText` (src/derive/search) returns another text for the same values:
 * the service then rebuilds the search entries of the organisations that have an older version, in the background.
 */
export const SEARCH_TEXT_VERSION = 2;
