/** The context of a command that runs operations for the operator. */
import { scopeNames } from '../../access/tokens/scopes.ts';
import { COMMAND } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import type { FileStores } from '../../files/object-store.ts';
import type { Context } from '../../operations/call/call.ts';
import { systemContext } from '../../operations/call/system-actor.ts';

/**
 * A context with all scopes, whose audit entries name the command. Workers do not get it: a job may do what its requester may.
 * @throws 404 where the organisation does not exist, or is being deleted
 */
export const operatorContext = async (db: Database, orgId: number, files?: FileStores): Promise<Context> => {
  const context = await systemContext(db.forOrg(orgId), orgId, null, files);
  return { ...context, actor: { ...context.actor, ...COMMAND, scopes: new Set(scopeNames) } };
};
