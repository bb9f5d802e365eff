/**
 * Says that there are events to be delivered, where looking for them is dear: on a cluster that asks every shard. A writer
 * moves a sequence of the coordinator, and workers read it as often as they would look. What gets lost, because a process dies
 * in that moment, is found by the looks that are taken all the same. On one server none of this happens.
 */
import { raw, sql } from '../sql.ts';
import type { Database } from './database.ts';

const SEQUENCE = raw('delivery_announced_seq');
/** Writers of the same moment move it once. The transaction that writes may take that long; workers look for a while. */
const TOGETHER_MS = 100;

const underWay = new WeakSet<Database['read']>();

/** Announces what was written. */
export const announceNow = async ({ coordinator }: Database): Promise<void> => {
  await coordinator.read(sql`select nextval('${SEQUENCE}')`);
};

/** Announces what a transaction is about to write, where that is of use; the call goes on. */
export const announce = ({ coordinator }: Database): void => {
  if (underWay.has(coordinator.read)) return;
  underWay.add(coordinator.read);
  setTimeout(() => {
    underWay.delete(coordinator.read);
    if (coordinator.shards() > 1) announceNow(coordinator).catch(() => undefined);
  }, TOGETHER_MS).unref();
};

/** How often something was announced. */
export const announced = async ({ coordinator }: Database): Promise<number> => {
  const [row] = await coordinator.read<{ n: number }>(sql`select case when is_called then last_value else 0 end as n from ${SEQUENCE}`);
  return row?.n ?? 0;
};
