/** The templates and rules of a new organisation, made in the transaction that makes the organisation. */
import type { Tx } from '../../db/database.ts';
import { INBOX_RULES } from '../../model/records/inbox-rules.ts';
import { TEMPLATES } from '../../model/records/templates.ts';
import rules from '../../model/seed/inbox-rules.json' with { type: 'json' };
import templates from '../../model/seed/templates.json' with { type: 'json' };
import type { Language } from '../../shared/disclosure.ts';
import type { Context } from '../call/call.ts';
import { sideEffectStatements } from '../commit/commit.ts';
import { insertion } from '../records/insert-record.ts';

/** Inserts the templates, shared with all, and the rules of the inbox that come with the service. @param kid owner of the templates */
export const createFirstRecords = async (
  context: Context,
  tx: Tx,
  kid: number,
  language: Language = 'de',
): Promise<void> => {
  const records = [
    ...templates[language].map((values) => ({ path: TEMPLATES, values: { ...values, kid, freigabe: 1 } })),
    ...rules[language].map((values) => ({ path: INBOX_RULES, values })),
  ];
  for (const { path, values } of records) {
    const resource = context.model.registry.get(path);
    const id = await tx.nextId(resource.storage.sequence);
    const { row, change } = insertion(context, resource, id, values);
    await Promise.all([row, ...sideEffectStatements(context, [change])].map((query) => tx.run(query)));
  }
};
