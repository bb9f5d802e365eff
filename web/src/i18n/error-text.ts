/** What to tell people about an error, in their language. */
import { ApiError, type Issue } from '../api/client.ts';
import { nameOf } from './label-of.ts';
import { currentLocale, translatorFor } from './translator.ts';

/** English sentences of the API are for English pages only. */
const unknownText = (code: string, message: string): string =>
  currentLocale().language.startsWith('en') && message
    ? message
    : (translatorFor('errors', 'unknown', { code }) ?? code);

/** Names of fields are in some codes. */
const codeOf = (code: string): string => (/^body_\w+_forbidden$/.test(code) ? 'body_field_forbidden' : code);

/** Wording of an error code. @param message the API's own sentence */
export const codeText = (code: string, message: string): string =>
  nameOf('errors:codes', codeOf(code), unknownText(code, message));

/** Wording of an error. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  return codeText(error.error, error.message);
};

/** Names of bounds in `params`, by the unit that they count. */
const BOUNDS = ['characters', 'items', 'bound'];

/** Wording of one finding, which may be or quote the API's own. */
export const issueText = ({ code, message, params = {} }: Issue): string => {
  const general = nameOf('errors:issues', code, codeText(code, message), { ...params, message });
  const bound = BOUNDS.find((name) => params[name] !== undefined);
  if (!bound) return general;
  const value = Number(params[bound]).toLocaleString(currentLocale().language, { useGrouping: 'min2' });
  return nameOf('errors:issues', `${code}_${bound}`, general, { value });
};
