/** Webhooks of the organisation: the operator's operations, narrowed to it (rules 17). */
import type { Author } from '../db/audit-entry.ts';
import type { Database } from '../db/database.ts';
import { eventNames } from '../derive/event-names.ts';
import { eventSample } from '../derive/event-sample.ts';
import { fail } from '../errors.ts';
import { registry } from '../model/registry.ts';
import { instant, literal, type Sql, sql } from '../sql.ts';
import { table } from '../table.ts';
import {
  activateWebhook,
  changeWebhook,
  createWebhook,
  deactivateWebhook,
  deleteWebhook,
  listWebhooks,
  type Reach,
  replay,
  resendDelivery,
  resendFailed,
  rotateSecret,
  testWebhook,
} from '../webhooks/administer.ts';
import { healthOfWebhooks, NO_DELIVERIES } from '../webhooks/health.ts';
import { addressRule } from '../webhooks/public-address.ts';
import { bodyOf, type Envelope } from '../webhooks/send.ts';
import { authorOf, contextFor, numberOf } from './acting.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from './call.ts';
import { listedPage } from './list.ts';
import { queryWord } from './query.ts';
import type { AnswerOf } from './routes/index.ts';
import { type deliverySorts, deliveryStates } from './routes/webhooks.ts';

/** Characters of a body that are shown. */
const BODY_SHOWN = 64 * 1024;

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

const create = async (here: CallOf<'POST /webhooks'>) => {
  const { content_type: contentType, ...others } = here.body;
  return createWebhook(here.db, reachOf(here), here.session.orgId, { ...others, contentType }, authorOf(here));
};

const changeOne = async (here: CallOf<'PATCH /webhooks/:id'>) => {
  const id = await owned(here);
  const { content_type: contentType, ...others } = here.body;
  const dropped = await changeWebhook(here.db, reachOf(here), id, { ...others, contentType }, authorOf(here));
  return dropped.length ? { ...DONE, headers_dropped: dropped } : DONE;
};

/** Does one thing with a webhook. */
const act =
  (work: (db: Database, id: number, by: Author) => Promise<void>) =>
  async (here: SettingsCall): Promise<typeof DONE> => {
    await work(here.db, await owned(here), authorOf(here));
    return DONE;
  };

type Delivery = AnswerOf<'GET /webhooks/:id/deliveries'>['items'][number];
type Attempt = Delivery['attempts'][number];

/** As it is stored, an attempt holds the beginning of the response. */
interface Stored extends Omit<Delivery, 'attempts'> {
  readonly attempts: readonly (Omit<Attempt, 'excerpt'> & { readonly response?: string })[];
}

/** A record as people write it. */
const RECORD = /^([a-z][a-z-]{0,40})\/(\d{1,10})$/;

/** The payload begins with the number of its record (operations/events.ts). */
const ofRecord = (search: string | undefined): Sql | null => {
  const [, family, id] = RECORD.exec((search ?? '').trim()) ?? [];
  return family && id
    ? sql`starts_with(t.event_name, ${`${family}.`}) and substr(t.payload, 7, ${String(Number(id)).length + 1}::int) = any(${[`${Number(id)},`, `${Number(id)}}`]}::text[])`
    : null;
};

const shown = ({ attempts, ...delivery }: Stored): Delivery => ({
  ...delivery,
  attempts: attempts.map(({ response, ...attempt }) => ({ ...attempt, excerpt: response ?? null })),
});

const SORTS: Readonly<Record<(typeof deliverySorts)[number], Sql>> = table({
  event_name: sql`t.event_name`,
  at: sql`t.event_at`,
});

const deliveries = async (here: SettingsCall) => {
  const id = await owned(here);
  const state = queryWord('state', here.query.state, deliveryStates);
  const record = ofRecord(here.query.search);
  const call = record ? { ...here, query: { ...here.query, search: undefined } } : here;
  const listed = await listedPage<Stored>(call, {
    ...(record ? { narrowed: record } : {}),
    of: sql`webhook_delivery t where t.org_id = ${here.session.orgId} and t.webhook_id = ${id}
      ${state ? sql`and t.state = ${literal(state)}` : sql``}`,
    shown: sql`json_build_object('delivery_id', t.id, 'request_id', t.request_id, 'event_name', t.event_name,
      'at', ${instant('t.event_at')}, 'state', t.state, 'attempts', t.attempts,
      'next_attempt_at', case when t.state = 'pending' then ${instant('t.next_attempt_at')} end)`,
    texts: [sql`t.event_name`, sql`t.request_id::text`],
    sorts: SORTS,
    newestFirst: true,
  });
  return { ...listed, items: listed.items.map(shown) };
};

/** A delivery of the path. @throws 404 where the webhook has none of this number */
const ownDelivery = async (here: SettingsCall) => {
  const id = await owned(here);
  const delivery = Number(here.params.delivery);
  const [row] = await here.db.readLong<Envelope & { content_type: string }>(
    sql`select d.request_id::text as request_id, d.event_name, d.payload, w.content_type,
        to_char(d.event_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp
      from webhook_delivery d join webhook w on w.org_id = ${here.session.orgId} and w.id = d.webhook_id
      where d.org_id = ${here.session.orgId} and d.webhook_id = ${id} and d.id = ${delivery}`,
  );
  if (!row) throw fail('not_found', { as: 'unknown_delivery', message: `There is no delivery ${delivery}.` });
  return { delivery, row };
};

const sentBody = async (here: SettingsCall) => {
  const { content_type: contentType, request_id, event_name, timestamp, payload } = (await ownDelivery(here)).row;
  const body = bodyOf({ request_id, event_name, timestamp, payload }, contentType);
  return { body: body.slice(0, BODY_SHOWN), truncated: body.length > BODY_SHOWN };
};

const resendOne = async (here: SettingsCall) => {
  const { delivery } = await ownDelivery(here);
  return { resent: await resendDelivery(here.db, delivery, authorOf(here)) };
};

const list = async ({ db, session }: SettingsCall) => {
  const [all, health] = await Promise.all([listWebhooks(db, session.orgId), healthOfWebhooks(db, session.orgId)]);
  return { items: all.map((one) => ({ ...one, health: health.get(one.webhook_id) ?? NO_DELIVERIES })) };
};

const sample = async (here: SettingsCall) => {
  const { model } = await contextFor(here);
  const name = here.params.name ?? '';
  const message = eventSample(model.registry, name);
  if (!message) throw fail('not_found');
  return { name, sample: message };
};

export const webhooks = {
  'GET /events/:name': sample,
  'GET /webhooks/:id/deliveries/:delivery/body': sentBody,
  'GET /events': async () => ({ items: eventNames(registry) }),
  'GET /webhooks': list,
  'POST /webhooks': create,
  'PATCH /webhooks/:id': changeOne,
  'DELETE /webhooks/:id': act(deleteWebhook),
  'POST /webhooks/:id/activate': act(activateWebhook),
  'POST /webhooks/:id/deactivate': act(deactivateWebhook),
  'POST /webhooks/:id/rotate-secret': async (here) => ({
    secret: await rotateSecret(here.db, await owned(here), authorOf(here)),
  }),
  'POST /webhooks/:id/test': async (here) => testWebhook(here.db, here.sender, await owned(here), here.body.event),
  'GET /webhooks/:id/deliveries': deliveries,
  'POST /webhooks/:id/deliveries/:delivery/resend': resendOne,
  'POST /webhooks/:id/resend-failed': async (here) => {
    const id = await owned(here);
    const { since, until } = here.body;
    return { resent: await resendFailed(here.db, id, new Date(since), new Date(until), authorOf(here)) };
  },
  'POST /webhooks/:id/replay': async (here) => {
    const range = { webhookId: await owned(here), since: new Date(here.body.since), until: new Date(here.body.until) };
    return { resent: await replay(here.db, range, authorOf(here)) };
  },
} satisfies Partial<Handlers>;
