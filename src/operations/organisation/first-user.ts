/** The first administrator of a new organisation, made in the transaction that makes the organisation. */
import type { Tx } from '../../db/database.ts';
import type { Context } from '../call/call.ts';
import { sideEffectStatements } from '../commit/commit.ts';
import { insertion } from '../records/insert-record.ts';

/** Inserts the administrator; answers its kid. */
export const createFirstUser = async (
  context: Context,
  tx: Tx,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<number> => {
  const id = await tx.nextId('contact_kid_seq');
  const user = { name, email, rolle: 'admin', aktiv: true, lizenz: true, lizenz_typ: 'voll' };
  const { row, change } = insertion(context, context.model.registry.get('users'), id, user);
  await Promise.all([row, ...sideEffectStatements(context, [change])].map((query) => tx.run(query)));
  return id;
};
