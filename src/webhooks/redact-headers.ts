/** Headers of a webhook are secrets: they are shown masked, and a masked value in a request means the stored one. */
import { invalid } from '../errors/api-error.ts';

/** Values by name. */
export type Headers = Readonly<Record<string, string>>;

/** The mask of a shown header value; in a request it means the stored value. */
export const MASK = '********';

/**
 * The headers of a webhook after a change. A masked value means the stored one, as long as the webhook calls the same
 * scheme, host and port: a secret of one receiver is never sent to another.
 * @param given the requested headers; absent: the stored ones
 * @throws 400 for a masked value of a header that is not stored
 */
export const nextHeaders = (stored: Headers, given: Headers | undefined, sameOrigin: boolean): Headers => {
  const masked = Object.entries(given ?? {}).filter(([, value]) => value === MASK);
  const issues = masked
    .filter(([name]) => !Object.hasOwn(stored, name))
    .map(([name]) => ({
      path: ['headers', name],
      code: 'invalid_format',
      message: `Enter the value of ${name}; none is stored.`,
    }));
  if (issues.length) throw invalid(issues);
  const all = Object.entries(given ?? Object.fromEntries(Object.keys(stored).map((name) => [name, MASK])));
  return Object.fromEntries(
    all.flatMap(([name, value]) => {
      if (value !== MASK) return [[name, value]];
      return sameOrigin ? [[name, stored[name] ?? '']] : [];
    }),
  );
};
