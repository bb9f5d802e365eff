/** Webhooks by the API: the operations of the settings, for tokens (rules 17.9, docs/decisions/0021). */
import type { z } from 'zod';
import { acceptedBy } from '../../derive/accepted-by.ts';
import { eventNames } from '../../derive/event-names.ts';
import { pagingOf } from '../../derive/query-schema.ts';
import { webhookTerms } from '../../derive/webhook-notes.ts';
import { ApiError, fail, invalid } from '../../errors.ts';
import type { WebhookOperation } from '../../model/operation-names.ts';
import { newWebhook, webhookChange, webhookTest } from '../../model/webhook.ts';
import { sql } from '../../sql.ts';
import { table } from '../../table.ts';
import {
  changesCall,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  type Reach,
  rotateSecret,
  shownWebhook,
  testWebhook,
  waitingEvents,
} from '../../webhooks/administer.ts';
import type { Sender } from '../../webhooks/send.ts';
import { type Acting, readWebhook, type WebhookRow } from '../../webhooks/webhook-row.ts';
import { objectBody } from '../body.ts';
import { type Answer, json, type SpecialCall } from '../call.ts';
import { checkPrecondition } from '../precondition.ts';
import { acceptTerms, cutTo } from '../short-list.ts';
import { actingFor } from './acting.ts';
import { listDeliveries, resend, retrieveDelivery } from './deliveries.ts';
import { requireEvents } from './permitted.ts';

/** How webhooks reach out. */
export interface Outgoing {
  readonly sender: Sender;
  /** Which addresses may be reached. */
  readonly allows: (address: string) => boolean;
}

type Operation = (call: SpecialCall) => Promise<Answer>;

const reachOf = ({ allows }: Outgoing, { model }: SpecialCall): Reach => ({
  allows,
  eventNames: eventNames(model.registry),
});

const idOf = ({ pathIds }: SpecialCall): number => pathIds[0] ?? 0;

const shown = ({ webhook_id: id, ...webhook }: ReturnType<typeof shownWebhook>) => ({ id, ...webhook });

/** The text whose fingerprint is a webhook's `ETag`. */
const textOf = (row: WebhookRow): string => JSON.stringify(shown(shownWebhook(row)));

const list: Operation = async ({ db, actor: { orgId }, query }) => {
  const { page, limit } = pagingOf(query);
  const { sort, shown: members } = acceptTerms(query, () => webhookTerms);
  const [rows, [count]] = await Promise.all([
    listWebhooks(db, orgId, { limit, offset: (page - 1) * limit, newestFirst: sort?.descending === true }),
    db.read<{ total: number }>(sql`select count(*)::int as total from webhook where org_id = ${orgId}`),
  ]);
  const items = cutTo(rows.map(shown), members);
  return json(200, { page, page_size: limit, total: count?.total ?? 0, items });
};

const retrieve: Operation = async (call) => {
  const row = await readWebhook((query) => call.db.read(query), { org_id: call.actor.orgId, id: idOf(call) });
  return { status: 200, body: textOf(row), etag: true };
};

const create =
  (outgoing: Outgoing): Operation =>
  async (call) => {
    const { content_type: contentType, ...settings } = acceptedBy(newWebhook, objectBody(call.body, []));
    requireEvents(call, settings.events);
    const answerOf = ({ webhook_id: id, secret, active }: Readonly<Record<string, unknown>>): Answer => ({
      ...json(201, { success: true, id, secret, active }),
      secret: true,
    });
    const by = actingFor(call, answerOf);
    const reach = reachOf(outgoing, call);
    return answerOf(await createWebhook(call.db, reach, call.actor.orgId, { ...settings, contentType }, by));
  };

/**
 * Looks whether a token may change a webhook so: where that changes what is sent, or where, it needs the read scopes of
 * all events before and after it, and of those that still wait.
 */
const permitsChange =
  (call: SpecialCall, change: z.output<typeof webhookChange>): Acting['permits'] =>
  async (row, tx) => {
    checkPrecondition(call, textOf(row));
    const { active, events, ...others } = change;
    if (!active && !events && !changesCall(others)) return;
    requireEvents(call, [...row.events, ...(events ?? []), ...(await waitingEvents(tx, row))]);
  };

const change =
  (outgoing: Outgoing): Operation =>
  async (call) => {
    const wanted = acceptedBy(webhookChange, objectBody(call.body, []));
    const { content_type: contentType, ...settings } = wanted;
    const by = { ...actingFor(call), permits: permitsChange(call, wanted) };
    const reach = reachOf(outgoing, call);
    const { changed, dropped } = await changeWebhook(call.db, reach, idOf(call), { ...settings, contentType }, by);
    return json(200, {
      success: true,
      updated: changed.length,
      ...(dropped.length ? { headers_dropped: dropped } : {}),
    });
  };

const remove: Operation = async (call) => {
  const id = idOf(call);
  await deleteWebhook(call.db, id, {
    ...actingFor(call),
    permits: (row) => checkPrecondition(call, textOf(row)),
  });
  return json(200, { success: true, deleted: true, id });
};

const rotate: Operation = async (call) => {
  const answerOf = ({ secret }: Readonly<Record<string, unknown>>): Answer => ({
    ...json(200, { success: true, secret }),
    secret: true,
  });
  return answerOf({ secret: await rotateSecret(call.db, idOf(call), actingFor(call, answerOf)) });
};

const tested =
  ({ sender }: Outgoing): Operation =>
  async (call) => {
    const { event } = acceptedBy(webhookTest, objectBody(call.body ?? {}, []));
    return json(200, await testWebhook(call.db, sender, idOf(call), event, actingFor(call)));
  };

/** What the settings have words of their own for, as the API says it: the field, and the code of its issue. */
const FIELDS: Readonly<Record<string, readonly [field: string, code: string]>> = table({
  invalid_url: ['url', 'invalid_format'],
  invalid_header: ['headers', 'invalid_format'],
  unknown_event: ['events', 'invalid_select_value'],
});

/** An operation whose refusals have the codes of the API. */
const inApi =
  (operation: Operation): Operation =>
  async (call) => {
    try {
      return await operation(call);
    } catch (error) {
      if (!(error instanceof ApiError) || error.extra.as === undefined) throw error;
      if (error.code === 'not_found') throw fail('not_found');
      const { as, ...extra } = error.extra;
      const [field, code = ''] = FIELDS[as] ?? [];
      throw field ? invalid([{ path: [field], code, message: error.message }]) : fail(error.code, extra);
    }
  };

/** The operations on webhooks of a service that reaches out so. */
export const webhookOperations = (outgoing: Outgoing): Readonly<Record<WebhookOperation, Operation>> =>
  table({
    listWebhooks: list,
    createWebhook: inApi(create(outgoing)),
    retrieveWebhook: inApi(retrieve),
    changeWebhook: inApi(change(outgoing)),
    removeWebhook: inApi(remove),
    testWebhook: inApi(tested(outgoing)),
    rotateWebhookSecret: inApi(rotate),
    listDeliveries: inApi(listDeliveries),
    retrieveDelivery: inApi(retrieveDelivery),
    resendDelivery: inApi(resend),
  });
