/** Whether the service has answered, and not something on the way to it: a network that wants a login says 200 to all. */

/** Header of every answer of the settings API: whose session it belongs to, or that it needs none. */
const SIGNED_IN = 'x-signed-in';
const NOBODY = 'nobody';

export const isOfService = ({ headers }: Response): boolean => headers.has(SIGNED_IN);

/** @returns the user of an organisation whose session was answered; null for calls that need none */
export const ownerOf = ({ headers }: Response): string | null => {
  const owner = headers.get(SIGNED_IN);
  return owner === NOBODY ? null : owner;
};
