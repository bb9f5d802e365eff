/** Statements that take the writes of a merge back, but for rows that were changed since (rules 5.14a). */
import type { Tx } from '../../db/database.ts';
import { eventFamily } from '../../derive/events/record-diff.ts';
import { type Repointing, repointColumn, repointOwner } from '../../derive/sql/repoint-references.ts';
import { column, jsonExpression } from '../../derive/storage/columns.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { bulkInsert } from '../../sql/bulk-insert.ts';
import { join, literal, raw, type Sql, sql, tenantParam } from '../../sql/sql.ts';
import type { SpecialCall } from '../call/call.ts';
import { runTracked, type TrackedWrite } from '../commit/append-change.ts';
import { showRows } from '../records/restore-record.ts';
import { feedLink } from '../relations/links.ts';
import { feedRelation } from '../relations/relation-rows.ts';
import { CUSTOMERS, feedEntryOf, type MovedRows, REMOVED } from './merge-rewrites.ts';

type RemovedRow = Readonly<Record<string, string | number | null>>;

const feedOf = (path: string, action: 'insert' | 'update'): TrackedWrite['feedEntry'] =>
  path === 'links' ? feedLink(action) : ({ id, kid }) => feedRelation(id, Number(kid), action);

/** Records that went back, by section, and those that stayed. */
export interface MovedBack {
  readonly returned: ReadonlyMap<string, ReadonlySet<number>>;
  readonly stayed: readonly { readonly section: string; readonly id: number }[];
  readonly feedEntries: readonly Sql[];
}

/** Rows of a kind that were changed after the merge. */
const changedSince = async (
  tx: Tx,
  orgId: number,
  { resource, ids, at }: { readonly resource: Resource; readonly ids: readonly number[]; readonly at: string },
) => {
  const rows = await tx.run<{ id: number }>(sql`select distinct a.record_id as id
    from audit_entry a
    where a.org_id = ${orgId} and a.section = ${eventFamily(resource)} and a.record_id = any(${ids}::int[]) and a.at > ${at}::timestamptz`);
  return new Set(rows.map(({ id }) => id));
};

/** The rows of links and relations that went as loops or doubles; a double returns while the master has its like. */
const insertRemoved = (path: keyof typeof REMOVED, rows: readonly RemovedRow[], orgId: number): TrackedWrite[] => {
  const { table, columns } = REMOVED[path];
  const names = raw([...columns, 'insert_datum'].join(', '));
  const insertedAt = (row: RemovedRow): string => new Date(Number(row.inserted_at) * 1000).toISOString().slice(0, 19);
  const values = rows.map(
    (row) =>
      sql`(${tenantParam(orgId)}, ${join(
        columns.map((name) => sql`${row[name]}`),
        ', ',
      )}, ${insertedAt(row)})`,
  );
  const owner = raw(path === 'links' ? 'id, owner_section, owner_id' : 'id, kid');
  return bulkInsert(sql`insert into ${raw(table)} (org_id, ${names})`, values, sql`\n  returning ${owner}`).map(
    (write) => ({
      write,
      feedEntry: feedOf(path, 'insert'),
    }),
  );
};

/** Whether the master still has the link or relation of which a removed row was the double, or it was between both customers. */
const stillThere = async (tx: Tx, path: string, rows: readonly RemovedRow[], { orgId, master, slave }: Repointing) => {
  const other = (row: RemovedRow): string => {
    if (path === 'relations') return String(row.kid === slave ? row.kid_beziehung : row.kid);
    const own = row.owner_section === CUSTOMERS && row.owner_id === slave;
    return own ? `${row.foreign_section}/${row.foreign_id}` : `${row.owner_section}/${row.owner_id}`;
  };
  const there = await tx.run<{ end: string }>(
    path === 'relations'
      ? sql`select r.kid_beziehung::text as end from relation r where r.org_id = ${orgId} and r.kid = ${master}::int`
      : sql`select l.foreign_section || '/' || l.foreign_id as end
        from link l
        where l.org_id = ${orgId} and l.owner_section = ${literal(CUSTOMERS)} and l.owner_id = ${master}::int`,
  );
  const ends = new Set([...there.map(({ end }) => end), String(master), `${CUSTOMERS}/${master}`]);
  return rows.filter((row) => ends.has(other(row)));
};

/** Folders return as whole trees; documents of the master that were put there since get its default folder. */
const documentsLeft = ({ registry }: SpecialCall['model'], { orgId, slave }: Repointing): TrackedWrite => {
  // The rewriting is reversed: its slave is the customer that stays.
  const documents = registry.get('documents');
  return {
    write: sql`update ${raw(documents.table)} t
      set ordner = 0, printed = ${jsonExpression(documents, 't', { ordner: raw('0') })}
      from document_folder f
      where t.org_id = ${orgId} and t.kid = ${slave}::int and f.org_id = ${orgId} and f.id = t.ordner and f.kid <> t.kid
      returning t.id`,
    feedEntry: feedEntryOf(documents, 'update', 'ordner'),
  };
};

/**
 * Rewrites references back to the slave, and restores the rows that the merge removed.
 * @param at when the merge was
 */
export const moveBack = async (
  call: SpecialCall,
  tx: Tx,
  { moved, at, slave }: { readonly moved: readonly MovedRows[]; readonly at: string; readonly slave: number },
): Promise<MovedBack> => {
  const { registry } = call.model;
  const { orgId } = call.actor;
  const master = call.pathIds[0] ?? 0;
  const back = { orgId, master: slave, slave: master };
  const returned = new Map<string, Set<number>>();
  const stayed = new Map<string, MovedBack['stayed'][number]>();
  const feedEntries: Sql[] = [];
  const run = async (path: string, writes: readonly TrackedWrite[]): Promise<ReadonlySet<number>> => {
    const found = new Set<number>();
    const note: TrackedWrite['note'] = (rows) => {
      for (const { id } of rows) found.add(id);
    };
    feedEntries.push(
      ...(await runTracked(
        call,
        tx,
        writes.map((write) => ({ ...write, note })),
      )),
    );
    returned.set(path, new Set([...(returned.get(path) ?? []), ...found]));
    return found;
  };
  const declared = async ({ does, path, column: name = '', deleted, ids }: MovedRows): Promise<void> => {
    const resource = registry.get(path);
    const { inherits, below, parentColumn } = resource.nesting;
    const isCopy = inherits.includes(name);
    const isTree = path === 'folders';
    const changed =
      isCopy || isTree || does === 'double' ? new Set<number>() : await changedSince(tx, orgId, { resource, ids, at });
    const wanted = ids.filter((id) => !changed.has(id));
    const rows = isTree
      ? sql`t.id = any(array(select c.descendant_id from document_folder_closure c where c.org_id = ${orgId} and c.ancestor_id = any(${wanted}::int[])))`
      : sql`t.id = any(${wanted}::int[])`;
    // A copy follows the record that it is copied from.
    const only = isCopy
      ? sql` and ${rows} and exists (
        select 1
        from ${raw(registry.get(below[0] ?? '').table)} p
        where p.org_id = ${orgId} and p.id = t.${column(parentColumn)} and p.${column(name)} = ${slave}::int)`
      : sql` and ${rows}`;
    if (does === 'double') {
      const owner = resource.nesting.ownerSection ? 'owner_id' : parentColumn;
      const which = sql`t.${column(owner)} = ${slave}::int and t.del = 1${only}`;
      const feedEntry = feedEntryOf(resource, 'insert');
      await run(path, [
        { write: showRows(resource, orgId, which), feedEntry: (row) => feedEntry?.({ ...row, parent: slave }) ?? null },
      ]);
      return;
    }
    const [live, hidden] =
      does === 'owner'
        ? repointOwner(resource, CUSTOMERS, back, only)
        : repointColumn({ resource, column: name }, back, only);
    if (deleted) {
      if (hidden) await tx.run(hidden);
      return;
    }
    const found = await run(path, [{ write: live, feedEntry: feedEntryOf(resource, 'update', name) }]);
    if (!isCopy) for (const id of ids) if (!found.has(id)) stayed.set(`${path}/${id}`, { section: path, id });
  };
  const isCopied = ({ path, column: name = '' }: MovedRows): boolean =>
    !(path in REMOVED) && registry.get(path).nesting.inherits.includes(name);
  // Doubles were removed before the rows of their kind moved, and copies follow their records.
  const order = (one: MovedRows): number => (one.does === 'double' || isCopied(one) ? 1 : 0);
  for (const step of [...moved].sort((a, b) => order(a) - order(b))) {
    const { does, path, column: name = '', ids, rows = [] } = step;
    if (path !== 'links' && path !== 'relations') await declared(step);
    else if (does === 'linked')
      await run(path, [
        {
          write: sql`update ${raw(REMOVED[path].table)} t
          set ${raw(name)} = ${slave}::int
          where t.org_id = ${orgId} and t.id = any(${ids}::int[]) and t.${raw(name)} = ${master}::int
          returning ${raw(path === 'links' ? 't.id, t.owner_section, t.owner_id' : 't.id, t.kid')}`,
          feedEntry: feedOf(path, 'update'),
        },
      ]);
    else {
      const all = rows.map((row) => JSON.parse(row) as RemovedRow);
      await run(path, insertRemoved(path, await stillThere(tx, path, all, { orgId, master, slave }), orgId));
    }
  }
  if (moved.some(({ path }) => path === 'folders')) await run('documents', [documentsLeft(call.model, back)]);
  return { returned, stayed: [...stayed.values()], feedEntries };
};
