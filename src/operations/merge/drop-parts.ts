/** Parts of the slave that a merge deletes, since the master has them as well (rules 5.14). */
import type { Tx } from '../../db/database.ts';
import { softDelete } from '../../derive/sql/write-sql.ts';
import { column } from '../../derive/storage/columns.ts';
import { invalid } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { parts } from '../../model/ownership.ts';
import { isId } from '../../shared/int32.ts';
import { MAX_DROPPED } from '../../shared/limits.ts';
import { prepared, raw, type Sql } from '../../sql/sql.ts';
import { localNow, type SpecialCall } from '../call/call.ts';
import { sideEffectStatements } from '../commit/commit.ts';
import { CUSTOMERS, type MovedRows } from './merge-rewrites.ts';

/** A row of a part of customers. */
export interface PartRow {
  readonly section: string;
  readonly id: number;
}

/** Whether a member `drop` of a body is a list of rows. */
export const arePartRows = (value: unknown): value is readonly PartRow[] => {
  const isRow = (row: unknown): boolean => {
    const { section, id, ...more } = (row ?? {}) as Readonly<Record<string, unknown>>;
    return typeof section === 'string' && isId(id) && !Object.keys(more).length;
  };
  return Array.isArray(value) && value.length <= MAX_DROPPED && value.every(isRow);
};

/**
 * The deletes with their side effects, to run before the other rows of the slave move.
 * @returns the statements, and the rows as an un-merge shows them again
 * @throws 400 `validation_failed`, issue `invalid_reference`, for a row that the slave does not have
 */
export const dropParts = async (
  call: SpecialCall,
  tx: Tx,
  slave: number,
  rows: readonly PartRow[],
): Promise<{ readonly writes: readonly Sql[]; readonly steps: readonly MovedRows[] }> => {
  const writes: Sql[] = [];
  const steps: MovedRows[] = [];
  const { orgId } = call.actor;
  const { registry } = call.model;
  const known = parts(registry, registry.get(CUSTOMERS)).filter(({ storage }) => storage.removal === 'soft');
  for (const path of new Set(rows.map(({ section }) => section))) {
    const resource = known.find((part) => part.path === path);
    const ids = [...new Set(rows.filter(({ section }) => section === path).map(({ id }) => id))];
    const found = resource
      ? await tx.run<{ id: number; printed: string }>(prepared`select t.id, t.printed
      from ${raw(resource.table)} t
      where t.org_id = ${orgId} and t.id = any(${ids}::int[]) and t.${column(resource.nesting.parentColumn)} = ${slave}::int and t.del = 0
      order by t.id
      for update of t`)
      : [];
    const missing = rows.findIndex(({ section, id }) => section === path && !found.some((row) => row.id === id));
    if (!resource || missing >= 0) {
      const message = `drop names ${path}/${rows[missing]?.id}, which customer ${slave} does not have.`;
      throw invalid([{ path: ['drop', missing], code: 'invalid_reference', message }]);
    }
    const changes = found.map(({ id, printed }) => ({
      ...{ resource, action: 'delete' as const, id, changes: {} },
      record: JSON.parse(printed) as Values,
    }));
    writes.push(
      ...ids.map((id) => softDelete(resource, orgId, id, localNow(call))),
      ...sideEffectStatements({ ...call, parentPath: CUSTOMERS }, changes),
    );
    steps.push({ does: 'double', path, ids });
  }
  return { writes, steps };
};
