/** Checks the rules of a record kind against a change of one record, before it is written. */

import type { Tx } from '../../db/database.ts';
import { templateProblem } from '../../derive/templates/placeholders.ts';
import { type Code, fail } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Changing, Look, ProposedChange } from '../../model/declaration/rule.ts';
import { scopesOfRole } from '../../shared/roles.ts';
import { requireScope } from '../call/authorize.ts';
import type { Context } from '../call/call.ts';

/** Runs the queries of a check. @returns the code of a refusal */
const looked = async (tx: Tx, look: Look): Promise<Code | null> => {
  let step = look.next();
  while (!step.done) step = look.next(await tx.run<Values>(step.value));
  return step.value;
};

/** The caller with the rights that the organisation's settings give. */
const changing = ({ actor, model: { registry, settings } }: Context): Changing => ({
  ...actor,
  scopesOfRole: (role) => scopesOfRole(settings.roles, role),
  familyOf: (section) => registry.find(section)?.scope,
  templateProblem: (section, text) => templateProblem(registry, section, text),
});

/** A change without who makes it: that is the caller. */
type RuleChange = Omit<ProposedChange, 'by' | 'resource'> & { readonly resource: Resource };

/**
 * Asks the rules one after the other. The caller holds the record's lock.
 * @throws the code of the first rule that refuses
 */
export const checkRules = async (context: Context, tx: Tx, change: RuleChange): Promise<void> => {
  const { rules } = change.resource;
  if (!rules.length) return;
  const by = changing(context);
  for (const { check } of rules) {
    const outcome = check?.({ ...change, by }) ?? null;
    if (typeof outcome === 'object' && outcome && 'scope' in outcome) {
      requireScope(context.actor, outcome.scope);
      continue;
    }
    if (typeof outcome === 'object' && outcome && 'code' in outcome)
      throw fail(outcome.code, { message: outcome.message });
    const code = typeof outcome === 'object' && outcome ? await looked(tx, outcome) : outcome;
    if (code) throw fail(code);
  }
};
