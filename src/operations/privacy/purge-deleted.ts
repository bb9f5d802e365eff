/** Purges deleted records for good after the period of their organisation, where no rule or hold keeps them (rules 16.22). */
import type { Database } from '../../db/database.ts';
import { localTime } from '../../derive/local-time.ts';
import { annotationsOf, PERSONS } from '../../derive/privacy/person-records.ts';
import { type PurgedKind, purgedKinds, unnamed } from '../../derive/privacy/purged-kinds.ts';
import { column } from '../../derive/storage/columns.ts';
import { isNotFound, isUnknownOrganisation } from '../../errors/api-error.ts';
import type { FileStores } from '../../files/object-store.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { type Registry, registry } from '../../model/registry.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { RESTORE_DAYS } from '../../shared/limits.ts';
import { PURGE_DAYS } from '../../shared/retention-rules.ts';
import { join, literal, raw, type Sql, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { systemContext } from '../call/system-actor.ts';
import { eraseFiles, erasePartRows, eraseRecords } from './erase-records.ts';
import { holdOf } from './holds.ts';
import { findPerson, RESTRICTED } from './person.ts';
import { planErasure } from './retention-plan.ts';

/** Records of one transaction, and transactions of an organisation and kind in one round. */
const [PORTION, PORTIONS] = [200, 50];
const FOREIGN_KEY = '23503';

interface Purging {
  readonly db: Database;
  readonly files: FileStores;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

interface PartPage {
  readonly orgId: number;
  /** Local time. */
  readonly before: string;
  /** Id of the row before. */
  readonly after: number;
}

interface DeletedRow {
  readonly id: number;
  /** The customer that it belongs to. */
  readonly kid: number | null;
}

/** Parts and annotations of records of a kind whose deleted rows stay. */
const softParts = (all: Registry, kind: PurgedKind): readonly Resource[] =>
  [...kind.parts, ...annotationsOf(all, kind.resource)].filter(({ storage }) => storage.removal === 'soft');

/** Organisations with rows that were deleted before a local time. */
const findOrganisations = async (db: Database, before: string): Promise<readonly number[]> => {
  const tables = new Set(
    purgedKinds(registry).flatMap((kind) => [
      kind.resource.table,
      ...softParts(registry, kind).map(({ table }) => table),
    ]),
  );
  const found = new Set<number>();
  for (const table of tables) {
    const rows = await db.queryLong<{ org_id: number }>(sql`select distinct t.org_id
      from ${raw(table)} t
      where t.del <> 0 and t.deleted_at < ${before}::timestamp`);
    for (const { org_id: orgId } of rows) found.add(orgId);
  }
  return [...found].sort((a, b) => a - b);
};

/** The customer of a row `t`: its own column, else that of the record which it names. */
const customerOf = ({ kid, via }: PurgedKind, orgId: number): Sql => {
  if (kid === null) return raw('null::int');
  const others = via
    .filter(({ kind }) => kind.via.length === 0)
    .map(
      ({ column: name, kind }) => sql`(
      select o.${column(kind.kid)}
      from ${raw(kind.resource.table)} o
      where o.org_id = ${orgId} and o.id = t.${column(name)})`,
    );
  return sql`coalesce(${join([sql`t.${column(kid)}`, ...others], ', ')})`;
};

/** Deleted records. Those of no customer stay as long as another row names them. */
const deletedPage = (context: Context, kind: PurgedKind, before: string, after: number): Sql => {
  const { orgId } = context.actor;
  const { table, storage } = kind.resource;
  const free = kind.kid === null ? unnamed(context.model.registry, kind.resource, orgId) : raw('');
  const section = storage.section ? sql` and t.section = ${literal(storage.section)}` : raw('');
  return sql`select t.id, ${customerOf(kind, orgId)} as kid
    from ${raw(table)} t
    where t.org_id = ${orgId}${section} and t.del <> 0 and t.del <> ${raw(String(RESTRICTED))}
      and t.deleted_at < ${before}::timestamp and t.id > ${after}::int${free}
    order by t.id
    limit ${PORTION}`;
};

/** Deleted parts or annotations, with the record that they belong to; rows of records that an erasure hides are left to it. */
const deletedParts = (kind: PurgedKind, part: Resource, page: PartPage): Sql => {
  const { orgId, before, after } = page;
  const { table, storage, path } = kind.resource;
  const section = storage.section ? sql` and t.section = ${literal(storage.section)}` : raw('');
  const owner = part.nesting.ownerSection ? sql` and p.owner_section = ${literal(path)}` : raw('');
  return sql`select p.id, t.id as owner, ${customerOf(kind, orgId)} as kid
    from ${raw(part.table)} p
    join ${raw(table)} t on t.org_id = ${orgId} and t.id = p.${column(part.nesting.parentColumn)}${section}
    where p.org_id = ${orgId}${owner} and p.del <> 0 and p.deleted_at < ${before}::timestamp and p.id > ${after}::int
      and t.del <> ${raw(String(RESTRICTED))}
    order by p.id
    limit ${PORTION}`;
};

/** Whether a rule or a hold keeps a record of a customer, or the parts of the record. */
interface Keeper {
  record(kid: number | null, id: number): Promise<boolean>;
  parts(kid: number | null, id: number): Promise<boolean>;
}

/** Checks each customer once; records without a customer are never retained. */
const keeperOf = (context: Context, { resource }: PurgedKind): Keeper => {
  const known = new Map<number, Promise<ReadonlySet<number> | 'all'>>();
  const keptOf = async (kid: number): Promise<ReadonlySet<number> | 'all'> => {
    try {
      const person = await findPerson(context, kid);
      if (await holdOf(context, kid)) return 'all';
      const plan = await planErasure(context, person);
      return new Set(plan.kept.get(resource.path)?.keys());
    } catch (error) {
      // A product partner or a user, whose records no rule keeps.
      if (isNotFound(error)) return new Set();
      throw error;
    }
  };
  const ofCustomer = (kid: number | null): Promise<ReadonlySet<number> | 'all'> => {
    if (kid === null) return Promise.resolve(new Set());
    const kept = known.get(kid) ?? keptOf(kid);
    known.set(kid, kept);
    return kept;
  };
  const record: Keeper['record'] = async (kid, id) => {
    const ids = await ofCustomer(kid);
    return ids === 'all' || ids.has(id);
  };
  // A rule retains the row of a customer for its name, and none of its parts.
  const parts: Keeper['parts'] = resource.path === PERSONS ? async (kid) => (await ofCustomer(kid)) === 'all' : record;
  return { record, parts };
};

/** Erases deleted records. One that other rows still name stays until they are purged. */
const erase = async (context: Context, kind: PurgedKind, ids: readonly number[]): Promise<void> => {
  try {
    await context.db.transaction(async (tx) => {
      const erased = await eraseRecords(context, tx, kind, ids);
      await eraseFiles(tx, context, erased.files);
    });
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY) throw error;
    if (ids.length > 1) for (const id of ids) await erase(context, kind, [id]);
  }
};

/** Deleted records that nothing keeps. */
interface Portion {
  readonly ids: readonly number[];
  /** Whether no row follows. */
  readonly isLast: boolean;
}

/**
 * Finds records that were deleted before a local time and that nothing keeps, in portions.
 * @param portions at most
 */
export async function* findPurgeable(
  context: Context,
  kind: PurgedKind,
  before: string,
  portions: number,
): AsyncGenerator<Portion> {
  const keeper = keeperOf(context, kind);
  let after = 0;
  for (let portion = 0; portion < portions; portion += 1) {
    const rows = await context.db.queryLong<DeletedRow>(deletedPage(context, kind, before, after));
    const ids: number[] = [];
    for (const { id, kid } of rows) if (!(await keeper.record(kid, id))) ids.push(id);
    const last = rows.at(-1);
    const isLast = !last || rows.length < PORTION;
    yield { ids, isLast };
    if (isLast) return;
    after = last.id;
  }
}

/** Purges parts and annotations that were deleted alone; the records they belong to stay. */
const purgeParts = async (context: Context, kind: PurgedKind, before: string, signal: AbortSignal): Promise<void> => {
  const { orgId } = context.actor;
  const keeper = keeperOf(context, kind);
  for (const part of softParts(context.model.registry, kind)) {
    let after = 0;
    for (let portion = 0; portion < PORTIONS; portion += 1) {
      signal.throwIfAborted();
      const rows = await context.db.queryLong<DeletedRow & { owner: number }>(
        deletedParts(kind, part, { orgId, before, after }),
      );
      const ids: number[] = [];
      for (const { id, owner, kid } of rows) if (!(await keeper.parts(kid, owner))) ids.push(id);
      if (ids.length) await context.db.transaction((tx) => erasePartRows(context, tx, part, ids));
      const last = rows.at(-1);
      if (!last || rows.length < PORTION) break;
      after = last.id;
    }
  }
};

/** The local time before which deleted records are purged, by the settings of the organisation. */
export const purgedBefore = ({ model, actor, now }: Pick<Context, 'model' | 'actor' | 'now'>): string =>
  localTime(actor.timeZone, now() - (model.settings.purge_days ?? PURGE_DAYS) * DAY_MS);

/** Purges the deleted records and parts of all organisations whose period is over. @throws errors of the database and of the signal */
export const purgeDeleted = async ({ db, files, now, signal }: Purging): Promise<void> => {
  const earliest = localTime('UTC', now() - (RESTORE_DAYS - 1) * DAY_MS);
  for (const orgId of await findOrganisations(db, earliest)) {
    signal.throwIfAborted();
    try {
      const context = { ...(await systemContext(db.forOrg(orgId), orgId, null, files)), now };
      const kinds = [...purgedKinds(context.model.registry)].reverse();
      // Parts first: they name records of others, such as tags.
      for (const kind of kinds) await purgeParts(context, kind, purgedBefore(context), signal);
      for (const kind of kinds)
        for await (const { ids } of findPurgeable(context, kind, purgedBefore(context), PORTIONS)) {
          signal.throwIfAborted();
          if (ids.length) await erase(context, kind, ids);
        }
    } catch (error) {
      if (!isUnknownOrganisation(error)) throw error;
    }
  }
};
