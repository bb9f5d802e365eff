/** Deletes rows of deleted records for good, with everything that is stored of them: the step of erasures and purges. */
import type { Tx } from '../../db/database.ts';
import { eventFamily } from '../../derive/events/record-diff.ts';
import { annotationsOf, hangsOn, PERSONS, personKinds } from '../../derive/privacy/person-records.ts';
import type { PurgedKind } from '../../derive/privacy/purged-kinds.ts';
import { referencingColumns } from '../../derive/sql/repoint-references.ts';
import { column, jsonExpression } from '../../derive/storage/columns.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { NamingColumn } from '../../model/ownership.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { literal, raw, type Sql, sql, tenantParam } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { appendChanges } from '../commit/append-change.ts';
import { lockContent } from '../documents/content-lock.ts';
import { removeUnnamed } from '../documents/gc-files.ts';

/** A content that a deleted row named. */
interface NamedFile {
  readonly url: string;
  readonly aws: number;
}

/** The result of a step. */
export interface ErasedRows {
  /** Numbers of deleted rows by section. */
  readonly counts: Readonly<Record<string, number>>;
  readonly files: readonly NamedFile[];
}

/** Tables of the ancestors of rows in a tree, by the table of the tree. */
const CLOSURES: Readonly<Record<string, string>> = lookupTable({ document_folder: 'document_folder_closure' });

/** Deletes the rows of parts and annotations of records. @returns their numbers by section */
export const eraseParts = async (
  { actor: { orgId }, model }: Context,
  tx: Tx,
  { resource, parts }: PurgedKind,
  ids: readonly number[],
): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {};
  for (const part of [...parts, ...annotationsOf(model.registry, resource)]) {
    const below = hangsOn(part, resource, ids);
    const closure = CLOSURES[part.table];
    if (closure)
      await tx.run(sql`delete from ${raw(closure)} c
        where c.org_id = ${orgId} and c.descendant_id = any(array(
          select t.id
          from ${raw(part.table)} t
          where t.org_id = ${orgId} and ${below}))`);
    const rows = await tx.run(sql`delete from ${raw(part.table)} t
      where t.org_id = ${orgId} and ${below}
      returning t.id`);
    if (rows.length) counts[part.path] = rows.length;
  }
  return counts;
};

/** Deletes rows of a part or an annotation that are deleted already, and the values of their audit entries. */
export const erasePartRows = async (
  { actor: { orgId } }: Context,
  tx: Tx,
  part: Resource,
  ids: readonly number[],
): Promise<void> => {
  await tx.run(sql`delete from ${raw(part.table)} t
    where t.org_id = ${orgId} and t.id = any(${ids}::int[]) and t.del <> 0`);
  await tx.run(
    sql`select erase_audit_values(${tenantParam(orgId)}, ${eventFamily(part)}, ${part.path}, ${ids}::int[])`,
  );
};

/** Columns by which records of others name records of a kind. */
const foreignColumns = ({ model: { registry } }: Context, path: string): readonly NamingColumn[] => {
  const own = new Set(personKinds(registry).map(({ resource }) => resource));
  return referencingColumns(registry, path).filter(({ resource, column: name }) => {
    const { topLevel, parentColumn, inherits } = resource.nesting;
    const isParent = name === parentColumn && (!topLevel || own.has(resource));
    return !isParent && !inherits.includes(name);
  });
};

/** Empties references of others, in their stored JSON too. @returns feed entries */
const emptyReferences = async (context: Context, tx: Tx, path: string, ids: readonly number[]): Promise<Sql[]> => {
  const { orgId } = context.actor;
  const feedEntries: Sql[] = [];
  for (const { resource, column: name } of foreignColumns(context, path)) {
    const { topLevel, below, parentColumn } = resource.nesting;
    const update = sql`update ${raw(resource.table)} t
      set ${column(name)} = null, printed = ${jsonExpression(resource, 't', { [name]: raw('null::int') })}
      where t.org_id = ${orgId} and t.${column(name)} = any(${ids}::int[])`;
    const parent = topLevel ? raw('null::int') : sql`t.${column(parentColumn)}`;
    const rows = await tx.run<{ id: number; parent: number | null }>(sql`${update} and t.del = 0
      returning t.id, ${parent} as parent`);
    await tx.run(sql`${update} and t.del <> 0`);
    feedEntries.push(
      ...appendChanges(
        context,
        rows.map((row) => ({
          section: resource.path,
          id: row.id,
          action: 'update',
          changed: [name],
          owner: row.parent !== null && below[0] ? { section: below[0], id: row.parent } : undefined,
        })),
      ),
    );
  }
  return feedEntries;
};

/** DELETEs of links and relations of records, both rows of each. */
const linkDeletes = (orgId: number, path: string, ids: readonly number[]): Sql[] => [
  sql`delete from link m
    using link l
    where m.org_id = ${orgId} and l.org_id = ${orgId} and l.owner_section = ${path} and l.owner_id = any(${ids}::int[])
      and m.owner_section = l.foreign_section and m.owner_id = l.foreign_id
      and m.foreign_section = l.owner_section and m.foreign_id = l.owner_id`,
  sql`delete from link l
    where l.org_id = ${orgId} and l.owner_section = ${path} and l.owner_id = any(${ids}::int[])`,
  ...(path === PERSONS
    ? ['kid', 'kid_beziehung'].map(
        (name) => sql`delete from relation r
    where r.org_id = ${orgId} and r.${raw(name)} = any(${ids}::int[])`,
      )
    : []),
];

/** DELETEs of rows of other tables about records, and the UPDATE of their audit entries. */
const asideDeletes = (orgId: number, kind: PurgedKind, ids: readonly number[]): Sql[] => {
  const { path } = kind.resource;
  return [
    ...linkDeletes(orgId, path, ids),
    sql`delete from search_entry s
    where s.org_id = ${orgId} and s.section = ${path} and s.id = any(${ids}::int[])`,
    sql`delete from external_identity e
    where e.org_id = ${orgId} and e.section = ${path} and e.id = any(${ids}::int[])`,
    sql`delete from gdv_delivery g
    where g.org_id = ${orgId} and g.section = ${path} and g.record_id = any(${ids}::int[])`,
    sql`select erase_audit_values(${tenantParam(orgId)}, ${eventFamily(kind.resource)}, ${path}, ${ids}::int[])`,
    ...(kind.resource.content === 'served'
      ? [sql`delete from message m where m.org_id = ${orgId} and m.document_id = any(${ids}::int[])`]
      : []),
    ...(path === PERSONS
      ? [
          sql`delete from legal_hold h where h.org_id = ${orgId} and h.kid = any(${ids}::int[])`,
          sql`delete from customer_merge m
    where m.org_id = ${orgId} and (m.slave = any(${ids}::int[]) or m.master = any(${ids}::int[]))`,
        ]
      : []),
  ];
};

/**
 * Deletes records that are deleted already, in the transaction of the caller.
 * @param ids of the kind; live ones are left alone
 * @returns numbers of rows, and files that no row of these records names any more
 */
export const eraseRecords = async (
  context: Context,
  tx: Tx,
  kind: PurgedKind,
  ids: readonly number[],
): Promise<ErasedRows> => {
  const { orgId } = context.actor;
  const { resource } = kind;
  if (resource.content) await lockContent(tx, orgId);
  const content = resource.content ? raw(', t.url, t.aws') : raw('');
  const section = resource.storage.section ? sql` and t.section = ${literal(resource.storage.section)}` : raw('');
  const rows = await tx.run<{ id: number } & Partial<NamedFile>>(sql`select t.id${content}
    from ${raw(resource.table)} t
    where t.org_id = ${orgId} and t.id = any(${ids}::int[]) and t.del <> 0${section}
    order by t.id
    for update`);
  const found = rows.map(({ id }) => id);
  if (!found.length) return { counts: {}, files: [] };
  const counts = await eraseParts(context, tx, kind, found);
  const feedEntries = await emptyReferences(context, tx, resource.path, found);
  for (const statement of [...feedEntries, ...asideDeletes(orgId, kind, found)]) await tx.run(statement);
  await tx.run(sql`delete from ${raw(resource.table)} t where t.org_id = ${orgId} and t.id = any(${found}::int[])`);
  const files = rows.flatMap(({ url, aws }) => (url ? [{ url, aws: aws ?? 0 }] : []));
  return { counts: { ...counts, [resource.path]: found.length }, files };
};

/**
 * Removes content that no row names any more, as the last step of the transaction that deletes the rows: after a crash the rows are
 * there again, and their content is removed with them. The garbage collection removes content that an error of the store leaves.
 * @param tx holds the exclusive lock on the content of the organisation
 */
export const eraseFiles = async (tx: Tx, { files }: Context, named: readonly NamedFile[]): Promise<void> => {
  for (const { url, aws } of named)
    await removeUnnamed(tx, files.of(aws), url, Number.POSITIVE_INFINITY).catch(() => false);
};
