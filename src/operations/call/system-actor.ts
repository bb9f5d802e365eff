/** Commands and start-up act on an organisation without a token. */
import type { Database } from '../../db/database.ts';
import { unknownOrganisation } from '../../errors/api-error.ts';
import { type FileStores, noFiles } from '../../files/object-store.ts';
import type { Registry } from '../../model/registry.ts';
import { registry } from '../../model/registry.ts';
import { sql } from '../../sql/sql.ts';
import type { Actor, Context } from './call.ts';
import { buildModel, createModels, type Model } from './tenant-model.ts';

const actorFor = (
  orgId: number,
  { name, timeZone }: { readonly name: string; readonly timeZone: string },
  userKid: number | null,
  events: readonly string[] = [],
): Actor => ({
  orgId,
  organisation: name,
  tokenId: null,
  userKid,
  userActive: userKid !== null,
  scopes: new Set<string>(),
  timeZone,
  licenses: Number.MAX_SAFE_INTEGER,
  events: new Set(events),
  requestId: null,
});

const context = (db: Database, actor: Actor, model: Model, files: FileStores = noFiles): Context => ({
  db,
  actor,
  model,
  files,
  now: Date.now,
});

/** A context for an organisation that is only being made: it has no settings yet. */
export const contextOf = (
  db: Database,
  base: Registry,
  orgId: number,
  named: { readonly name: string; readonly timeZone: string },
): Context => context(db, actorFor(orgId, named, null), buildModel(base, {}, named.timeZone));

/**
 * A context for work without a token. Records created with it may lack required own fields: the settings page and the
 * commands do not know them.
 * @param userKid the user on whose behalf it runs, if any
 * @throws 404 where the organisation does not exist, or is being deleted
 */
export const systemContext = async (
  db: Database,
  orgId: number,
  userKid: number | null = null,
  files?: FileStores,
): Promise<Context> => {
  const [row] = await db.read<{ name: string; time_zone: string; settings_version: number; events: string[] | null }>(
    sql`select name, time_zone, settings_version, (select array_agg(distinct e) from webhook w, unnest(w.events) e where w.org_id = ${orgId} and w.active) as events
      from organisation where org_id = ${orgId} and deletion_began_at is null`,
  );
  if (!row) throw unknownOrganisation(orgId);
  const model = await createModels(db, registry, undefined, false).load(orgId, row.settings_version, row.time_zone);
  const named = { name: row.name, timeZone: row.time_zone };
  return context(db, actorFor(orgId, named, userKid, row.events ?? []), model, files);
};
