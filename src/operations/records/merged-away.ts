/** Customers that another one took over (rules 5.14). The audit log names both; the row of the customer is hidden. */
import type { Database } from '../../db/database.ts';
import { type ApiError, fail } from '../../errors/api-error.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { UNMERGE_DAYS } from '../../shared/limits.ts';
import { instant, prepared } from '../../sql/sql.ts';

/** The kind that is merged. */
const CUSTOMERS = 'customers';

interface Audited {
  readonly action?: string;
  readonly changes: string;
}

/** The other customer that an entry names. */
const named = ({ changes }: Pick<Audited, 'changes'>, member: 'merged_into' | 'slave_kid'): number | null => {
  const value = (JSON.parse(changes) as Record<string, unknown>)[member];
  return Array.isArray(value) && typeof value[1] === 'number' ? value[1] : null;
};

/**
 * The customers that a customer took over, and those that these had taken over.
 * @returns none for other record kinds
 */
export const mergedFrom = async (
  db: Database,
  orgId: number,
  { path }: Resource,
  id: number,
): Promise<readonly number[]> => {
  const found = new Set<number>();
  for (let last = path === CUSTOMERS ? [id] : []; last.length; ) {
    const rows = await db.read<Audited>(prepared`select e.changes, e.action
    from audit_entry e
    where e.org_id = ${orgId} and e.section = 'customers' and e.record_id = any(${last}::bigint[])
      and e.action in ('merge', 'unmerge')
    order by e.id`);
    const taken = new Set<number>();
    for (const row of rows) {
      const kid = named(row, 'slave_kid');
      if (row.action === 'unmerge') taken.delete(kid ?? 0);
      else if (kid) taken.add(kid);
    }
    last = [...taken].filter((kid) => kid !== id && !found.has(kid));
    for (const kid of last) found.add(kid);
  }
  return [...found];
};

/**
 * 404 `not_found` of a record; that of a customer who was merged away names the other one as `merged_into`, and with
 * `unmerge_until` how long that can be undone.
 */
export const missingRecord = async (db: Database, orgId: number, { path }: Resource, id: number): Promise<ApiError> => {
  const [row] =
    path === CUSTOMERS
      ? await db.read<Audited>(prepared`select e.changes
    from audit_entry e
    where e.org_id = ${orgId} and e.section = 'customers' and e.record_id = ${id}::bigint and e.action = 'delete'
    order by e.id desc
    limit 1`)
      : [];
  const kid = row && named(row, 'merged_into');
  if (!kid) return fail('not_found');
  const message = `The customer was merged into customers/${kid} and cannot be restored.`;
  const until = await db.read<{
    until: string;
  }>(prepared`select ${instant(`(m.at + interval '${UNMERGE_DAYS} days')`)} as until
    from customer_merge m
    where m.org_id = ${orgId} and m.slave = ${id} and m.master = ${kid}`);
  return fail('not_found', {
    message,
    details: { merged_into: kid, ...(until[0] && { unmerge_until: until[0].until }) },
  });
};
