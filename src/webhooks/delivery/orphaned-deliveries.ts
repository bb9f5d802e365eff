/**
 * Orphaned deliveries of disabled or deleted webhooks. Disabling cancels all waiting deliveries and deleting removes
 * all of them, except those of a change that commits afterwards: these would never be sent or cancelled, and would
 * keep personal data. A lock of the webhook in each change would prevent that, but makes the INSERT of deliveries two
 * to three times as expensive on a cluster. So this runs once more after the act, when running changes have ended,
 * and at intervals for slow or dead processes.
 */
import type { Database } from '../../db/database.ts';
import { prepared, type Sql, sql } from '../../sql/sql.ts';
import { lock, type WebhookName } from '../webhook-row.ts';

/** Rows of one statement, and statements per webhook in one round. */
const PIECE = 2000;
const PIECES = 50;
/** Webhooks of one round. */
const WEBHOOKS = 1000;

/** Cancels waiting deliveries of a disabled webhook, except manual resends. */
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

/** Removes all deliveries of a deleted webhook, in any state. */
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

/** Cancels the orphans of a disabled webhook, removes those of a deleted one; does nothing for an enabled one. */
export const cancelOrphaned = async (db: Database, webhook: WebhookName): Promise<void> => {
  const own = db.forOrg(webhook.org_id);
  for (let piece = 0; piece < PIECES; piece += 1) {
    const [, ...cleared] = await own.transaction((tx) =>
      Promise.all([tx.run(lock(webhook)), tx.run(end(webhook)), tx.run(remove(webhook))]),
    );
    if (cleared.every(({ length }) => length < PIECE)) return;
  }
};

/** Disabled webhooks of all organisations with pending deliveries; scans only the queues of disabled webhooks. */
const OFF = sql`select w.org_id, w.id
  from webhook w
  where not w.active and exists (
    select 1
    from webhook_delivery d
    where d.org_id = w.org_id and d.webhook_id = w.id and d.state = 'pending' and not d.resent)
  limit ${WEBHOOKS}::int`;

/** Deleted webhooks with a pending delivery, by the index of the queues; every orphan was pending once. */
const GONE = sql`select distinct d.org_id, d.webhook_id as id
  from webhook_delivery d
  where d.state = 'pending' and not exists (
    select 1
    from webhook w
    where w.org_id = d.org_id and w.id = d.webhook_id)
  limit ${WEBHOOKS}::int`;

/** Cancels all orphans. */
export const cancelAllOrphaned = async (db: Database): Promise<void> => {
  for (const found of [OFF, GONE])
    for (const webhook of await db.queryLong<WebhookName>(found)) await cancelOrphaned(db, webhook);
};
