/** Payments of claims add up over the deliveries of an insurer: their lines are stored with the claim. */
import { loadLayout } from '../../formats/gdv/layout.ts';
import { withPayments } from '../../formats/gdv/map-damage.ts';
import type { SourceRecord } from '../../formats/source-record.ts';
import { sql } from '../../sql/sql.ts';
import type { Sources } from '../matching/import-format.ts';

const keyOf = ({ source, id }: SourceRecord['externalIds'][number]): string => JSON.stringify([source, id]);

/** Claims with the payments of stored deliveries and their own. */
export const addKnownPayments = async <Source extends SourceRecord>({
  read,
  orgId,
  sources: claims,
}: Sources<Source>): Promise<readonly Source[]> => {
  const ids = claims.flatMap(({ externalIds }) => externalIds);
  const rows = await read<{
    source: string;
    id: string;
    lines: string;
  }>(sql`select e.source, e.external_id as id, d.lines
    from external_identity e
    join gdv_delivery d on d.org_id = ${orgId} and d.section = 'damages' and d.record_id = e.id and d.lines is not null
    where e.org_id = ${orgId} and e.section = 'damages' and e.source = any(${ids.map(({ source }) => source)}::text[])
      and e.external_id = any(${ids.map(({ id }) => id)}::text[])
    order by d.delivered, d.job_id`);
  const layout = await loadLayout();
  const known = new Map<string, string[]>();
  for (const row of rows) known.set(keyOf(row), [...(known.get(keyOf(row)) ?? []), ...row.lines.split('\n')]);
  return claims.map((claim) => ({
    ...claim,
    ...withPayments(
      layout,
      claim,
      claim.externalIds.flatMap((id) => known.get(keyOf(id)) ?? []),
    ),
  }));
};
