/** Scopes for webhooks: a token may subscribe to events that it may read (docs/decisions/0021). */
import { eventScopes, familyOf } from '../../derive/events/event-names.ts';
import { fail } from '../../errors/api-error.ts';
import type { SpecialCall } from '../call/call.ts';

/** @throws 403 `insufficient_scope` if the token may not read the records of these events */
export const assertEventScopes = ({ actor, model }: SpecialCall, names: Iterable<string>): void => {
  const scopes = eventScopes(model.registry);
  const missing = new Set<string>();
  const denied = [...new Set(names)].filter((name) => {
    const lacking = [...(scopes.get(familyOf(name)) ?? [])].filter((scope) => !actor.scopes.has(scope));
    for (const scope of lacking) missing.add(scope);
    return lacking.length > 0;
  });
  if (!denied.length) return;
  throw fail('insufficient_scope', {
    message: 'The token lacks the read scope of records that these events tell of.',
    details: {
      events: denied,
      required_scope: [...missing].join(', '),
      provided_scope: [...actor.scopes],
      hint: 'Add the read scopes of the records that the events tell of to the token.',
    },
  });
};
