/** The delivery log of a webhook, and sending again what it holds (rules 7, 17). */
import { announced } from '../db/announce.ts';
import { type Author, SERVICE } from '../db/audit-entry.ts';
import type { Database, Tx } from '../db/database.ts';
import { fail, invalid } from '../errors.ts';
import { instant, type Sql, sql } from '../sql.ts';
import { entryOf } from './audit.ts';
import { readWebhook, type WebhookName } from './webhook-row.ts';

/** What a delivery that is sent again is set to. */
const again = (): Sql =>
  sql`state = 'pending', tries = 0, next_attempt_at = ${new Date().toISOString()}, leased_until = null, resent = true`;

/** The delivery log of a webhook, newest first. */
export const listDeliveries = async (db: Database, id: number) => {
  const row = await readWebhook((query) => db.read(query), id);
  const rows = await db.readLong<{
    doc: string;
  }>(sql`select json_build_object('delivery_id', d.id, 'request_id', d.request_id,
    'event_name', d.event_name, 'state', d.state, 'attempts', d.attempts,
    'next_attempt_at', case when d.state = 'pending' then ${instant('d.next_attempt_at')} end)::text as doc
    from webhook_delivery d where d.org_id = ${row.org_id} and d.webhook_id = ${id} order by d.id desc limit 1000`);
  return rows.map(({ doc }) => JSON.parse(doc) as Readonly<Record<string, unknown>>);
};

/** Sends one delivery again: same payload, same request_id, also where the webhook is off. @throws 404 */
export const resendDelivery = async (db: Database, deliveryId: number, by: Author = SERVICE): Promise<number> =>
  db.transaction(async (tx) => {
    const [row] = await tx.run<WebhookName>(
      announced(sql`update webhook_delivery d set ${again()}
        from webhook w where d.org_id = w.org_id and d.webhook_id = w.id and d.id = ${deliveryId} returning d.org_id, d.webhook_id as id`),
    );
    if (!row) throw fail('not_found', { as: 'unknown_delivery', message: `There is no delivery ${deliveryId}.` });
    await tx.finish([entryOf('resend', by, row, { delivery: [null, deliveryId] })]);
    return 1;
  });

/** A time range of a webhook's deliveries. */
interface Range {
  readonly webhookId: number;
  readonly since: Date;
  readonly until: Date;
}

/** Sends what ended in a time range again. @param ended condition on the state @returns how many @throws 404 */
const resendRange = async (
  db: Database,
  { webhookId, since, until }: Range,
  ended: Sql,
  by: Author,
  check: (tx: Tx, found: Sql) => Promise<void> = async () => undefined,
): Promise<number> => {
  const row = await readWebhook((query) => db.read(query), webhookId);
  const [from, to] = [since.toISOString(), until.toISOString()];
  const found = sql`org_id = ${row.org_id} and webhook_id = ${webhookId} and ${ended}
    and event_at between ${from} and ${to}`;
  return db.transaction(async (tx) => {
    await check(tx, found);
    const { length } = await tx.run(announced(sql`update webhook_delivery set ${again()} where ${found} returning id`));
    const changes = { deliveries: [null, length], since: [null, from], until: [null, to] };
    await tx.finish(length ? [entryOf('resend', by, row, changes)] : []);
    return length;
  });
};

/** Sends all failed deliveries of a time range again. @returns how many @throws 404 */
export const resendFailed = (
  db: Database,
  webhookId: number,
  since: Date,
  until: Date,
  by: Author = SERVICE,
): Promise<number> => resendRange(db, { webhookId, since, until }, sql`state = 'failed'`, by);

/** Deliveries that are replayed at once: as many as a receiver gets in ten minutes of a plan of 1,000 a minute. */
const MOST_REPLAYED = 10_000;

/**
 * Sends all deliveries of a time range that ended again, also those that were delivered.
 * @returns how many
 * @throws 404; 400 `validation_failed` (issue `too_big`) where they are more than MOST_REPLAYED
 */
export const replay = (db: Database, range: Range, by: Author = SERVICE): Promise<number> =>
  resendRange(db, range, sql`state <> 'pending'`, by, async (tx, found) => {
    const [count] = await tx.run<{ n: number }>(
      sql`select count(*)::int as n from (select 1 from webhook_delivery where ${found} limit ${MOST_REPLAYED + 1}) d`,
    );
    if ((count?.n ?? 0) > MOST_REPLAYED) {
      const message = `The period has more than ${MOST_REPLAYED} deliveries.`;
      throw invalid([{ path: ['since'], code: 'too_big', message }]);
    }
  });
