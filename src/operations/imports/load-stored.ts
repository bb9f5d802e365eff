/** Set-based reads of the stored records that the rows of a portion may mean. */
import type { Database, Tx } from '../../db/database.ts';
import { column, comparable, visible } from '../../derive/storage/columns.ts';
import { withCompletions } from '../../derive/storage/stored-json.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { foldedForms } from '../../model/declaration/folds.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { join, raw, type Sql, sql } from '../../sql/sql.ts';
import type { Read, Stored, StoredRecord } from '../matching/import-format.ts';
import type { ImportTarget } from './import-target.ts';

/** Reads outside of a transaction. */
export const readerOf =
  (db: Database): Read =>
  (statement) =>
    db.read(statement);

/** Reads inside of one. */
export const readerIn =
  (tx: Tx): Read =>
  (statement) =>
    tx.run(statement);

interface Row {
  readonly id: number;
  readonly owner: number;
  readonly printed: string;
}

const storedOf = (resource: Resource, { id, printed: text }: Pick<Row, 'id' | 'printed'>): Stored => {
  const printed = withCompletions(resource, text);
  return { id, printed, record: JSON.parse(printed) as Values };
};

/** The rows of a part or an annotation of some records, in the order of their ids. */
const partRows = (orgId: number, resource: Resource, ids: readonly number[], section: string): Sql => sql`select t.id,
      t.${column(resource.nesting.parentColumn)} as owner, t.printed
    from ${raw(resource.table)} t
    where t.org_id = ${orgId}${visible(resource, 't')} and t.${column(resource.nesting.parentColumn)} = any(${ids}::int[])${
      resource.nesting.ownerSection ? sql` and t.owner_section = ${section}` : raw('')
    }
    order by t.id`;

/**
 * Live records with their parts.
 * @param paths parts to read
 */
export const loadStored = async (
  read: Read,
  orgId: number,
  target: ImportTarget,
  { ids, paths }: { readonly ids: readonly number[]; readonly paths: readonly string[] },
): Promise<ReadonlyMap<number, StoredRecord>> => {
  if (!ids.length) return new Map();
  const { resource } = target.collection;
  const known = [...new Set(paths)].filter((path) => target.parts.has(path)).sort();
  const [records, ...below] = await Promise.all([
    read<Row>(sql`select t.id, t.printed
    from ${raw(resource.table)} t
    where t.org_id = ${orgId}${visible(resource, 't')} and t.id = any(${ids}::int[])`),
    ...known.map((path) =>
      read<Row>(partRows(orgId, target.parts.get(path)?.resource ?? resource, ids, target.section)),
    ),
  ]);
  const partsOf = (id: number): StoredRecord['parts'] =>
    Object.fromEntries(
      known.map((path, at) => [
        path,
        (below[at] ?? [])
          .filter(({ owner }) => owner === id)
          .map((row) => storedOf(target.parts.get(path)?.resource ?? resource, row)),
      ]),
    );
  return new Map((records ?? []).map((row) => [row.id, { ...storedOf(resource, row), parts: partsOf(row.id) }]));
};

/** A name of a record in another system. */
export interface ExternalId {
  readonly source: string;
  readonly id: string;
}

/** The key of a name in maps. */
export const externalKey = ({ source, id }: ExternalId): string => `${source}\n${id}`;

/** Records by their names in other systems. */
export const findExternal = async (
  read: Read,
  orgId: number,
  section: string,
  names: readonly ExternalId[],
): Promise<ReadonlyMap<string, number>> => {
  if (!names.length) return new Map();
  const rows = await read<{ source: string; external_id: string; id: number }>(sql`select e.source, e.external_id, e.id
    from external_identity e
    where e.org_id = ${orgId} and e.section = ${section} and e.source = any(${names.map(({ source }) => source)}::text[])
      and e.external_id = any(${names.map(({ id }) => id)}::text[])`);
  return new Map(rows.map((row) => [externalKey({ source: row.source, id: row.external_id }), row.id]));
};

/**
 * Live records with the same values of some fields.
 * @param rows canonical values of each row, all of them given
 * @returns ids by the index of the row
 */
export const findByFields = async (
  read: Read,
  orgId: number,
  resource: Resource,
  { fields, rows }: { readonly fields: readonly string[]; readonly rows: readonly Values[] },
): Promise<ReadonlyMap<number, readonly number[]>> => {
  if (!rows.length) return new Map();
  const names = fields.map((name) => resource.fields[name]?.sameAs ?? name);
  const arrays = names.map((name, at) => {
    const given = rows.map((row) => row[fields[at] ?? name] ?? null);
    return sql`${given}::${raw(resource.fields[name]?.kind.column ?? 'text')}[]`;
  });
  const equal = names.map((name, at) => {
    const field = resource.fields[name];
    if (!field) return raw('false');
    if (field.kind.dataType !== 'string') return sql`${comparable(name, field)} = ${raw(`g.v${at}`)}`;
    return sql`${comparable(name, field)} = ${raw(foldedForms(field.folds, `g.v${at}`))}`;
  });
  const found = await read<{ at: number; id: number }>(sql`select g.at::int as at, t.id
    from unnest(${join(arrays, ', ')}) with ordinality g(${raw(names.map((_, at) => `v${at}`).join(', '))}, at)
    join ${raw(resource.table)} t on t.org_id = ${orgId} and ${join(equal, ' and ')}
    where t.org_id = ${orgId}${visible(resource, 't')}
    order by t.id`);
  const ids = new Map<number, number[]>();
  for (const { at, id } of found) ids.set(at - 1, [...(ids.get(at - 1) ?? []), id]);
  return ids;
};
