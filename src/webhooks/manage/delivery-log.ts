/** The delivery log of a webhook, and manual resends (rules 7, 17). */
import { SERVICE } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import { findOrgIdOf } from '../../db/tenant/find-org-id.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import { instant, literal, raw, type Sql, sql } from '../../sql/sql.ts';
import { bodyOf, type Envelope } from '../send.ts';
import { entryOf } from '../webhook-audit.ts';
import { type Acting, readWebhook, type WebhookName, webhookNamed } from '../webhook-row.ts';

/** The columns of a delivery that is sent again. */
const again = (): Sql =>
  sql`state = 'pending', tries = 0, next_attempt_at = ${new Date().toISOString()}, leased_until = null, resent = true`;

/** JSON of a delivery; the row is `t`. */
export const DELIVERY = sql`json_build_object('delivery_id', t.id, 'request_id', t.request_id, 'event_name', t.event_name,
  'at', ${instant('t.event_at')}, 'state', t.state, 'attempts', t.attempts,
  'next_attempt_at', case when t.state = 'pending' then ${instant('t.next_attempt_at')} end)`;

/** A stored attempt with the beginning of the response. */
interface StoredAttempt {
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly response?: string;
}

/** A delivery as it is stored. */
export interface StoredDelivery {
  readonly delivery_id: number;
  readonly request_id: string;
  readonly event_name: string;
  readonly at: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly StoredAttempt[];
  readonly next_attempt_at: string | null;
}

/** Characters of a body that are shown. */
const BODY_SHOWN = 64 * 1024;

/** A delivery with its body, at most 64 KiB of it. */
export interface SentDelivery extends StoredDelivery {
  readonly body: string;
  readonly truncated: boolean;
}

/** A delivery of an organisation's webhook. @throws 404 where the webhook has none of this number */
export const ownDelivery = async (
  db: Pick<Database, 'queryLong'>,
  { org_id: orgId, id }: WebhookName,
  delivery: number,
): Promise<SentDelivery> => {
  const [row] = await db.queryLong<Pick<Envelope, 'timestamp' | 'payload'> & { content_type: string; doc: string }>(
    sql`select ${DELIVERY}::text as doc, t.payload, w.content_type,
        to_char(t.event_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp
      from webhook_delivery t join webhook w on w.org_id = ${orgId} and w.id = t.webhook_id
      where t.org_id = ${orgId} and t.webhook_id = ${id} and t.id = ${delivery}`,
  );
  if (!row) throw fail('not_found', { as: 'unknown_delivery', message: `There is no delivery ${delivery}.` });
  const stored = JSON.parse(row.doc) as StoredDelivery;
  const { request_id, event_name } = stored;
  const body = bodyOf({ request_id, event_name, timestamp: row.timestamp, payload: row.payload }, row.content_type);
  return { ...stored, body: body.slice(0, BODY_SHOWN), truncated: body.length > BODY_SHOWN };
};

/** Maximum deliveries of a list; its pages end there. */
const MOST_LISTED = 100_000;

/** Which of a webhook's deliveries are wanted. */
interface DeliveryPage {
  readonly state?: StoredDelivery['state'] | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly oldestFirst?: boolean;
}

/** A page of a webhook's deliveries, newest first unless it is to be otherwise; `total` counts up to 100,000. */
export const pageOfDeliveries = async (
  db: Pick<Database, 'queryLong'>,
  { org_id: orgId, id }: WebhookName,
  { state, limit, offset, oldestFirst = false }: DeliveryPage,
): Promise<{ readonly total: number; readonly items: readonly StoredDelivery[] }> => {
  const rows = sql`from webhook_delivery t where t.org_id = ${orgId} and t.webhook_id = ${id}
    ${state ? sql`and t.state = ${literal(state)}` : sql``}`;
  const first = Math.min(offset, MOST_LISTED);
  const [items, [count]] = await Promise.all([
    db.queryLong<{ doc: string }>(
      sql`select ${DELIVERY}::text as doc ${rows} order by t.id${raw(oldestFirst ? '' : ' desc')} limit ${Math.min(limit, MOST_LISTED - first)} offset ${first}`,
    ),
    db.queryLong<{ total: number }>(
      sql`select count(*)::int as total from (select t.id ${rows} limit ${MOST_LISTED}) d`,
    ),
  ]);
  return { total: count?.total ?? 0, items: items.map(({ doc }) => JSON.parse(doc) as StoredDelivery) };
};

/** Names of the events that still wait to be delivered by a webhook. */
export const waitingEvents = async (tx: Pick<Tx, 'run'>, { org_id: orgId, id }: WebhookName) => {
  const rows = await tx.run<{ event_name: string }>(sql`select distinct event_name from webhook_delivery
    where org_id = ${orgId} and webhook_id = ${id} and state = 'pending'`);
  return rows.map(({ event_name }) => event_name);
};

/** The delivery log of a webhook, newest first. */
export const listDeliveries = async (db: Database, id: number) => {
  const row = await readWebhook((query) => db.read(query), await webhookNamed(db, id));
  const rows = await db.queryLong<{
    doc: string;
  }>(sql`select json_build_object('delivery_id', d.id, 'request_id', d.request_id,
    'event_name', d.event_name, 'state', d.state, 'attempts', d.attempts,
    'next_attempt_at', case when d.state = 'pending' then ${instant('d.next_attempt_at')} end)::text as doc
    from webhook_delivery d where d.org_id = ${row.org_id} and d.webhook_id = ${id} order by d.id desc limit 1000`);
  return rows.map(({ doc }) => JSON.parse(doc) as Readonly<Record<string, unknown>>);
};

const unknownDelivery = (id: number) =>
  fail('not_found', { as: 'unknown_delivery', message: `There is no delivery ${id}.` });

/** Sends one delivery again: same payload, same request_id, also where the webhook is off. @throws 404 */
export const resendDelivery = async (db: Database, deliveryId: number, by: Acting = SERVICE): Promise<number> => {
  const orgId = await findOrgIdOf(db, { table: 'webhook_delivery', id: deliveryId, known: by.orgId }, unknownDelivery);
  return db.transaction(async (tx) => {
    const [row] = await tx.run<WebhookName>(
      sql`update webhook_delivery d set ${again()}
        from webhook w where d.org_id = ${orgId} and w.org_id = ${orgId} and d.webhook_id = w.id and d.id = ${deliveryId} returning d.org_id, d.webhook_id as id`,
    );
    if (!row) throw unknownDelivery(deliveryId);
    await tx.finish([
      entryOf('resend', by, row, { delivery: [null, deliveryId] }),
      ...(by.beside?.({ resent: 1 }) ?? []),
    ]);
    return 1;
  });
};

/** A time range of a webhook's deliveries. */
interface Range {
  readonly webhookId: number;
  readonly since: Date;
  readonly until: Date;
}

/** Which deliveries of a range are resent: a condition on the state, and a check of those that it finds. */
interface Selection {
  readonly ended: Sql;
  readonly check?: (tx: Tx, found: Sql) => Promise<void>;
}

/** Resends deliveries that ended in a time range. @returns their number @throws 404 */
const resendRange = async (
  db: Database,
  { webhookId, since, until }: Range,
  { ended, check }: Selection,
  by: Acting,
): Promise<number> => {
  const row = await readWebhook((query) => db.read(query), await webhookNamed(db, webhookId, by.orgId));
  const [from, to] = [since.toISOString(), until.toISOString()];
  const found = sql`org_id = ${row.org_id} and webhook_id = ${webhookId} and ${ended}
    and event_at between ${from} and ${to}`;
  return db.transaction(async (tx) => {
    await check?.(tx, found);
    const { length } = await tx.run(sql`update webhook_delivery set ${again()} where ${found} returning id`);
    const changes = { deliveries: [null, length], since: [null, from], until: [null, to] };
    await tx.finish(length ? [entryOf('resend', by, row, changes)] : []);
    return length;
  });
};

/** Sends all failed deliveries of a time range again. @returns how many @throws 404 */
export const resendFailed = (db: Database, range: Range, by: Acting = SERVICE): Promise<number> =>
  resendRange(db, range, { ended: sql`state = 'failed'` }, by);

/** Deliveries that are replayed at once: as many as a receiver gets in ten minutes of a plan of 1,000 a minute. */
const MOST_REPLAYED = 10_000;

/**
 * Sends all deliveries of a time range that ended again, also those that were delivered.
 * @returns how many
 * @throws 404; 400 `validation_failed` (issue `too_big`) where they are more than MOST_REPLAYED
 */
export const replay = (db: Database, range: Range, by: Acting = SERVICE): Promise<number> => {
  const check = async (tx: Tx, found: Sql): Promise<void> => {
    const [count] = await tx.run<{ n: number }>(
      sql`select count(*)::int as n from (select 1 from webhook_delivery where ${found} limit ${MOST_REPLAYED + 1}) d`,
    );
    if ((count?.n ?? 0) > MOST_REPLAYED) {
      const message = `The period has more than ${MOST_REPLAYED} deliveries.`;
      throw invalid([{ path: ['since'], code: 'too_big', message }]);
    }
  };
  return resendRange(db, range, { ended: sql`state <> 'pending'`, check }, by);
};
