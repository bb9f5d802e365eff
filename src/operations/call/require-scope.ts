/** Authorization by the scopes of a caller. */
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

/** @throws 403 `missing_required_scope` with `required_scope`, `provided_scope` and `hint` (rules 13.3) */
export const requireScope = (
  caller: { readonly scopes: ReadonlySet<string>; readonly tokenId?: number | null },
  scope: string,
): void => {
  if (caller.scopes.has(scope)) return;
  throw fail('missing_required_scope', {
    details: {
      required_scope: scope,
      provided_scope: [...caller.scopes],
      hint:
        caller.tokenId === null
          ? `An administrator can add the scope ${scope} to your role in the settings.`
          : `Add the scope ${scope} to the token in the settings; it holds from the next call on.`,
    },
  });
};
