/** Authorization by the scopes of a caller, beyond the scope of the route; every refusal of an operation for lack of a right. */
import { eventScopes, familyOf } from '../../derive/events/event-names.ts';
import { listedKinds } from '../../derive/metadata/sections.ts';
import { type Code, fail } from '../../errors/api-error.ts';
import type { Registry } from '../../model/registry.ts';
import { ADMIN_ROLE } from '../../shared/roles.ts';
import { sql } from '../../sql/sql.ts';
import type { Context } from './call.ts';

interface Caller {
  readonly scopes: ReadonlySet<string>;
}

/** Code, text and further details of a refusal. */
interface Refusal {
  readonly code?: Code;
  readonly message?: string;
  readonly hint?: string;
  readonly about?: Readonly<Record<string, unknown>>;
}

/** Whether a caller has the read scope of a family. */
export const mayRead = ({ scopes }: Caller, family: string | undefined): boolean => scopes.has(`v3:${family}:read`);

/** The refusal of a call. @param required scopes that the caller lacks */
export const refuse = (
  { scopes }: Caller,
  required: Iterable<string>,
  { code = 'insufficient_scope', message, hint, about }: Refusal = {},
): Error =>
  fail(code, {
    ...(message ? { message } : {}),
    details: {
      ...about,
      required_scope: [...new Set(required)].join(', '),
      provided_scope: [...scopes],
      ...(hint ? { hint } : {}),
    },
  });

/**
 * Any of these scopes is enough.
 * @throws 403 `insufficient_scope` where the caller has none of them
 */
export const requireAny = (caller: Caller, enough: readonly string[]): void => {
  if (enough.some((scope) => caller.scopes.has(scope))) return;
  throw refuse(caller, enough, { hint: 'Any of these scopes is enough.' });
};

/** @throws 403 `insufficient_scope` where the caller may read no record kind */
export const requireReader = (registry: Registry, caller: Caller): void =>
  requireAny(
    caller,
    listedKinds(registry).map(({ scope }) => `v3:${scope}:read`),
  );

/** @throws 403 `insufficient_scope` where the caller lacks one of the scopes */
export const requireAll = (caller: Caller, needed: readonly string[], refusal?: Refusal): void => {
  const missing = needed.filter((scope) => !caller.scopes.has(scope));
  if (missing.length) throw refuse(caller, missing, refusal);
};

/** @throws 403 `missing_required_scope` with `required_scope`, `provided_scope` and `hint` (rules 13.3) */
export const requireScope = (caller: Caller & { readonly tokenId?: number | null }, scope: string): void =>
  requireAll(caller, [scope], {
    code: 'missing_required_scope',
    hint:
      caller.tokenId === null
        ? `An administrator can add the scope ${scope} to your role in the settings.`
        : `Add the scope ${scope} to the token in the settings; it holds from the next call on.`,
  });

/**
 * A token may subscribe to events that it may read (docs/decisions/0021).
 * @throws 403 `insufficient_scope` if the token may not read the records of these events
 */
export const requireEvents = (registry: Registry, caller: Caller, names: Iterable<string>): void => {
  const scopes = eventScopes(registry);
  const missingOf = (name: string) =>
    [...(scopes.get(familyOf(name)) ?? [])].filter((scope) => !caller.scopes.has(scope));
  const events = [...new Set(names)].filter((name) => missingOf(name).length);
  if (!events.length) return;
  throw refuse(caller, events.flatMap(missingOf), {
    message: 'The token lacks the read scope of records that these events tell of.',
    about: { events },
    hint: 'Add the read scopes of the records that the events tell of to the token.',
  });
};

/**
 * Checks that the session belongs to an administrator, or that the token acts for one; commands of the operator pass
 * (rules 8.2).
 * @throws 403 `administrator_required`
 */
export const requireAdministrator = async ({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<void> => {
  const { orgId, userKid, tokenId } = actor;
  if (userKid === null && tokenId === null) return;
  const [administrator] = await db.read(sql`select 1 as one
    from contact t
    where t.org_id = ${orgId} and t.section = 'users' and t.del = 0 and t.id = ${userKid}::int and t.aktiv
      and t.rolle = ${ADMIN_ROLE}`);
  if (!administrator) throw fail('administrator_required');
};
