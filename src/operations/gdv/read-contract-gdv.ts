/** GET `/v3/contracts/{id}/gdv`: the lines of the last delivery of a contract, with the names of their fields. */
import { fail } from '../../errors/api-error.ts';
import { classifyLine, RECORD_LENGTH, satzartOf, sparteOf } from '../../formats/gdv/classify-line.ts';
import { type GdvLayout, loadLayout } from '../../formats/gdv/layout.ts';
import { readFields } from '../../formats/gdv/read-fields.ts';
import { sql } from '../../sql/sql.ts';
import { type CallOf, json, type ResultOf } from '../call/call.ts';

/** A line with its filled fields; a record that the layout does not have has none. */
const shownLine = (layout: GdvLayout, line: string) => {
  const text = line.padEnd(RECORD_LENGTH);
  const part = classifyLine(layout, text);
  const fields = part ? readFields(layout, part, text).filter(({ raw }) => raw.trim()) : [];
  return {
    satzart: satzartOf(text),
    sparte: sparteOf(text).trim() || null,
    part: part?.td ?? null,
    text: line,
    fields: fields.map(({ name, bytes, value, label, raw }) => ({
      name,
      bytes,
      value: value ?? raw.trim(),
      label: label ?? null,
    })),
  };
};

interface Row {
  readonly vu: string | null;
  readonly delivered: string | null;
  readonly lines: string | null;
}

/** @throws 404 `not_found` */
export const readContractGdv = async ({
  db,
  actor: { orgId },
  pathIds,
}: CallOf<'GET /v3/contracts/:id/gdv'>): ResultOf<'GET /v3/contracts/:id/gdv'> => {
  const id = pathIds[0] ?? 0;
  const [row] = await db.read<Row>(sql`select d.vu, to_char(d.delivered, 'YYYY-MM-DD') as delivered, d.lines
    from contract t
    left join gdv_delivery d on d.org_id = ${orgId} and d.section = 'contracts' and d.record_id = t.id and d.lines is not null
    where t.org_id = ${orgId} and t.id = ${id} and t.del = 0
    order by d.delivered desc nulls last, d.job_id desc
    limit 1`);
  if (!row) throw fail('not_found');
  const layout = await loadLayout();
  const lines = row.lines?.split('\n') ?? [];
  return json(200, { vu: row.vu, delivered: row.delivered, lines: lines.map((line) => shownLine(layout, line)) });
};
