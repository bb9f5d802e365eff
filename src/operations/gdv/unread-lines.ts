import { satzartOf } from '../../formats/gdv/classify-line.ts';
import type { SourceRecord } from '../../formats/source-record.ts';
import { sql } from '../../sql/sql.ts';
import type { ImportFormat } from '../matching/import-format.ts';

/** Record kinds that are stored with customers and claims too. */
const OF_OTHERS = ['0100', '0500'];

/** The hook `unread`: lines of contracts that are neither stored nor in the file. */
export const unreadLines: NonNullable<ImportFormat['unread']> = async (read, orgId, jobId) => {
  const rows = await read<{ source: string }>(sql`select r.source
    from import_row r
    where r.org_id = ${orgId} and r.job_id = ${jobId} and r.outcome = 'no_match'
      and position('"onlyStored":true' in r.source) > 0`);
  const counts: Record<string, number> = {};
  const lines = rows.flatMap(({ source }) => (JSON.parse(source) as SourceRecord).raw ?? []);
  for (const kind of lines.map(satzartOf)) if (!OF_OTHERS.includes(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};
