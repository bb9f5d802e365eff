/**
 * Finds the staged rows about a person: those of the person's records, those that name one by a reference, and those of the same file
 * that belong to them. Rows have no index by record, because each import would fill it: the rows of the organisation are read once, in pages.
 */
import type { Database } from '../../db/database.ts';
import { referencedKinds } from '../../derive/metadata/describe-fields.ts';
import { PERSONS, type PersonKind, personKinds } from '../../derive/privacy/person-records.ts';
import { column } from '../../derive/storage/columns.ts';
import { literal, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { ofAnyKind } from './find-deliveries.ts';
import type { Person, PersonIds } from './person.ts';

/** Rows that one statement reads: each has its JSON parsed. */
const PAGE = 5_000;

/** A row of an import. */
interface RowKey {
  readonly id: number;
  readonly row: number;
  readonly own: boolean;
  readonly key: string | null;
  readonly external_key: string | null;
  /** Keys of the customers, contracts and others of the file that it names. */
  readonly named: readonly string[];
}

/** Rows of jobs, by job. */
export type FoundRows = ReadonlyMap<number, ReadonlySet<number>>;

/** The texts by which a file names the records: ids, numbers, ids of other systems; in lower case. */
const textsOf = async (
  db: Database,
  orgId: number,
  ids: PersonIds,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const texts = new Map<string, readonly string[]>();
  for (const [{ resource }, some] of ids) {
    const names = await db.queryLong<{ name: string }>(sql`select e.external_id as name
      from external_identity e
      where e.org_id = ${orgId} and e.section = ${resource.path} and e.id = any(${some}::int[])`);
    const numbers = resource.fields.nummer
      ? await db.queryLong<{ name: string }>(sql`select t.${column('nummer')} as name
        from ${raw(resource.table)} t
        where t.org_id = ${orgId} and t.id = any(${some}::int[]) and t.${column('nummer')} <> ''`)
      : [];
    texts.set(resource.path, [...some.map(String), ...[...names, ...numbers].map(({ name }) => name.toLowerCase())]);
  }
  return texts;
};

/** Conditions on rows that name records in reference fields, one for each record kind with such fields. */
const references = ({ model }: Pick<Context, 'model'>, texts: ReadonlyMap<string, readonly string[]>): Sql[] => {
  const lists = new Map([...texts].map(([path, some]) => [path, sharedParam(some)]));
  return model.registry.resources.flatMap(({ path, fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      referencedKinds(field).flatMap((kind) => {
        const list = lists.get(kind);
        const of = literal(name);
        return list
          ? [
              sql`r.section = ${literal(path)} and (lower(s."values" ->> ${of}) = any(${list}::text[])
                or lower(s.overrides ->> ${of}) = any(${list}::text[])
                or x.changes -> ${of} ->> 'to' = any(${list}::text[]) or x.changes -> ${of} ->> 'from' = any(${list}::text[]))`,
            ]
          : [];
      }),
    ),
  );
};

/** Condition on rows that are records of a kind; refused ones have no `record_id`. */
const ofKind = ({ resource }: PersonKind, list: unknown, texts: readonly string[]): Sql => {
  const named = sharedParam(texts);
  return sql`r.section = ${resource.path} and (r.record_id = any(${list}::int[])
      or lower(s."values" ->> 'nummer') = any(${named}::text[]) or lower(s."values" ->> 'id') = any(${named}::text[])
      or lower(s."owner" ->> 'named') = any(${named}::text[]) or lower(s."owner" -> 'values' ->> 'nummer') = any(${named}::text[])
      or (r.external_key is not null or s."owner" is not null) and exists (
        select 1
        from json_array_elements(s."externalIds") e
        where lower(e ->> 'id') = any(${named}::text[])))
    or exists (
      select 1
      from json_array_elements(x.candidates) c
      where c ->> 'section' = ${resource.path} and (c ->> 'id')::int = any(${list}::int[]))`;
};

/** Rows that can be of no record, with the whole name of the person. */
const namesake = ({ name, vorname }: Person): Sql => sql`r.section = ${PERSONS} and r.outcome in ('invalid', 'no_match')
  and (
    select bool_or(lower(v.given ->> 'name') = lower(${name}) and lower(coalesce(v.given ->> 'vorname', '')) = lower(${vorname ?? ''}))
    from (values (s."values"), (s."owner" -> 'values')) v(given))`;

const pageAfter = (
  orgId: number,
  after: Pick<RowKey, 'id' | 'row'>,
  condition: Sql,
): Sql => sql`with page as materialized (
    select r.job_id, r."row", r.section, r.outcome, r.record_id, r.key, r.external_key, r.source, r.result
    from import_row r
    where r.org_id = ${orgId} and (r.job_id, r."row") > (${after.id}::int, ${after.row}::int)
    order by r.job_id, r."row"
    limit ${PAGE}::int)
  select r.job_id as id, r."row", true as own, r.key, r.external_key,
    array(select e.value from json_each_text(s."references") e) as named
  from page r, json_to_record(r.source::json) s("values" json, overrides json, "externalIds" json, "references" json, "owner" json),
    json_to_record(r.result::json) x(changes json, candidates json)
  where ${condition}
  union all
  (select r.job_id as id, r."row", false as own, null, null, array[]::text[] as named
    from page r
    order by r.job_id desc, r."row" desc
    limit 1)`;

/** Rows of a job that have the same name as rows of the person, or name them, or are named by them and are no stored record of another. */
const linkedRows = (orgId: number, job: number, rows: readonly RowKey[], sections: readonly string[]): Sql => {
  const keys = sharedParam(rows.flatMap(({ key, named }) => [...(key === null ? [] : [key]), ...named]));
  const own = rows.flatMap(({ key }) => key ?? []);
  return sql`select r.job_id as id, r."row", true as own, r.key, r.external_key, s.named
    from import_row r,
      lateral (select array(select e.value from json_each_text(r.source::json -> 'references') e) as named offset 0) s
    where r.org_id = ${orgId} and r.job_id = ${job}::int and r.section = any(${sections}::text[])
      and (r.external_key = any(${rows.flatMap(({ external_key: one }) => one ?? [])}::text[])
        or r.key = any(${keys}::text[]) and r.record_id is null or s.named && ${own}::text[])`;
};

/** The staged rows about a person, in imports of every state. */
export const findImportRows = async (context: Context, person: Person, ids: PersonIds): Promise<FoundRows> => {
  const { db, model } = context;
  const { orgId } = person;
  const texts = await textsOf(db, orgId, ids);
  const condition = [
    ofAnyKind(ids, (kind, list) => ofKind(kind, list, texts.get(kind.resource.path) ?? [])),
    ...references(context, texts),
    namesake(person),
  ].reduce((one, other) => sql`${one} or ${other}`);
  const found = new Map<number, Map<number, RowKey>>();
  const add = (key: RowKey): boolean => {
    const rows = found.get(key.id) ?? new Map<number, RowKey>();
    found.set(key.id, rows);
    return !rows.has(key.row) && Boolean(rows.set(key.row, key));
  };
  let last: Pick<RowKey, 'id' | 'row'> | undefined = { id: 0, row: 0 };
  while (last) {
    const rows: RowKey[] = await db.queryLong<RowKey>(pageAfter(orgId, last, condition));
    for (const row of rows) if (row.own) add(row);
    last = rows.find(({ own }) => !own);
  }
  const sections = personKinds(model.registry).map(({ resource }) => resource.path);
  for (const [job, rows] of found)
    for (let fresh = [...rows.values()]; fresh.some(({ key, external_key: name, named }) => key ?? name ?? named[0]); )
      fresh = (await db.queryLong<RowKey>(linkedRows(orgId, job, fresh, sections))).filter(add);
  return new Map([...found].map(([job, rows]) => [job, new Set(rows.keys())]));
};
