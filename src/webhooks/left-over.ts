/**
 * Deliveries of webhooks that are off or gone. Switching off ends all that waits and deleting removes all there is, but
 * not what a change wrote that was under way: nobody would send it, end it, or see what it holds of somebody. A lock of
 * the webhook in each change would keep that away, but makes the INSERT of its deliveries two to three times as dear on a
 * cluster. So it is looked for once more after the act, when what was under way is over, and now and then, for what took
 * longer or lost its process.
 */
import type { Database } from '../db/database.ts';
import { prepared, type Sql, sql } from '../sql.ts';
import { lock, type WebhookName } from './webhook-row.ts';

/** Rows of one statement, and statements for a webhook in one round. */
const PIECE = 2000;
const PIECES = 50;
/** Webhooks of one round. */
const WEBHOOKS = 1000;

/** Ends what waits where the webhook is off, but for what somebody sends again. */
const end = ({ org_id: orgId, id }: WebhookName): Sql => prepared`update webhook_delivery d
    set state = 'failed', leased_until = null
    where d.org_id = ${orgId} and d.webhook_id = ${id} and d.state = 'pending' and not d.resent
      and d.id = any(array(
        select o.id
        from webhook_delivery o
        where o.org_id = ${orgId} and o.webhook_id = ${id} and o.state = 'pending' and not o.resent
        limit ${PIECE}::int))
      and exists (
        select 1
        from webhook w
        where w.org_id = ${orgId} and w.id = ${id} and not w.active)
    returning d.id`;

/** Removes what there is, whatever became of it, where the webhook is gone. */
const remove = ({ org_id: orgId, id }: WebhookName): Sql => prepared`delete from webhook_delivery d
    where d.org_id = ${orgId} and d.webhook_id = ${id}
      and d.id = any(array(
        select o.id
        from webhook_delivery o
        where o.org_id = ${orgId} and o.webhook_id = ${id}
        limit ${PIECE}::int))
      and not exists (
        select 1
        from webhook w
        where w.org_id = ${orgId} and w.id = ${id})
    returning d.id`;

/** Ends what was left at a webhook that is off, removes it where it is gone; nothing happens where it is on. */
export const clearLeftOver = async (db: Database, webhook: WebhookName): Promise<void> => {
  const own = db.of(webhook.org_id);
  for (let piece = 0; piece < PIECES; piece += 1) {
    const [, ...cleared] = await own.transaction((tx) =>
      Promise.all([tx.run(lock(webhook)), tx.run(end(webhook)), tx.run(remove(webhook))]),
    );
    if (cleared.every(({ length }) => length < PIECE)) return;
  }
};

/** Webhooks that are off and have something that waits, over all organisations. Looks into the queues of those alone. */
const OFF = sql`select w.org_id, w.id
  from webhook w
  where not w.active and exists (
    select 1
    from webhook_delivery d
    where d.org_id = w.org_id and d.webhook_id = w.id and d.state = 'pending' and not d.resent)
  limit ${WEBHOOKS}::int`;

/** Webhooks that are gone and have something that waits, as all has that was left: the index of the queues tells. */
const GONE = sql`select distinct d.org_id, d.webhook_id as id
  from webhook_delivery d
  where d.state = 'pending' and not exists (
    select 1
    from webhook w
    where w.org_id = d.org_id and w.id = d.webhook_id)
  limit ${WEBHOOKS}::int`;

/** Clears what was left anywhere. */
export const clearAllLeftOver = async (db: Database): Promise<void> => {
  for (const found of [OFF, GONE])
    for (const webhook of await db.readLong<WebhookName>(found)) await clearLeftOver(db, webhook);
};
