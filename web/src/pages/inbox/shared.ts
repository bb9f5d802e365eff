export const INBOX_KEY = ['inbox'];

/** What an assigned or discarded document is missing from. */
export const REFRESHED = [INBOX_KEY, ['overview']];
