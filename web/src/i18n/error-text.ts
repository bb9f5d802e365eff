/** What to tell people about an error, in their language. */
import { ApiError, type Issue } from '../api/client.ts';
import { nameOf } from './label-of.ts';

/** Wording of an error; the API's own text where there is none. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  return nameOf('errors:codes', error.error, error.message);
};

/** Wording of one finding, which may be or quote the API's own. */
export const issueText = ({ code, message, params }: Issue): string =>
  nameOf('errors:issues', code, nameOf('errors:codes', code, message), { ...params, message });
