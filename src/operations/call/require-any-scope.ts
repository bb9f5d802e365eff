/** Authorization of operations that read several scope families. */
import { fail } from '../../errors/api-error.ts';

/**
 * Any of these scopes is enough.
 * @throws 403 `insufficient_scope` where the caller has none of them
 */
export const requireAnyScope = (
  { scopes }: { readonly scopes: ReadonlySet<string> },
  enough: readonly string[],
): void => {
  if (enough.some((scope) => scopes.has(scope))) return;
  throw fail('insufficient_scope', {
    details: {
      required_scope: [...new Set(enough)].join(', '),
      provided_scope: [...scopes],
      hint: 'Any of these scopes is enough.',
    },
  });
};
