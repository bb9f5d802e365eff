/** Webhooks as operators and administrators make, change, test and switch them (spec: Events; decisions part 7). */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Database, Tx } from '../db/database.ts';
import { type Code, fail } from '../errors.ts';
import { sql } from '../sql.ts';
import { checkWish, PING, type Reach, type WebhookWish } from './check-wish.ts';
import { bodyOf, headersOf, type Sender } from './send.ts';
import { END_WAITING } from './settle.ts';
import { targetOf, WEBHOOK_COLUMNS, type WebhookRow } from './webhook-row.ts';

export type { Reach, WebhookWish } from './check-wish.ts';

/** Longer than what other processes remember of an organisation's webhooks. */
const SETTLED_MS = 500;
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, SETTLED_MS));

/** Response headers that a test shows. */
const SAFE_HEADERS = new Set([
  'content-type',
  'content-length',
  'date',
  'server',
  'location',
  'retry-after',
  'x-request-id',
]);

const refuse = (as: string, message: string, code: Code = 'validation_failed') => fail(code, { as, message });

const unknownWebhook = (id: number) => refuse('unknown_webhook', `There is no webhook ${id}.`, 'not_found');

/** Reads a webhook. @throws 404 */
export const readWebhook = async (run: Pick<Tx, 'run'>['run'], id: number, lock = false): Promise<WebhookRow> => {
  const [row] = await run<WebhookRow>({
    text: `select ${WEBHOOK_COLUMNS} from webhook w where w.id = $1${lock ? ' for update' : ''}`,
    values: [id],
  });
  if (!row) throw unknownWebhook(id);
  return row;
};

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** Makes a webhook; it is inactive until a test succeeded and it is switched on. */
export const createWebhook = async (
  db: Database,
  reach: Reach,
  orgId: number,
  wish: WebhookWish & { readonly url: string },
) => {
  await checkWish(wish, reach);
  const secret = newSecret();
  const id = await db.transaction(async (tx) => {
    const [organisation] = await tx.run(sql`select 1 from organisation where org_id = ${orgId}`);
    if (!organisation)
      throw refuse('unknown_organisation', `There is no organisation ${orgId}; see: broker-crm org list`, 'not_found');
    const [row] = await tx.run<{
      id: number;
    }>(sql`insert into webhook (org_id, id, url, method, content_type, headers, events, secret)
      values (${orgId}, nextval('webhook_id_seq')::int, ${wish.url}, ${wish.method ?? 'POST'}, ${wish.contentType ?? 'json'},
      ${JSON.stringify(wish.headers ?? {})}, ${wish.events ?? []}, ${secret}) returning id`);
    return row?.id ?? 0;
  });
  return { webhook_id: id, secret, active: false };
};

/** Changes a webhook; a real change of where or how it is called takes the release back (spec: Events 4). */
export const changeWebhook = async (db: Database, reach: Reach, id: number, wish: WebhookWish): Promise<void> => {
  await checkWish(wish, reach);
  await db.transaction(async (tx) => {
    const row = await readWebhook((query) => tx.run(query), id, true);
    const url = wish.url ?? row.url;
    const method = wish.method ?? row.method;
    const contentType = wish.contentType ?? row.content_type;
    const headers = wish.headers ?? (JSON.parse(row.headers) as Record<string, string>);
    const sorted = (all: Readonly<Record<string, string>>) => JSON.stringify(Object.entries(all).sort());
    const same =
      url === row.url &&
      method === row.method &&
      contentType === row.content_type &&
      sorted(headers) === sorted(JSON.parse(row.headers) as Record<string, string>);
    await tx.run(sql`update webhook set url = ${url}, method = ${method}, content_type = ${contentType}, headers = ${JSON.stringify(headers)},
      events = ${wish.events ?? row.events}, released = ${same && row.released} where org_id = ${row.org_id} and id = ${id}`);
  });
  await settled();
};

/** Switches on. @throws 409-like refusal `test_required` without a successful test since the last change */
export const activateWebhook = async (db: Database, id: number): Promise<void> => {
  await db.transaction(async (tx) => {
    const row = await readWebhook((query) => tx.run(query), id, true);
    if (!row.released && !row.active) {
      throw refuse('test_required', 'Test the webhook successfully before switching it on: broker-crm webhook test.');
    }
    // What was written while the switch went off waits still; it is not delivered later.
    if (!row.active) await tx.run({ text: END_WAITING, values: [row.org_id, id] });
    await tx.run(
      sql`update webhook set active = true, switched_off_because = null, failing_since = null, failed_count = 0 where org_id = ${row.org_id} and id = ${id}`,
    );
  });
  await settled();
};

/** Switches off; waiting retries end (decisions 7.4). */
export const deactivateWebhook = async (db: Database, id: number): Promise<void> => {
  await db.transaction(async (tx) => {
    const row = await readWebhook((query) => tx.run(query), id, true);
    await tx.run(sql`update webhook set active = false where org_id = ${row.org_id} and id = ${id}`);
    await tx.run({ text: END_WAITING, values: [row.org_id, id] });
  });
  await settled();
};

export const deleteWebhook = async (db: Database, id: number): Promise<void> => {
  await db.transaction(async (tx) => {
    const row = await readWebhook((query) => tx.run(query), id, true);
    await tx.run(sql`delete from webhook_delivery where org_id = ${row.org_id} and webhook_id = ${id}`);
    await tx.run(sql`delete from webhook where org_id = ${row.org_id} and id = ${id}`);
  });
  await settled();
};

/** A new secret; the old one signs beside it for a day. */
export const rotateSecret = async (db: Database, id: number): Promise<string> => {
  const secret = newSecret();
  await db.transaction(async (tx) => {
    const row = await readWebhook((query) => tx.run(query), id, true);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await tx.run(
      sql`update webhook set old_secret = secret, old_secret_until = ${until}, secret = ${secret} where org_id = ${row.org_id} and id = ${id}`,
    );
  });
  return secret;
};

const colour = (row: WebhookRow): string => (!row.active ? 'red' : row.events.length ? 'green' : 'yellow');

/** The webhooks of an organisation as the operator's command and the settings show them. */
export const listWebhooks = async (db: Database, orgId: number) => {
  const rows = await db.read<WebhookRow>({
    text: `select ${WEBHOOK_COLUMNS} from webhook w where w.org_id = $1 order by w.id`,
    values: [orgId],
  });
  return rows.map((row) => ({
    webhook_id: row.id,
    url: row.url,
    method: row.method,
    content_type: row.content_type,
    events: row.events,
    active: row.active,
    colour: colour(row),
    last_test: row.last_test_at === null ? null : { ok: row.last_test_ok === true, at: row.last_test_at },
    switched_off_because: row.switched_off_because,
  }));
};

const masked = (
  headers: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name in own || name === 'webhook-signature' ? '********' : value,
    ]),
  );

/** One immediate call that is not stored as a delivery (spec: Events, Test delivery). */
export const testWebhook = async (db: Database, sender: Sender, id: number, event = PING) => {
  const row = await readWebhook((query) => db.read(query), id);
  if (event !== PING && !row.events.includes(event)) {
    throw refuse('event_not_active', `The webhook has not activated ${event}; choose one of its events or ${PING}.`);
  }
  const now = new Date().toISOString();
  const payload = JSON.stringify({ test: true, message: 'This is a test of the webhook.', triggered_at: now });
  const envelope = { request_id: randomUUID(), event_name: event, timestamp: now, payload };
  const target = targetOf(row, Date.now());
  const body = bodyOf(envelope, target.content_type);
  const outcome = await sender.send(target, envelope);
  const ok = outcome.error === null;
  await db.transaction((tx) =>
    tx.run(sql`update webhook set last_test_at = ${now}, last_test_ok = ${ok}, released = released or
      (${ok} and url = ${row.url} and method = ${row.method} and content_type = ${row.content_type} and headers = ${row.headers}::jsonb)
      where org_id = ${row.org_id} and id = ${id}`),
  );
  const safe = Object.fromEntries(Object.entries(outcome.headers).filter(([name]) => SAFE_HEADERS.has(name)));
  return {
    ok,
    request: {
      method: target.method,
      url: target.url,
      headers: masked(headersOf(target, envelope, body), target.headers),
      body,
    },
    ...(outcome.status === null
      ? {}
      : { response: { status: outcome.status, headers: safe, body: outcome.body, truncated: outcome.truncated } }),
    ...(outcome.error ? { error: outcome.error } : {}),
    duration_ms: outcome.duration_ms,
  };
};

/** The delivery log of a webhook, newest first. */
export const listDeliveries = async (db: Database, id: number) => {
  const row = await readWebhook((query) => db.read(query), id);
  const rows = await db.readLong<{
    doc: string;
  }>(sql`select json_build_object('delivery_id', d.id, 'request_id', d.request_id,
    'event_name', d.event_name, 'state', d.state, 'attempts', d.attempts,
    'next_attempt_at', case when d.state = 'pending' then d.next_attempt_at end)::text as doc
    from webhook_delivery d where d.org_id = ${row.org_id} and d.webhook_id = ${id} order by d.id desc limit 1000`);
  return rows.map(({ doc }) => JSON.parse(doc) as Readonly<Record<string, unknown>>);
};

/** Sends one delivery again: same payload, same request_id, also where the webhook is off. @throws 404 */
export const resendDelivery = async (db: Database, deliveryId: number): Promise<number> => {
  const now = new Date().toISOString();
  const rows = await db.transaction((tx) =>
    tx.run(
      sql`update webhook_delivery d set state = 'pending', tries = 0, next_attempt_at = ${now}, leased_until = null, resent = true
        from webhook w where d.org_id = w.org_id and d.webhook_id = w.id and d.id = ${deliveryId} returning d.id`,
    ),
  );
  if (!rows.length) throw refuse('unknown_delivery', `There is no delivery ${deliveryId}.`, 'not_found');
  return rows.length;
};

/** Sends all failed deliveries of a time range again. @returns how many @throws 404 */
export const resendFailed = async (db: Database, webhookId: number, since: Date, until: Date): Promise<number> => {
  const row = await readWebhook((query) => db.read(query), webhookId);
  const now = new Date().toISOString();
  const rows = await db.transaction((tx) =>
    tx.run(sql`update webhook_delivery set state = 'pending', tries = 0, next_attempt_at = ${now}, leased_until = null, resent = true
      where org_id = ${row.org_id} and webhook_id = ${webhookId} and state = 'failed'
      and event_at between ${since.toISOString()} and ${until.toISOString()} returning id`),
  );
  return rows.length;
};
