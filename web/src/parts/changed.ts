import { api, type Call, type Given, type RouteName } from '../api/client.ts';

/** What differs, as it would be sent. */
const changedOf = (before: object, after: object): object => {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => known.get(name) !== JSON.stringify(value)));
};

type PatchName = Extract<RouteName, `PATCH ${string}`>;

/**
 * Sends only what a form has changed, so that what somebody else has changed beside it meanwhile stays; nothing where
 * nothing has changed. @param before the record as the form was opened with it
 */
export const patchChanged = async <Name extends PatchName>(
  name: Name,
  given: Given<Name> & { readonly body: object },
  before: object,
): Promise<void> => {
  const body = changedOf(before, given.body);
  if (Object.keys(body).length) await api(name, ...([{ ...given, body }] as unknown as Call<Name>));
};
