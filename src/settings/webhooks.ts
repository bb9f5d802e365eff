/** Webhooks of the organisation: the operator's operations, narrowed to it (rules 17). */
import { z } from 'zod';
import type { Author } from '../db/audit-entry.ts';
import type { Database } from '../db/database.ts';
import { eventNames } from '../derive/event-names.ts';
import { fail } from '../errors.ts';
import { registry } from '../model/registry.ts';
import { sql } from '../sql.ts';
import {
  activateWebhook,
  changeWebhook,
  createWebhook,
  deactivateWebhook,
  deleteWebhook,
  listWebhooks,
  type Reach,
  resendDelivery,
  resendFailed,
  rotateSecret,
  testWebhook,
} from '../webhooks/administer.ts';
import { MASK } from '../webhooks/masked-headers.ts';
import { addressRule } from '../webhooks/public-address.ts';
import { authorOf, numberOf } from './acting.ts';
import { call, DONE, field, listOf, type SettingsCall, type SettingsRoute, send, textsOf } from './route.ts';

const PAGE = 50;
const MAX_ID = 9_007_199_254_740_991;

const headers = textsOf(z.string().max(100), z.string().max(2000), 100);
const shape = z.strictObject({
  url: z.string().trim().min(1).max(2000),
  method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
  content_type: z.enum(['json', 'form']).default('json'),
  headers: headers.default({}),
  events: listOf(z.string().max(100), 500),
});
const change = z
  .strictObject({
    url: shape.shape.url,
    method: z.enum(['POST', 'PUT', 'PATCH']),
    content_type: z.enum(['json', 'form']),
    headers,
    events: shape.shape.events,
  })
  .partial();

const reachOf = ({ config }: SettingsCall<unknown>): Reach => ({
  allows: addressRule(config.webhookAllowedNetworks),
  eventNames: eventNames(registry),
});

/** The webhook of the path. @throws 404 where the organisation has none of this number */
const owned = async (here: SettingsCall<unknown>): Promise<number> => {
  const id = numberOf(here);
  const rows = await here.db.read(sql`select 1 from webhook where org_id = ${here.session.orgId} and id = ${id}`);
  if (!rows.length) throw fail('not_found', { as: 'unknown_webhook', message: `There is no webhook ${id}.` });
  return id;
};

const list = async ({ db, session }: SettingsCall) => {
  const rows = await db.read<{ id: number; headers: string; released: boolean }>(
    sql`select id, headers::text as headers, released from webhook where org_id = ${session.orgId}`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const items = await listWebhooks(db, session.orgId);
  return {
    items: items.map((webhook) => {
      const row = byId.get(webhook.webhook_id);
      const names = Object.keys(JSON.parse(row?.headers ?? '{}') as object);
      return { ...webhook, headers: Object.fromEntries(names.map((name) => [name, MASK])), released: row?.released };
    }),
  };
};

const create = async (here: SettingsCall<z.output<typeof shape>>) => {
  const { content_type: contentType, ...wish } = here.body;
  return createWebhook(here.db, reachOf(here), here.session.orgId, { ...wish, contentType }, authorOf(here));
};

const changeOne = async (here: SettingsCall<z.output<typeof change>>) => {
  const id = await owned(here);
  const { content_type: contentType, ...wish } = here.body;
  const dropped = await changeWebhook(here.db, reachOf(here), id, { ...wish, contentType }, authorOf(here));
  return dropped.length ? { ...DONE, headers_dropped: dropped } : DONE;
};

/** Does one thing with a webhook. */
const act =
  (work: (db: Database, id: number, by: Author) => Promise<unknown>) =>
  async (here: SettingsCall<unknown>): Promise<unknown> =>
    (await work(here.db, await owned(here), authorOf(here))) ?? DONE;

interface Stored {
  readonly attempts: readonly { readonly response?: string }[];
}

const shown = ({ attempts, ...delivery }: Stored) => ({
  ...delivery,
  attempts: attempts.map(({ response, ...attempt }) => ({ ...attempt, excerpt: response ?? null })),
});

const deliveries = async (here: SettingsCall) => {
  const id = await owned(here);
  const { state = null, before, limit } = here.query;
  const count = Math.min(Math.max(Number.parseInt(limit ?? '', 10) || PAGE, 1), 200);
  const from = Math.min(Number.parseInt(before ?? '', 10) || MAX_ID, MAX_ID);
  const rows = await here.db.readLong<{
    doc: string;
    id: number;
  }>(sql`select d.id, json_build_object('delivery_id', d.id,
      'request_id', d.request_id, 'event_name', d.event_name, 'at', d.event_at, 'state', d.state, 'attempts', d.attempts,
      'next_attempt_at', case when d.state = 'pending' then d.next_attempt_at end)::text as doc
    from webhook_delivery d where d.org_id = ${here.session.orgId} and d.webhook_id = ${id} and d.id < ${from}
      and (${state}::text is null or d.state = ${state}) order by d.id desc limit ${count}`);
  return {
    items: rows.map(({ doc }) => shown(JSON.parse(doc) as Stored)),
    next: rows.length === count ? (rows.at(-1)?.id ?? null) : null,
  };
};

const resendOne = async (here: SettingsCall) => {
  const id = await owned(here);
  const delivery = Number(here.params.delivery);
  const rows = await here.db.read(
    sql`select 1 from webhook_delivery where org_id = ${here.session.orgId} and webhook_id = ${id} and id = ${delivery}`,
  );
  if (!rows.length) throw fail('not_found', { as: 'unknown_delivery', message: `There is no delivery ${delivery}.` });
  return { resent: await resendDelivery(here.db, delivery, authorOf(here)) };
};

export const webhooks: readonly SettingsRoute[] = [
  call('GET', '/events', async () => ({ items: eventNames(registry) })),
  call('GET', '/webhooks', list),
  send('POST', '/webhooks', shape, create, { status: 201 }),
  send('PATCH', '/webhooks/:id', change, changeOne),
  call('DELETE', '/webhooks/:id', act(deleteWebhook)),
  call('POST', '/webhooks/:id/activate', act(activateWebhook)),
  call('POST', '/webhooks/:id/deactivate', act(deactivateWebhook)),
  call(
    'POST',
    '/webhooks/:id/rotate-secret',
    act(async (db, id, by) => ({ secret: await rotateSecret(db, id, by) })),
  ),
  send('POST', '/webhooks/:id/test', z.strictObject({ event: z.string().max(100).optional() }), async (here) => {
    const id = await owned(here);
    return testWebhook(here.db, here.sender, id, here.body.event);
  }),
  call('GET', '/webhooks/:id/deliveries', deliveries),
  call('POST', '/webhooks/:id/deliveries/:delivery/resend', resendOne),
  send(
    'POST',
    '/webhooks/:id/resend-failed',
    z.strictObject({ since: field.time, until: field.time }),
    async (here) => {
      const id = await owned(here);
      const { since, until } = here.body;
      return { resent: await resendFailed(here.db, id, new Date(since), new Date(until), authorOf(here)) };
    },
  ),
];
