/** Commands and start-up act on an organisation without a token. */
import type { Database } from '../../db/database.ts';
import { advisersOf } from '../../db/tenant/advisers.ts';
import { unknownOrganisation } from '../../errors/api-error.ts';
import { type FileStores, noFiles } from '../../files/object-store.ts';
import type { Registry } from '../../model/registry.ts';
import { registry } from '../../model/registry.ts';
import { NO_ID } from '../../shared/int32.ts';
import { parseRoles } from '../../shared/roles.ts';
import { sql } from '../../sql/sql.ts';
import type { Actor, Context } from './call.ts';
import { limitedTo } from './own-customers.ts';
import { buildModel, createModels, type Model } from './tenant-model.ts';

const actorFor = (
  orgId: number,
  { name, timeZone }: { readonly name: string; readonly timeZone: string },
  { userKid, events, advisers }: { userKid: number | null; events: readonly string[]; advisers: Actor['advisers'] },
): Actor => ({
  orgId,
  organisation: name,
  tokenId: null,
  userKid,
  userActive: userKid !== null,
  scopes: new Set<string>(),
  advisers,
  timeZone,
  licenses: Number.MAX_SAFE_INTEGER,
  events: new Set(events),
  requestId: null,
});

const context = (db: Database, actor: Actor, model: Model, files: FileStores = noFiles): Context => ({
  db: limitedTo(actor.advisers, db),
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
): Context =>
  context(
    db,
    actorFor(orgId, named, { userKid: null, events: [], advisers: null }),
    buildModel(base, {}, named.timeZone),
  );

interface Row {
  readonly name: string;
  readonly time_zone: string;
  readonly settings_version: number;
  readonly events: string[] | null;
  readonly rolle: string | null;
  readonly roles: string | null;
}

/**
 * A context for work without a token. Records created with it may lack required own fields: the settings page and the
 * commands do not know them.
 * @param userKid the user on whose behalf it runs, if any: it reads the customers that the user sees
 * @throws 404 where the organisation does not exist, or is being deleted
 */
export const systemContext = async (
  db: Database,
  orgId: number,
  userKid: number | null = null,
  files?: FileStores,
): Promise<Context> => {
  const [row] = await db.read<Row>(
    sql`select o.name, o.time_zone, o.settings_version, (select array_agg(distinct e) from webhook w, unnest(w.events) e where w.org_id = ${orgId} and w.active) as events,
        u.rolle, (o.settings -> 'roles')::text as roles
      from organisation o
      left join contact u on u.org_id = ${orgId} and u.id = ${userKid ?? NO_ID} and u.section = 'users'
      where o.org_id = ${orgId} and o.deletion_began_at is null`,
  );
  if (!row) throw unknownOrganisation(orgId);
  const model = await createModels(db, registry, undefined, false).load(orgId, row.settings_version, row.time_zone);
  const named = { name: row.name, timeZone: row.time_zone };
  const user = userKid === null ? null : { orgId, userKid, rolle: row.rolle, roles: parseRoles(row.roles) };
  const advisers = user && (await advisersOf(db, user));
  return context(db, actorFor(orgId, named, { userKid, events: row.events ?? [], advisers }), model, files);
};
