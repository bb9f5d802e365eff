/** Webhooks of the organisation: the operator's operations, narrowed to it (rules 17). */
import type { Author } from '../db/audit-entry.ts';
import type { Database } from '../db/database.ts';
import { eventNames } from '../derive/event-names.ts';
import { fail } from '../errors.ts';
import { registry } from '../model/registry.ts';
import { instant, literal, type Sql, sql } from '../sql.ts';
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
import { addressRule } from '../webhooks/public-address.ts';
import { authorOf, numberOf } from './acting.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from './call.ts';
import { listedPage } from './list.ts';
import { queryWord } from './query.ts';
import type { AnswerOf } from './routes/index.ts';
import { type deliverySorts, deliveryStates } from './routes/webhooks.ts';

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

const shown = ({ attempts, ...delivery }: Stored): Delivery => ({
  ...delivery,
  attempts: attempts.map(({ response, ...attempt }) => ({ ...attempt, excerpt: response ?? null })),
});

const SORTS: Readonly<Record<(typeof deliverySorts)[number], Sql>> = {
  event_name: sql`t.event_name`,
  at: sql`t.event_at`,
};

const deliveries = async (here: SettingsCall) => {
  const id = await owned(here);
  const state = queryWord('state', here.query.state, deliveryStates);
  const listed = await listedPage<Stored>(here, {
    of: sql`webhook_delivery t where t.org_id = ${here.session.orgId} and t.webhook_id = ${id}
      ${state ? sql`and t.state = ${literal(state)}` : sql``}`,
    shown: sql`json_build_object('delivery_id', t.id, 'request_id', t.request_id, 'event_name', t.event_name,
      'at', ${instant('t.event_at')}, 'state', t.state, 'attempts', t.attempts,
      'next_attempt_at', case when t.state = 'pending' then ${instant('t.next_attempt_at')} end)`,
    texts: [sql`t.event_name`, sql`t.request_id`],
    sorts: SORTS,
    newestFirst: true,
  });
  return { ...listed, items: listed.items.map(shown) };
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

export const webhooks = {
  'GET /events': async () => ({ items: eventNames(registry) }),
  'GET /webhooks': async ({ db, session }) => ({ items: await listWebhooks(db, session.orgId) }),
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
} satisfies Partial<Handlers>;
