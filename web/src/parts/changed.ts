/**
 * Sends only what a form has changed, so that what somebody else has changed beside it meanwhile stays; nothing where
 * nothing has changed. @param before the record as the form was opened with it
 */
export const sendChanged = async <T extends object>(
  before: object,
  after: T,
  send: (changed: Partial<T>) => Promise<unknown>,
): Promise<void> => {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(after).filter(([name, value]) => known.get(name) !== JSON.stringify(value));
  if (changed.length) await send(Object.fromEntries(changed) as Partial<T>);
};
