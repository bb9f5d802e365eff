/** Webhooks as operators and administrators make, change, test and switch them (rules 7, 17). */
import { randomBytes } from 'node:crypto';
import { waitForCacheExpiry } from '../../concurrency/cache-propagation.ts';
import { differences, SERVICE } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import { requireOrganisation } from '../../db/tenant/require-organisation.ts';
import { fail } from '../../errors/api-error.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';
import { cancelOrphaned } from '../delivery/orphaned-deliveries.ts';
import { cancelMissed, cancelWaiting } from '../delivery/record-outcome.ts';
import { reasonOf } from '../disable-reasons.ts';
import { isoTime } from '../iso-time.ts';
import { MASK, nextHeaders } from '../redact-headers.ts';
import { auditWebhook, entryOf, headerChanges } from '../webhook-audit.ts';
import {
  type Acting,
  decryptedHeaders,
  decryptedSecret,
  encryptedHeaders,
  encryptedSecret,
  lockFor,
  storedHeaders,
  WEBHOOK_COLUMNS,
  type WebhookRow,
  webhookNamed,
} from '../webhook-row.ts';
import { checkSettings, type Reach, type WebhookSettings } from './validate-webhook.ts';

export {
  DELIVERY,
  listDeliveries,
  ownDelivery,
  pageOfDeliveries,
  replay,
  resendDelivery,
  resendFailed,
  type StoredDelivery,
  waitingEvents,
} from './delivery-log.ts';
export { testWebhook } from './test-call.ts';
export type { Reach, WebhookSettings } from './validate-webhook.ts';

/** A secret that a webhook signs with; the webhook's id is part of its encryption context. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** Webhooks that an organisation may have: each change writes a delivery for every one that wants it. */
const MOST_WEBHOOKS = 500;
/** Active webhooks of one event: each record of a call writes a delivery for every one of them. */
const MOST_OF_EVENT = 50;

/** @throws 409 `too_many_webhooks` where one of the events already has the maximum number of other webhooks */
const assertWebhookQuota = async (
  tx: Tx,
  { org_id: orgId, id }: WebhookRow,
  events: readonly string[],
): Promise<void> => {
  const [full] = await tx.run<{ event: string }>(sql`select e.event
    from webhook w
    cross join unnest(w.events) e (event)
    where w.org_id = ${orgId} and w.active and w.id <> ${id} and e.event = any(${events}::text[])
    group by e.event
    having count(*) >= ${MOST_OF_EVENT}::int
    order by e.event
    limit 1`);
  if (full)
    throw fail('too_many_webhooks', {
      message: `${MOST_OF_EVENT} webhooks that are switched on hear of ${full.event} already; switch one of them off, or take the event out of this one.`,
      details: { event: full.event },
    });
};

/** The allowed targets of webhooks, and the actor of a change, for the audit log. */
interface WebhookWriter extends Reach {
  readonly by?: Acting;
}

/**
 * Makes a webhook; it is inactive until a test succeeded and it is switched on.
 * @throws 404 for an unknown organisation, 409 `too_many_webhooks`, and what `checkSettings` throws
 */
export const createWebhook = async (
  db: Database,
  { by = SERVICE, ...reach }: WebhookWriter,
  orgId: number,
  settings: WebhookSettings & { readonly url: string },
) => {
  await checkSettings(settings, reach);
  const secret = newSecret();
  const { name = '', description = '', url, method = 'POST', contentType = 'json', events = [] } = settings;
  const headers = nextHeaders({}, settings.headers ?? {}, true);
  return db.transaction(async (tx) => {
    await requireOrganisation((statement) => tx.run(statement), orgId);
    const [count] = await tx.run<{ n: number }>(sql`select count(*)::int as n from webhook where org_id = ${orgId}`);
    if ((count?.n ?? 0) >= MOST_WEBHOOKS) throw fail('too_many_webhooks');
    const made = { org_id: orgId, id: await tx.nextId('webhook_id_seq') };
    const shown = { webhook_id: made.id, secret, active: false };
    const stored = auditWebhook({ name, description, url, method, content_type: contentType, events });
    const changes = differences({}, stored);
    await tx.finish([
      sql`insert into webhook (org_id, id, name, description, url, method, content_type, headers, events, secret)
        values (${orgId}, ${made.id}, ${name}, ${description}, ${url}, ${method}, ${contentType}, ${encryptedHeaders(tx.keyRing, made, headers)}, ${events},
        ${encryptedSecret(tx.keyRing, made, 'secret', secret)})`,
      entryOf('insert', by, made, { ...changes, ...headerChanges({}, headers) }),
      ...(by.beside?.(shown) ?? []),
    ]);
    return shown;
  });
};

/** Members that change neither the target nor the form of a call. */
const NEVER_CALLED = new Set(['name', 'description', 'events']);

/** Whether a change is about where or how a webhook is called. */
export const changesCall = (change: object): boolean => Object.keys(change).some((name) => !NEVER_CALLED.has(name));

/** Statements that switch a webhook. @throws `test_required` without a successful test since the last change */
const switching = (row: WebhookRow, active: boolean, by: Acting): readonly Sql[] => {
  if (!active) {
    return [
      sql`update webhook set active = false where org_id = ${row.org_id} and id = ${row.id}`,
      cancelWaiting(row),
      ...(row.active ? [entryOf('deactivate', by, row, { active: [true, false] })] : []),
    ];
  }
  if (!row.released && !row.active) {
    throw fail('test_required', {
      message:
        'Test the webhook successfully before switching it on: POST /v3/webhooks/{id}/test, or broker-crm webhook test.',
    });
  }
  const on = sql`update webhook set active = true, switched_off_because = null, failing_since = null, failed_count = 0 where org_id = ${row.org_id} and id = ${row.id}`;
  if (row.active) return [on];
  // Deliveries written during the deactivation still wait; they must not be sent later.
  return [cancelMissed(row), on, entryOf('activate', by, row, { active: [false, true] })];
};

/** The result of a change. */
interface Changed {
  /** Names of the members that have another value. */
  readonly changed: readonly string[];
  /** Names of headers that were dropped because the webhook calls another address now. */
  readonly dropped: readonly string[];
}

/**
 * Changes a webhook; a real change of where or how it is called takes the release back (rules 17.4). With `active` it
 * switches it too, in the same transaction.
 * @throws 404, `test_required`, `too_many_webhooks` as `assertWebhookQuota`, and errors of `checkSettings`
 */
export const changeWebhook = async (
  db: Database,
  { by = SERVICE, ...reach }: WebhookWriter,
  id: number,
  settings: WebhookSettings & { readonly active?: boolean },
): Promise<Changed> => {
  await checkSettings(settings, reach);
  const named = await webhookNamed(db, id, by.orgId);
  const done = await db.transaction(async (tx): Promise<Changed & { readonly row: WebhookRow }> => {
    const row = await lockFor(tx, named, by);
    const stored = decryptedHeaders(tx.keyRing, row);
    const { name = row.name, description = row.description, active = row.active } = settings;
    const url = settings.url ?? row.url;
    const method = settings.method ?? row.method;
    const contentType = settings.contentType ?? row.content_type;
    const events = settings.events ?? row.events;
    const headers = nextHeaders(stored, settings.headers, new URL(url).origin === new URL(row.url).origin);
    const next = auditWebhook({ name, description, url, method, content_type: contentType, events });
    const changes = { ...differences(auditWebhook(row), next), ...headerChanges(stored, headers) };
    if (active && (!row.active || 'events' in changes)) await assertWebhookQuota(tx, row, events);
    const names = Object.keys(changes);
    const released = !changesCall(changes) && row.released;
    const switched = active === row.active ? [] : switching({ ...row, released }, active, by);
    const sealed = Object.keys(headerChanges(stored, headers)).length
      ? encryptedHeaders(tx.keyRing, row, headers)
      : row.headers;
    const written = sql`update webhook set name = ${name}, description = ${description}, url = ${url}, method = ${method}, content_type = ${contentType},
      headers = ${sealed}, events = ${events}, released = ${released} where org_id = ${row.org_id} and id = ${id}`;
    await tx.finish([...(names.length ? [written, entryOf('update', by, row, changes)] : []), ...switched]);
    const wanted = Object.keys(settings.headers ?? stored);
    return {
      row,
      changed: [
        ...new Set([...names.map((one) => one.split('.')[0] ?? one), ...(active === row.active ? [] : ['active'])]),
      ],
      dropped: names.length ? wanted.filter((one) => !Object.hasOwn(headers, one)) : [],
    };
  });
  await waitForCacheExpiry();
  if (settings.active === false) await cancelOrphaned(db, done.row);
  return { changed: done.changed, dropped: done.dropped };
};

/**
 * Runs one action on a webhook and writes the audit entry in the same transaction; every process uses the change once
 * this resolves.
 * @returns the webhook before the action
 */
const act = async (
  db: Database,
  id: number,
  by: Acting,
  work: (row: WebhookRow, tx: Tx) => readonly Sql[] | Promise<readonly Sql[]>,
): Promise<WebhookRow> => {
  const named = await webhookNamed(db, id, by.orgId);
  const row = await db.transaction(async (tx) => {
    const locked = await lockFor(tx, named, by);
    await tx.finish(await work(locked, tx));
    return locked;
  });
  await waitForCacheExpiry();
  return row;
};

/** Activates a webhook. @throws `test_required` without a successful test since the last change, `too_many_webhooks` as `assertWebhookQuota` */
export const activateWebhook = async (db: Database, id: number, by: Acting = SERVICE): Promise<void> => {
  await act(db, id, by, async (row, tx) => {
    const statements = switching(row, true, by);
    if (!row.active) await assertWebhookQuota(tx, row, row.events);
    return statements;
  });
};

/** Switches off; waiting retries end (rules 7.4). */
export const deactivateWebhook = async (db: Database, id: number, by: Acting = SERVICE): Promise<void> =>
  cancelOrphaned(db, await act(db, id, by, (row) => switching(row, false, by)));

/** Removes a webhook with its deliveries. */
export const deleteWebhook = async (db: Database, id: number, by: Acting = SERVICE): Promise<void> => {
  const gone = await act(db, id, by, (row) => [
    sql`delete from webhook_delivery where org_id = ${row.org_id} and webhook_id = ${id}`,
    sql`delete from webhook where org_id = ${row.org_id} and id = ${id}`,
    entryOf('delete', by, row, {
      ...differences(auditWebhook(row), {}),
      ...headerChanges(storedHeaders(row), {}),
    }),
  ]);
  await cancelOrphaned(db, gone);
};

/** Creates a new secret; calls are also signed with the old one for a day. */
export const rotateSecret = async (db: Database, id: number, by: Acting = SERVICE): Promise<string> => {
  const secret = newSecret();
  const named = await webhookNamed(db, id, by.orgId);
  await db.transaction(async (tx) => {
    const row = await lockFor(tx, named, by);
    const until = isoTime(Date.now() + 86_400_000);
    await tx.finish([
      sql`update webhook set old_secret = ${encryptedSecret(tx.keyRing, row, 'old_secret', decryptedSecret(tx.keyRing, row))},
        old_secret_until = ${until}, secret = ${encryptedSecret(tx.keyRing, row, 'secret', secret)} where org_id = ${row.org_id} and id = ${id}`,
      entryOf('rotate-secret', by, row, {
        old_secret_until: [row.old_secret_until && isoTime(row.old_secret_until), until],
      }),
      ...(by.beside?.({ secret }) ?? []),
    ]);
  });
  return secret;
};

const colourOf = ({ active, events }: WebhookRow): 'red' | 'yellow' | 'green' =>
  !active ? 'red' : events.length ? 'green' : 'yellow';

/** The changeable members of a webhook as they are shown: header values are masked. */
export const visibleSettings = (row: WebhookRow) => ({
  name: row.name,
  description: row.description,
  url: row.url,
  method: row.method,
  content_type: row.content_type,
  headers: Object.fromEntries(Object.keys(storedHeaders(row)).map((name) => [name, MASK])),
  events: row.events,
});

/** A webhook as the API shows it, with masked headers and the reason for which it was disabled. */
export const shownWebhook = (row: WebhookRow) => ({
  webhook_id: row.id,
  ...visibleSettings(row),
  active: row.active,
  released: row.released,
  colour: colourOf(row),
  last_test: row.last_test_at === null ? null : { ok: row.last_test_ok === true, at: row.last_test_at },
  switched_off_because: reasonOf(row.switched_off_because),
});

/** The webhooks of an organisation, or a page of them. */
export const listWebhooks = async (
  db: Database,
  orgId: number,
  {
    limit,
    offset = 0,
    newestFirst = false,
  }: { readonly limit?: number; readonly offset?: number; readonly newestFirst?: boolean } = {},
) => {
  const rows = await db.read<WebhookRow>(sql`select ${WEBHOOK_COLUMNS}
    from webhook w
    where w.org_id = ${orgId}
    order by w.id${raw(newestFirst ? ' desc' : '')} limit ${limit ?? null} offset ${offset}`);
  return rows.map(shownWebhook);
};
