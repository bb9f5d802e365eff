/** What the rules of a record kind say to a change of one record, before it is written. */
import type { Tx } from '../db/database.ts';
import { type Code, fail } from '../errors.ts';
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import type { Look, ProposedChange } from '../model/rule.ts';
import type { Context } from './call.ts';

/** Runs what a look asks for. @returns the code that it refuses with */
const looked = async (tx: Tx, look: Look): Promise<Code | null> => {
  let step = look.next();
  while (!step.done) step = look.next(await tx.run<Values>(step.value));
  return step.value;
};

/** A change without who makes it: that is the caller. */
type Change = Omit<ProposedChange, 'by' | 'resource'> & { readonly resource: Resource };

/**
 * Asks the rules one after the other. The caller holds the record's lock.
 * @throws the code of the first rule that refuses
 */
export const checkRules = async ({ actor }: Context, tx: Tx, change: Change): Promise<void> => {
  for (const { check } of change.resource.rules) {
    const outcome = check?.({ ...change, by: actor }) ?? null;
    const code = typeof outcome === 'object' && outcome ? await looked(tx, outcome) : outcome;
    if (code) throw fail(code);
  }
};
