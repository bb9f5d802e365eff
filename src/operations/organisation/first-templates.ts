/** The templates of a new organisation, made in the transaction that makes the organisation. */
import type { Tx } from '../../db/database.ts';
import { TEMPLATES } from '../../model/records/templates.ts';
import seed from '../../model/seed/templates.json' with { type: 'json' };
import type { Language } from '../../shared/disclosure.ts';
import type { Context } from '../call/call.ts';
import { sideEffectStatements } from '../commit/commit.ts';
import { insertion } from '../records/insert-record.ts';

/** Inserts the templates that come with the service, shared with all. @param kid their owner */
export const createFirstTemplates = async (
  context: Context,
  tx: Tx,
  kid: number,
  language: Language = 'de',
): Promise<void> => {
  const resource = context.model.registry.get(TEMPLATES);
  for (const template of seed[language]) {
    const id = await tx.nextId(resource.storage.sequence);
    const { row, change } = insertion(context, resource, id, { ...template, kid, freigabe: 1 });
    await Promise.all([row, ...sideEffectStatements(context, [change])].map((query) => tx.run(query)));
  }
};
