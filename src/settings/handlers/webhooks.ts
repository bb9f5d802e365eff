/** Webhooks of the organisation: the operator's operations, narrowed to it (rules 17). */
import type { Database } from '../../db/database.ts';
import { eventNames } from '../../derive/events/event-names.ts';
import { eventSample } from '../../derive/events/event-sample.ts';
import { fail } from '../../errors/api-error.ts';
import { deliveryStates } from '../../model/calls/webhooks.ts';
import { registry } from '../../model/registry.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { literal, type Sql, sql } from '../../sql/sql.ts';
import {
  activateWebhook,
  changeWebhook,
  createWebhook,
  DELIVERY,
  deactivateWebhook,
  deleteWebhook,
  listWebhooks,
  ownDelivery,
  type Reach,
  replay,
  resendDelivery,
  resendFailed,
  rotateSecret,
  type StoredDelivery,
  testWebhook,
} from '../../webhooks/manage/manage-webhooks.ts';
import { healthOfWebhooks, NO_DELIVERIES } from '../../webhooks/manage/webhook-health.ts';
import { addressRule } from '../../webhooks/public-address.ts';
import type { Acting } from '../../webhooks/webhook-row.ts';
import { listedPage } from '../request/paged-list.ts';
import { authorOf, contextFor, numberOf } from '../request/perform.ts';
import { queryTime, queryWord } from '../request/query-values.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import type { AnswerOf } from '../routes/index.ts';
import type { deliverySorts } from '../routes/webhooks.ts';

const reachOf = ({ config }: SettingsCall<unknown>): Reach => ({
  allows: addressRule(config.webhookAllowedNetworks),
  eventNames: eventNames(registry),
});

/** Who acts: webhooks of other organisations are not found. */
const actingIn = (here: SettingsCall<unknown>): Acting => ({ ...authorOf(here), orgId: here.session.orgId });

/** The webhook of the path. @throws 404 where the organisation has none of this number */
const owned = async (here: SettingsCall<unknown>): Promise<number> => {
  const id = numberOf(here);
  const rows = await here.db.read(sql`select 1 from webhook where org_id = ${here.session.orgId} and id = ${id}`);
  if (!rows.length) throw fail('not_found', { as: 'unknown_webhook', message: `There is no webhook ${id}.` });
  return id;
};

const create = async (here: CallOf<'POST /webhooks'>) => {
  const { content_type: contentType, ...others } = here.body;
  return createWebhook(here.db, { ...reachOf(here), by: actingIn(here) }, here.session.orgId, {
    ...others,
    contentType,
  });
};

const changeOne = async (here: CallOf<'PATCH /webhooks/:id'>) => {
  const id = await owned(here);
  const { content_type: contentType, ...others } = here.body;
  const { dropped } = await changeWebhook(here.db, { ...reachOf(here), by: actingIn(here) }, id, {
    ...others,
    contentType,
  });
  return dropped.length ? { ...DONE, headers_dropped: dropped } : DONE;
};

/** Runs one action on a webhook. */
const act =
  (work: (db: Database, id: number, by: Acting) => Promise<void>) =>
  async (here: SettingsCall): Promise<typeof DONE> => {
    await work(here.db, await owned(here), actingIn(here));
    return DONE;
  };

type Delivery = AnswerOf<'GET /webhooks/:id/deliveries'>['items'][number];

/** A record as people write it. */
const RECORD = /^([a-z][a-z-]{0,40})\/(\d{1,10})$/;

/** The payload begins with the number of its record (operations/commit/outbox-events.ts). */
const ofRecord = (search: string | undefined): Sql | null => {
  const [, family, id] = RECORD.exec((search ?? '').trim()) ?? [];
  return family && id
    ? sql`starts_with(t.event_name, ${`${family}.`}) and substr(t.payload, 7, ${String(Number(id)).length + 1}::int) = any(${[`${Number(id)},`, `${Number(id)}}`]}::text[])`
    : null;
};

const shown = ({ attempts, ...delivery }: StoredDelivery): Delivery => ({
  ...delivery,
  attempts: attempts.map(({ response, ...attempt }) => ({ ...attempt, excerpt: response ?? null })),
});

const SORTS: Readonly<Record<(typeof deliverySorts)[number], Sql>> = lookupTable({
  event_name: sql`t.event_name`,
  at: sql`t.event_at`,
});

const deliveries = async (here: SettingsCall) => {
  const id = await owned(here);
  const state = queryWord('state', here.query.state, deliveryStates);
  const [since, until] = [queryTime('since', here.query.since), queryTime('until', here.query.until)];
  const record = ofRecord(here.query.search);
  const call = record ? { ...here, query: { ...here.query, search: undefined } } : here;
  const listed = await listedPage<StoredDelivery>(call, {
    ...(record ? { narrowed: record } : {}),
    of: sql`webhook_delivery t where t.org_id = ${here.session.orgId} and t.webhook_id = ${id}
      ${state ? sql`and t.state = ${literal(state)}` : sql``}${since ? sql` and t.event_at >= ${since}::timestamptz` : sql``}${until ? sql` and t.event_at <= ${until}::timestamptz` : sql``}`,
    shown: DELIVERY,
    texts: [sql`t.event_name`, sql`t.request_id::text`],
    sorts: SORTS,
    newestFirst: true,
  });
  return { ...listed, items: listed.items.map(shown) };
};

/** The delivery of the path. @throws 404 where the webhook has none of this number */
const deliveryOf = async (here: SettingsCall) =>
  ownDelivery(here.db, { org_id: here.session.orgId, id: await owned(here) }, numberOf(here, 'delivery'));

const sentBody = async (here: SettingsCall) => {
  const { body, truncated } = await deliveryOf(here);
  return { body, truncated };
};

const resendOne = async (here: SettingsCall) => {
  await deliveryOf(here);
  return { resent: await resendDelivery(here.db, numberOf(here, 'delivery'), actingIn(here)) };
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
    secret: await rotateSecret(here.db, await owned(here), actingIn(here)),
  }),
  'POST /webhooks/:id/test': async (here) =>
    testWebhook(here.db, here.sender, await owned(here), { event: here.body.event, by: actingIn(here) }),
  'GET /webhooks/:id/deliveries': deliveries,
  'POST /webhooks/:id/deliveries/:delivery/resend': resendOne,
  'POST /webhooks/:id/resend-failed': async (here) => {
    const id = await owned(here);
    const { since, until } = here.body;
    return {
      resent: await resendFailed(
        here.db,
        { webhookId: id, since: new Date(since), until: new Date(until) },
        actingIn(here),
      ),
    };
  },
  'POST /webhooks/:id/replay': async (here) => {
    const range = { webhookId: await owned(here), since: new Date(here.body.since), until: new Date(here.body.until) };
    return { resent: await replay(here.db, range, actingIn(here)) };
  },
} satisfies Partial<Handlers>;
