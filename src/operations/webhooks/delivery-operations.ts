/** The deliveries of a webhook by the API (rules 17.10). */

import { plainTerms } from '../../derive/query/sort-and-fields.ts';
import { delivery as listedDelivery } from '../../model/calls/webhooks.ts';
import {
  ownDelivery,
  pageOfDeliveries,
  resendDelivery,
  type StoredDelivery,
} from '../../webhooks/manage/manage-webhooks.ts';
import { readWebhook } from '../../webhooks/webhook-row.ts';
import { requireEvents } from '../call/authorize.ts';
import { type CallOf, json, type ResultOf, type SpecialCall } from '../call/call.ts';
import { acceptTerms, pick } from '../call/in-memory-list.ts';
import { webhookActorOf } from './webhook-actor.ts';

/** A delivery in a list: without responses of receivers, which may echo data of the delivery. */
const shown = ({ delivery_id: id, attempts, ...delivery }: StoredDelivery) => ({
  id,
  ...delivery,
  attempts: attempts.map(({ response: _, ...attempt }) => attempt),
});

/** GET `/v3/webhooks/{id}/deliveries`: newest first, unless `sort` is given. */
export const listDeliveries = async (
  call: CallOf<'GET /v3/webhooks/:id/deliveries'>,
): ResultOf<'GET /v3/webhooks/:id/deliveries'> => {
  const { db, pathIds, actor, query } = call;
  const asked = { org_id: actor.orgId, id: pathIds[0] ?? 0 };
  const { page, limit, state } = query;
  const { sort, shown: members } = acceptTerms(query, () => plainTerms(listedDelivery.shape));
  const { org_id, id } = await readWebhook((statement) => db.read(statement), asked);
  const listed = await pageOfDeliveries(
    db,
    { org_id, id },
    {
      state,
      limit,
      offset: (page - 1) * limit,
      oldestFirst: sort?.descending === false,
    },
  );
  const items = pick(listed.items.map(shown), members);
  return json(200, { page, page_size: limit, total: listed.total, items });
};

/** The delivery of the path. @throws 404, and 403 if the token may not read the record of the event */
const deliveryOf = async (call: SpecialCall) => {
  const [id = 0, number = 0] = call.pathIds;
  const delivery = await ownDelivery(call.db, { org_id: call.actor.orgId, id }, number);
  requireEvents(call.model.registry, call.actor, [delivery.event_name]);
  return delivery;
};

/** GET `/v3/webhooks/{id}/deliveries/{delivery}`: with the sent body and the receivers' responses. */
export const retrieveDelivery = async (
  call: CallOf<'GET /v3/webhooks/:id/deliveries/:delivery'>,
): ResultOf<'GET /v3/webhooks/:id/deliveries/:delivery'> => {
  const { delivery_id: id, attempts, ...delivery } = await deliveryOf(call);
  const answered = attempts.map(({ response, ...attempt }) => ({ ...attempt, excerpt: response ?? null }));
  return json(200, { id, ...delivery, attempts: answered });
};

/** POST `/v3/webhooks/{id}/deliveries/{delivery}/resend`: the same payload and `request_id` once more. */
export const resend = async (
  call: CallOf<'POST /v3/webhooks/:id/deliveries/:delivery/resend'>,
): ResultOf<'POST /v3/webhooks/:id/deliveries/:delivery/resend'> => {
  const { delivery_id: id } = await deliveryOf(call);
  const answer = json(200, { success: true, id });
  await resendDelivery(
    call.db,
    id,
    webhookActorOf(call, () => answer),
  );
  return answer;
};
