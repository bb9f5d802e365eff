/** A moment as the database and receivers read it: ISO 8601 UTC with milliseconds. @param ms since 1970 */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
