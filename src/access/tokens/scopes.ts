/** Scopes of a token: `v3:<family>:<read|write>` (rules 11.3 to 11.5). */
import { fail } from '../../errors/api-error.ts';
import { scopeFamilies } from '../../shared/scope-families.ts';

/** Every scope name there is. */
export const scopeNames: readonly string[] = Object.freeze(
  Object.entries(scopeFamilies).flatMap(([family, actions]) => actions.map((action) => `v3:${family}:${action}`)),
);

const known: ReadonlySet<string> = new Set(scopeNames);

/**
 * Checks scope names and drops doubles; the order is that of `scopeNames`.
 * @throws 400 `validation_failed` (as `unknown_scope`) naming those that do not exist (rules 6.3)
 */
export const checkScopes = (names: readonly string[]): string[] => {
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length) {
    const message = `Unknown scope ${unknown.map((name) => `"${name}"`).join(', ')}. Scopes are: ${scopeNames.join(', ')}.`;
    throw fail('validation_failed', {
      as: 'unknown_scope',
      message,
      issues: unknown.map((name) => ({ path: ['scopes', names.indexOf(name)], code: 'invalid_select_value', message })),
    });
  }
  const wanted = new Set(names);
  return scopeNames.filter((name) => wanted.has(name));
};

/**
 * Scopes as an operator writes them: `all`, `none`, or names separated by commas.
 * @throws as `checkScopes`
 */
export const parseScopes = (text: string): string[] => {
  const word = text.trim();
  if (word === 'all') return [...scopeNames];
  if (word === 'none') return [];
  return checkScopes(word.split(',').map((name) => name.trim()));
};
