/** Headers of a webhook are secrets: they are shown masked, and a masked value that is sent back stands for the stored one. */
import { invalid } from '../errors.ts';

/** Values by name. */
export type Headers = Readonly<Record<string, string>>;

/** What stands for the value of a header where it is shown, and for the stored value where it is sent back. */
export const MASK = '********';

/**
 * The headers of a webhook after a change. A masked value stands for the stored one, as long as the webhook calls the
 * same scheme, host and port: what was meant for one receiver is never sent to another.
 * @param given as it was asked for; absent: as they are stored
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
