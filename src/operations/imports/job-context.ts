/** The context of a job: the token, user or command that requested it, with its present rights. */
import type { Database } from '../../db/database.ts';
import { advisersOf } from '../../db/tenant/advisers.ts';
import { fail, unknownOrganisation } from '../../errors/api-error.ts';
import type { FileStores } from '../../files/object-store.ts';
import { NO_ID } from '../../shared/int32.ts';
import { parseRoles, scopesOfRole } from '../../shared/roles.ts';
import { epoch, sql } from '../../sql/sql.ts';
import { requireAll } from '../call/authorize.ts';
import type { Context } from '../call/call.ts';
import { limitedTo } from '../call/own-customers.ts';
import type { Models } from '../call/tenant-model.ts';
import type { ImportJob } from './import-job.ts';
import { importTarget, writeScopeOf } from './import-target.ts';

/** Dependencies of jobs. */
export interface ImportServices {
  readonly db: Database;
  readonly files: FileStores;
  readonly models: Models;
  readonly now: () => number;
}

interface Row {
  readonly name: string;
  readonly time_zone: string;
  readonly settings_version: number;
  readonly roles: string | null;
  readonly events: string | null;
  readonly token: number | null;
  readonly revoked: boolean;
  readonly expires: number | null;
  readonly scopes: string | null;
  readonly active: boolean;
  readonly rolle: string | null;
}

/** Scopes of the job's owner: all of them for a command. @throws 401 `token_revoked`, `token_expired` */
const scopesOf = (row: Row, { tokenId, userKid }: ImportJob, now: number): ReadonlySet<string> | null => {
  if (tokenId !== null) {
    if (row.token === null || row.revoked) throw fail('token_revoked');
    if (row.expires !== null && row.expires <= now) throw fail('token_expired');
    return new Set(JSON.parse(row.scopes ?? '[]') as string[]);
  }
  if (userKid === null) return null;
  if (!row.active) return new Set();
  return scopesOfRole(parseRoles(row.roles), row.rolle);
};

/** A context of a job, with the request id that its audit entries have. */
export interface JobContext extends Context {
  /** @throws 403 `insufficient_scope` where the owner of the job may not write a section */
  readonly requireWrite: (section: string) => void;
}

/** The request id of all changes by a job: the undo recognises them. */
export const requestIdOf = (jobId: number): string => `import-${jobId}`;

/**
 * The context of a job.
 * @throws 404 where the organisation is deleted; 401 where the token was revoked or has expired
 */
export const jobContext = async (
  { db, files, models, now }: ImportServices,
  orgId: number,
  job: ImportJob,
): Promise<JobContext> => {
  const [row] = await db.read<Row>(sql`select o.name, o.time_zone, o.settings_version,
      (o.settings -> 'roles')::text as roles,
      (
        select array_to_json(array_agg(distinct e))::text
        from webhook w, unnest(w.events) e
        where w.org_id = ${orgId} and w.active) as events,
      t.id as token, t.revoked_at is not null as revoked, ${epoch('t.expires_at')} as expires,
      array_to_json(t.scopes)::text as scopes, coalesce(c.aktiv, false) as active, c.rolle
    from organisation o
    left join api_token t on t.org_id = ${orgId} and t.id = ${job.tokenId ?? NO_ID}
    left join contact c on c.org_id = ${orgId} and c.id = ${job.userKid ?? NO_ID} and c.section = 'users' and c.del = 0
    where o.org_id = ${orgId} and o.deletion_began_at is null`);
  if (!row) throw unknownOrganisation(orgId);
  const scopes = scopesOf(row, job, now());
  const model = await models.load(orgId, row.settings_version, row.time_zone);
  const wanted = new Set(row.events === null ? [] : (JSON.parse(row.events) as string[]));
  const { userKid } = job;
  const user = userKid === null ? null : { orgId, userKid, rolle: row.rolle, roles: parseRoles(row.roles) };
  const advisers = user && (await advisersOf(db, user));
  const context: Context = {
    db: limitedTo(advisers, db),
    files,
    model,
    now,
    actor: {
      orgId,
      organisation: row.name,
      tokenId: job.tokenId,
      userKid: job.userKid,
      userActive: row.active,
      scopes: scopes ?? new Set(),
      advisers,
      timeZone: row.time_zone,
      licenses: Number.MAX_SAFE_INTEGER,
      events: job.options.events === 'each' ? wanted : new Set([...wanted].filter((name) => name === 'imports.done')),
      requestId: requestIdOf(job.id),
      ...(job.tokenId === null && job.userKid === null ? { via: 'command' as const } : {}),
    },
  };
  return {
    ...context,
    requireWrite: (section) => {
      const target = importTarget(model, section);
      if (target && scopes) requireAll({ scopes }, [writeScopeOf(target)]);
    },
  };
};
