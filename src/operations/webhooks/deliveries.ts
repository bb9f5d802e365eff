/** The deliveries of a webhook by the API (rules 17.10). */
import { pagingOf } from '../../derive/query-schema.ts';
import { deliveryTerms } from '../../derive/webhook-notes.ts';
import { invalid } from '../../errors.ts';
import { deliveryStates } from '../../model/webhook.ts';
import { ownDelivery, pageOfDeliveries, resendDelivery, type StoredDelivery } from '../../webhooks/administer.ts';
import { readWebhook } from '../../webhooks/webhook-row.ts';
import { type Answer, json, type SpecialCall } from '../call.ts';
import { acceptTerms, cutTo } from '../short-list.ts';
import { actingFor } from './acting.ts';
import { requireEvents } from './permitted.ts';

/** A delivery as lists show it: without what receivers answered, since they may repeat what they got. */
const shown = ({ delivery_id: id, attempts, ...delivery }: StoredDelivery) => ({
  id,
  ...delivery,
  attempts: attempts.map(({ response: _, ...attempt }) => attempt),
});

/** The state that a query narrows to. @throws 400 `validation_failed` for what is none */
const stateOf = ({ query }: SpecialCall): StoredDelivery['state'] | undefined => {
  if (query.state === undefined) return undefined;
  const state = deliveryStates.find((one) => one === query.state);
  if (state) return state;
  const message = `state must be one of ${deliveryStates.join(', ')}.`;
  throw invalid([{ path: ['state'], code: 'invalid_select_value', message }]);
};

/** GET `/v3/webhooks/{id}/deliveries`: newest first, unless another order is asked for. */
export const listDeliveries = async (call: SpecialCall): Promise<Answer> => {
  const { db, pathIds, actor, query } = call;
  const asked = { org_id: actor.orgId, id: pathIds[0] ?? 0 };
  const state = stateOf(call);
  const { page, limit } = pagingOf(query);
  const { sort, shown: members } = acceptTerms(query, () => deliveryTerms);
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
  const items = cutTo(listed.items.map(shown), members);
  return json(200, { page, page_size: limit, total: listed.total, items });
};

/** The delivery of the path. @throws 404, and 403 where the token may not read the record that it tells of */
const deliveryOf = async (call: SpecialCall) => {
  const [id = 0, number = 0] = call.pathIds;
  const delivery = await ownDelivery(call.db, { org_id: call.actor.orgId, id }, number);
  requireEvents(call, [delivery.event_name]);
  return delivery;
};

/** GET `/v3/webhooks/{id}/deliveries/{delivery}`: with what was sent, and what receivers answered. */
export const retrieveDelivery = async (call: SpecialCall): Promise<Answer> => {
  const { delivery_id: id, attempts, ...delivery } = await deliveryOf(call);
  const answered = attempts.map(({ response, ...attempt }) => ({ ...attempt, excerpt: response ?? null }));
  return json(200, { id, ...delivery, attempts: answered });
};

/** POST `/v3/webhooks/{id}/deliveries/{delivery}/resend`: the same payload and `request_id` once more. */
export const resend = async (call: SpecialCall): Promise<Answer> => {
  const { delivery_id: id } = await deliveryOf(call);
  const answer = json(200, { success: true, id });
  await resendDelivery(
    call.db,
    id,
    actingFor(call, () => answer),
  );
  return answer;
};
