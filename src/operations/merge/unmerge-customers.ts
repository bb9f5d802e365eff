/** POST `/v3/customers/{kid}/unmerge`: takes a merge back (rules 5.14a). */
import type { Tx } from '../../db/database.ts';
import { fail } from '../../errors/api-error.ts';
import { MAX_STAYED } from '../../model/calls/duplicates.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { UNMERGE_DAYS } from '../../shared/limits.ts';
import { instant, prepared, sql } from '../../sql/sql.ts';
import { type CallOf, json, type ResultOf } from '../call/call.ts';
import type { RecordChange } from '../call/record-change.ts';
import { restoreEffects } from '../commit/commit.ts';
import { addToIndexes, showRows } from '../records/restore-record.ts';
import { type MergeRecord, masterWrites } from './merge-customers.ts';
import { CUSTOMERS } from './merge-rewrites.ts';
import { moveBack } from './unmerge-rewrites.ts';

type Unmerge = CallOf<'POST /v3/customers/:kid/unmerge'>;

/** Both customers, locked in the order of their kids as a merge locks them, and the writes of the merge. */
const lockMerged = async ({ actor: { orgId }, pathIds, body, now }: Unmerge, tx: Tx) => {
  const { slave_kid: slave } = body;
  const rows = await tx.run<{ id: number; del: number; printed: string }>(prepared`select t.id, t.del, t.printed
    from contact t
    where t.org_id = ${orgId} and t.id = any(${[pathIds[0], slave]}::int[]) and t.section = 'customers'
    order by t.id
    for update of t`);
  const [master, other] = [pathIds[0], slave].map((kid) => rows.find(({ id }) => id === kid));
  if (master?.del !== 0) throw fail('not_found');
  if (!other) throw fail('customer_not_found');
  const earliest = new Date(now() - UNMERGE_DAYS * DAY_MS).toISOString();
  const [merge] = await tx.run<{ at: string; done: string }>(prepared`select ${instant('m.at')} as at, m.done
    from customer_merge m
    where m.org_id = ${orgId} and m.slave = ${slave} and m.master = ${master.id} and m.at >= ${earliest}::timestamptz`);
  if (!merge || other.del !== 2) throw fail('merge_not_undoable');
  await tx.run(prepared`delete from customer_merge m where m.org_id = ${orgId} and m.slave = ${slave}`);
  const { changes, moved } = JSON.parse(merge.done) as MergeRecord;
  const values = [master, other].map(({ printed }) => JSON.parse(printed) as Values);
  return { master: values[0] as Values, other: values[1] as Values, changes, moved, at: merge.at };
};

/** @throws 404 `not_found` for the master, `customer_not_found` for the slave; 409 `merge_not_undoable` */
export const unmergeCustomers = async (call: Unmerge): ResultOf<'POST /v3/customers/:kid/unmerge'> => {
  const { actor, db } = call;
  const { orgId } = actor;
  const kid = call.pathIds[0] ?? 0;
  const { slave_kid: slave } = call.body;
  const resource = call.model.registry.get(CUSTOMERS);
  return db.transaction(async (tx) => {
    const { master, other, changes: filled, moved, at } = await lockMerged(call, tx);
    const same = Object.entries(filled).filter(([name, [, to]]) => (master[name] ?? null) === to);
    const fields = Object.keys(filled).filter((name) => !same.some(([one]) => one === name));
    const { writes, changes, record } = masterWrites(
      call,
      master,
      Object.fromEntries(same.map(([name, [from]]) => [name, from])),
    );
    await tx.run(showRows(resource, orgId, sql`t.id = ${slave}`));
    const { returned, stayed, feedEntries } = await moveBack(call, tx, { moved, at, slave });
    for (const write of writes) await tx.run(write);
    // Two statements: Citus sends a statement that removes and adds rows to every node.
    await tx.run(sql`delete from search_entry
      where org_id = ${orgId} and section = 'customers' and id = any(${[kid, slave]}::int[])`);
    await addToIndexes(call, tx, resource, [kid, slave], false);
    const counts = [...returned].map(([path, ids]) => [path, ids.size] as const).filter(([, n]) => n);
    const answer = json(200, {
      success: true,
      master_kid: kid,
      slave_kid: slave,
      returned: Object.fromEntries(counts),
      stayed: stayed.slice(0, MAX_STAYED),
      stayed_total: stayed.length,
      fields,
    });
    const undone: RecordChange = {
      ...{ resource, action: 'update', id: kid, changes, record, before: master },
      audit: { action: 'unmerge', changes: { ...changes, slave_kid: [null, slave] } },
    };
    const shown: RecordChange = {
      ...{ resource, action: 'insert', id: slave, changes: {}, record: other },
      audit: { action: 'restore', changes: { unmerged_from: [null, kid] } },
    };
    await tx.finish([
      ...feedEntries,
      ...restoreEffects(call, undone),
      ...restoreEffects(call, shown),
      ...(call.keeper?.answer(answer) ?? []),
    ]);
    return answer;
  });
};
