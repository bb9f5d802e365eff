import { api } from '../api/client.ts';

/** What differs, as it would be sent. */
const changedOf = (before: object, after: object): object => {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => known.get(name) !== JSON.stringify(value)));
};

/**
 * Sends only what a form has changed, so that what somebody else has changed beside it meanwhile stays; nothing where
 * nothing has changed. @param before the record as the form was opened with it
 */
export const patchChanged = async (path: string, before: object, after: object): Promise<unknown> => {
  const changed = changedOf(before, after);
  return Object.keys(changed).length ? api.patch(path, changed) : null;
};
