/** Commands and start-up act on an organisation without a token. */
import type { Database } from '../db/database.ts';
import { registry } from '../model/registry.ts';
import { sql } from '../sql.ts';
import type { Context } from './call.ts';
import { createModels } from './model.ts';

/**
 * A context for work that no token asked for.
 * @param userKid the user it is done for, where there is one
 */
export const serviceContext = async (db: Database, orgId: number, userKid: number | null = null): Promise<Context> => {
  const [row] = await db.read<{ time_zone: string; settings_version: number }>(
    sql`select time_zone, settings_version from organisation where org_id = ${orgId}`,
  );
  const timeZone = row?.time_zone ?? 'Europe/Berlin';
  const model = await createModels(db, registry).load(orgId, row?.settings_version ?? 1, timeZone);
  const actor = {
    orgId,
    tokenId: null,
    userKid,
    userActive: userKid !== null,
    scopes: new Set<string>(),
    timeZone,
    licenses: Number.MAX_SAFE_INTEGER,
    events: new Set<string>(),
    requestId: null,
  };
  return { db, actor, model, now: Date.now };
};
