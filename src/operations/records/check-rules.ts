/** Checks the rules of a record kind against a change of one record, before it is written. */
import type { Tx } from '../../db/database.ts';
import { type Code, fail } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Look, ProposedChange } from '../../model/declaration/rule.ts';
import type { Context } from '../call/call.ts';

/** Runs the queries of a check. @returns the code of a refusal */
const looked = async (tx: Tx, look: Look): Promise<Code | null> => {
  let step = look.next();
  while (!step.done) step = look.next(await tx.run<Values>(step.value));
  return step.value;
};

/** A change without who makes it: that is the caller. */
type RuleChange = Omit<ProposedChange, 'by' | 'resource'> & { readonly resource: Resource };

/**
 * Asks the rules one after the other. The caller holds the record's lock.
 * @throws the code of the first rule that refuses
 */
export const checkRules = async ({ actor }: Context, tx: Tx, change: RuleChange): Promise<void> => {
  for (const { check } of change.resource.rules) {
    const outcome = check?.({ ...change, by: actor }) ?? null;
    const code = typeof outcome === 'object' && outcome ? await looked(tx, outcome) : outcome;
    if (code) throw fail(code);
  }
};
