/** The rows of an import as a CSV file for a German Excel, with their issues; an import reads its values again. */
import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvCell, csvRow } from '../../derive/csv-record.ts';
import type { Field } from '../../model/declaration/field-shape.ts';
import type { Outcome } from '../../model/records/import-values.ts';
import { MAX_COLUMNS } from '../../shared/limits.ts';
import { raw, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { type ImportJob, type ImportRow, rowsOf, type StagedRecord, selectRows } from './import-job.ts';
import { requireReadScope } from './import-options.ts';
import { importTarget } from './import-target.ts';

/** Rows of one read. */
const PAGE = 500;

/** A value with its field. */
interface Cell {
  readonly field: Field | undefined;
  readonly value: unknown;
}

/** The values of a record by the headers that an import knows: `name`, `addresses.ort`, `addresses.ort (2)`. */
const cellsOf = ({ model }: Context, { section, values, parts, externalIds }: StagedRecord): Map<string, Cell> => {
  const target = importTarget(model, section);
  const cells = new Map<string, Cell>();
  const [name] = externalIds;
  if (name) cells.set('external_id', { field: undefined, value: name.id });
  const { fields } = target?.collection.resource ?? { fields: {} as Record<string, Field> };
  for (const [field, value] of Object.entries(values)) cells.set(field, { field: fields[field], value });
  for (const [path, rows] of Object.entries(parts))
    for (const [at, row] of rows.entries())
      for (const [field, value] of Object.entries(row))
        cells.set(`${path}.${field}${at ? ` (${at + 1})` : ''}`, {
          field: target?.parts.get(path)?.resource.fields[field],
          value,
        });
  return cells;
};

/** Remarks in one cell. */
const textsOf = (all: ImportRow['result']['issues'] | ImportRow['result']['hints']): string =>
  all
    .map((one) => ('path' in one && one.path.length ? `${one.path.join('.')}: ${one.message}` : one.message))
    .join(' ');

const FIRST = ['row', 'line', 'section', 'outcome', 'issues', 'hints'];

/**
 * All rows of an import as a file, or those of an outcome.
 * @throws 403 `insufficient_scope`
 */
export const downloadRows = async (call: Context, { id }: ImportJob, outcome: Outcome | undefined) => {
  const { db, actor } = call;
  const condition = outcome ? sql`r.outcome = ${outcome}` : raw('true');
  const sections = await db.queryLong<{ section: string }>(sql`select distinct r.section
    from import_row r
    where r.org_id = ${actor.orgId} and r.job_id = ${id} and ${condition}`);
  requireReadScope(
    call,
    sections.map(({ section }) => section),
  );
  async function* pages(): AsyncGenerator<readonly ImportRow[]> {
    for (let after = 0; ; ) {
      const tail = sql`
    order by r."row"
    limit ${PAGE}::int`;
      const found = await db.queryLong(
        selectRows(actor.orgId, id, sql`r."row" > ${after}::int and ${condition}`, tail),
      );
      const rows = rowsOf(found);
      if (!rows.length) return;
      yield rows;
      after = rows.at(-1)?.row ?? after;
    }
  }
  const names = new Set<string>();
  for await (const rows of pages())
    for (const { source } of rows)
      for (const name of cellsOf(call, source).keys()) if (names.size < MAX_COLUMNS) names.add(name);
  const lineOf = ({ row, line, section, outcome: of, source, result }: ImportRow): string => {
    const cells = cellsOf(call, source);
    const first = [String(row), String(line), section, of, textsOf(result.issues), textsOf(result.hints)];
    const own = [...names].map((name) => csvCell(cells.get(name)?.field, cells.get(name)?.value));
    return csvRow([...first.map((text) => csvCell(undefined, text)), ...own]);
  };
  async function* text(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvRow([...FIRST, ...names].map((name) => csvCell(undefined, name)));
    for await (const rows of pages()) yield rows.map(lineOf).join('');
  }
  return {
    status: 200 as const,
    body: Readable.from(text(), { objectMode: false }),
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="import-${id}.csv"`,
    },
  };
};
