/** Header of every answer of the service, in each of its versions: two of them may be asked while it is upgraded. */
const REQUEST_ID = 'x-request-id';

/** Whether the service has answered, and not something on the way to it: a network that wants a login says 200 to all. */
export const isServiceResponse = ({ headers }: Response): boolean => headers.has(REQUEST_ID);
