/** Deliveries of stored records: their days and lines. */
import type { SourceRecord } from '../../formats/source-record.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { join, prepared, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import type { Read, WrittenRecord } from '../matching/import-format.ts';
import { vuOf } from './vu-of.ts';

/** Deliveries that are stored for a record and an insurer. */
const MAX_DELIVERIES = 3;

/** The statement that removes all but the last deliveries of records. */
const removeOldest = (orgId: number, ids: readonly number[]): Sql => sql`delete from gdv_delivery d
    where d.org_id = ${orgId} and d.record_id = any(${ids}::int[]) and (
      select count(*)
      from gdv_delivery n
      where n.org_id = ${orgId} and n.section = d.section and n.record_id = d.record_id and n.vu = d.vu
        and (n.delivered, n.job_id) > (d.delivered, d.job_id)) >= ${MAX_DELIVERIES}::int`;

/** Statements that save the deliveries of written records. */
export const saveDeliveries = (orgId: number, jobId: number, written: readonly WrittenRecord[]): Sql[] => {
  const rows = written.flatMap(({ section, recordId, source }) =>
    source.delivered === undefined
      ? []
      : [
          sql`(${tenantParam(orgId)}, ${section}, ${recordId}::int, ${vuOf(source)}, ${sharedParam(jobId)}::int,
      ${source.delivered}::date, ${source.raw?.join('\n') ?? null}::text)`,
        ],
  );
  if (!rows.length) return [];
  const moved = written.flatMap(({ section, recordId, isMoved }) =>
    isMoved && section === 'contracts' ? [recordId] : [],
  );
  return [
    // Lines of earlier deliveries are about the former policyholder.
    ...(moved.length
      ? [
          sql`delete from gdv_delivery
    where org_id = ${orgId} and section = 'contracts' and record_id = any(${moved}::int[])`,
        ]
      : []),
    sql`insert into gdv_delivery (org_id, section, record_id, vu, job_id, delivered, lines)
    values ${join(rows, ',\n      ')}
    on conflict (org_id, section, record_id, vu, job_id) do nothing`,
    removeOldest(
      orgId,
      written.map(({ recordId }) => recordId),
    ),
  ];
};

/** The statement that takes the deliveries of a job back. */
export const removeDeliveries = (orgId: number, jobId: number): Sql =>
  sql`delete from gdv_delivery where org_id = ${orgId} and job_id = ${jobId}`;

/** Days of the last deliveries of records, by id and VU-Nummer. */
export const lastDeliveries = async (
  read: Read,
  orgId: number,
  section: string,
  ids: readonly number[],
): Promise<ReadonlyMap<string, string>> => {
  if (!ids.length) return new Map();
  const rows = await read<{
    id: number;
    vu: string;
    day: string;
  }>(sql`select d.record_id as id, d.vu, to_char(max(d.delivered), 'YYYY-MM-DD') as day
    from gdv_delivery d
    where d.org_id = ${orgId} and d.section = ${section} and d.record_id = any(${ids}::int[])
    group by d.record_id, d.vu`);
  return new Map(rows.map(({ id, vu, day }) => [deliveryKey(id, vu), day]));
};

/** The key of a record and an insurer in `lastDeliveries`. */
export const deliveryKey = (id: number, vu: string): string => `${id} ${vu}`;

/** Sparten that were chosen for keys of guesses. */
export const chosenSparten = async (
  read: Read,
  orgId: number,
  sources: readonly SourceRecord[],
): Promise<ReadonlyMap<string, number>> => {
  const keys = [...new Set(sources.flatMap(({ sparteKey }) => sparteKey ?? []))];
  if (!keys.length) return new Map();
  const rows = await read<{ key: string; sparte: number }>(sql`select s.key, s.sparte
    from gdv_sparte s
    where s.org_id = ${orgId} and s.key = any(${keys}::text[])`);
  return new Map(rows.map(({ key, sparte }) => [key, sparte]));
};

/** Statements that remember a corrected Sparte for the insurer's product, and apply it to the other rows of the import. */
export const rememberSparte = (
  { orgId, jobId, row }: { readonly orgId: number; readonly jobId: number; readonly row: number },
  { sparteKey: key }: SourceRecord,
  { sparte }: Values,
): Sql[] => {
  if (key === undefined || typeof sparte !== 'number') return [];
  const member = JSON.stringify({ sparteKey: key }).slice(1, -1);
  return [
    sql`insert into gdv_sparte (org_id, key, sparte)
    values (${orgId}, ${key}, ${sparte}::int)
    on conflict (org_id, key) do update set sparte = excluded.sparte`,
    prepared`update import_row r
      set result = jsonb_set(r.result::jsonb, '{changes,sparte,to}', to_jsonb(${sparte}::int))::text
      where r.org_id = ${orgId} and r.job_id = ${jobId} and r."row" <> ${row} and r.state = 0
        and r.outcome in ('new', 'changed') and position(${member} in r.source) > 0
        and position('"overrides"' in r.source) = 0 and position('"sparte":{"from"' in r.result) > 0`,
  ];
};
