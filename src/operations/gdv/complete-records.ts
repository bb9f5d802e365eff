/** Records that complete those of earlier deliveries of an insurer, whose lines are stored with them. */
import { satzartOf } from '../../formats/gdv/classify-line.ts';
import { loadLayout } from '../../formats/gdv/layout.ts';
import { withPayments } from '../../formats/gdv/map-damage.ts';
import type { SourceRecord } from '../../formats/source-record.ts';
import { sql } from '../../sql/sql.ts';
import type { Sources } from '../matching/import-format.ts';

const keyOf = ({ source, id }: SourceRecord['externalIds'][number]): string => JSON.stringify([source, id]);

/** A stored delivery. */
interface Known {
  readonly day: string;
  readonly lines: readonly string[];
}

/** Stored deliveries of records, the first ones first. */
const knownDeliveries = async ({
  read,
  orgId,
  section,
  sources,
}: Sources): Promise<(source: SourceRecord) => readonly Known[]> => {
  const ids = sources.flatMap(({ externalIds }) => externalIds);
  if (!ids.length) return () => [];
  const rows = await read<{
    source: string;
    id: string;
    day: string;
    lines: string;
  }>(sql`select e.source, e.external_id as id, to_char(d.delivered, 'YYYY-MM-DD') as day, d.lines
    from external_identity e
    join gdv_delivery d on d.org_id = ${orgId} and d.section = ${section} and d.record_id = e.id and d.lines is not null
    where e.org_id = ${orgId} and e.section = ${section} and e.source = any(${ids.map(({ source }) => source)}::text[])
      and e.external_id = any(${ids.map(({ id }) => id)}::text[])
    order by d.delivered, d.job_id`);
  const known = new Map<string, Known[]>();
  for (const { day, lines, ...row } of rows)
    known.set(keyOf(row), [...(known.get(keyOf(row)) ?? []), { day, lines: lines.split('\n') }]);
  return ({ externalIds }) => externalIds.flatMap((id) => known.get(keyOf(id)) ?? []);
};

/**
 * Lines without a record 0200 take the place of those of their kinds in the last delivery, and have its day: a later
 * delivery of the whole contract is not older because of them.
 */
const withLines = (source: SourceRecord, last: Known | undefined): Partial<SourceRecord> => {
  if (!last || last.day > (source.delivered ?? '')) return {};
  const own = source.raw ?? [];
  const kinds = new Set(own.map(satzartOf));
  return { raw: [...last.lines.filter((line) => !kinds.has(satzartOf(line))), ...own], delivered: last.day };
};

/** The hook `complete`: payments of claims add up, and lines of a contract are added to those that it has. */
export const completeRecords = async <Source extends SourceRecord>(
  asked: Sources<Source>,
): Promise<readonly Source[]> => {
  const isClaim = asked.section === 'damages';
  const open = isClaim ? asked.sources : asked.sources.filter(({ onlyStored }) => onlyStored);
  if (!open.length) return asked.sources;
  const known = await knownDeliveries({ ...asked, sources: open });
  const layout = await loadLayout();
  return asked.sources.map((source) => {
    if (!isClaim) return source.onlyStored ? { ...source, ...withLines(source, known(source).at(-1)) } : source;
    const lines = known(source).flatMap((one) => one.lines);
    return { ...source, ...withPayments(layout, source, lines) };
  });
};
