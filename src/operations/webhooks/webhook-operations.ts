/** Webhooks by the API: the operations of the settings, for tokens (rules 17.9, docs/decisions/0021). */
import type { z } from 'zod';
import { eventNames } from '../../derive/events/event-names.ts';
import { webhookTerms } from '../../derive/openapi/descriptions/webhook-descriptions.ts';
import { parseBody } from '../../derive/validation/parse-body.ts';
import { ApiError, fail, invalid } from '../../errors/api-error.ts';
import { pagingOf } from '../../model/calls/paging.ts';
import type { WebhookOperation } from '../../model/declaration/operation-names.ts';
import { newWebhook, webhookChange, webhookTest } from '../../model/records/webhook-body.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { sql } from '../../sql/sql.ts';
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
} from '../../webhooks/manage/manage-webhooks.ts';
import type { Sender } from '../../webhooks/send.ts';
import { type Acting, readWebhook, type WebhookRow } from '../../webhooks/webhook-row.ts';
import { requireEvents } from '../call/authorize.ts';
import { objectBody } from '../call/body-shape.ts';
import { json, type OperationResult, type SpecialCall } from '../call/call.ts';
import { checkPrecondition } from '../call/etag.ts';
import { acceptTerms, pick } from '../call/in-memory-list.ts';
import { listDeliveries, resend, retrieveDelivery } from './delivery-operations.ts';
import { webhookActorOf } from './webhook-actor.ts';

/** How webhooks reach out. */
export interface Outgoing {
  readonly sender: Sender;
  /** Which addresses may be reached. */
  readonly allows: (address: string) => boolean;
}

type Operation = (call: SpecialCall) => Promise<OperationResult>;

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
  const items = pick(rows.map(shown), members);
  return json(200, { page, page_size: limit, total: count?.total ?? 0, items });
};

const retrieve: Operation = async (call) => {
  const row = await readWebhook((query) => call.db.read(query), { org_id: call.actor.orgId, id: idOf(call) });
  return { status: 200, body: textOf(row), etag: true };
};

const create =
  (outgoing: Outgoing): Operation =>
  async (call) => {
    const { content_type: contentType, ...settings } = parseBody(newWebhook, objectBody(call.body, []));
    requireEvents(call.model.registry, call.actor, settings.events);
    const answerOf = ({ webhook_id: id, secret, active }: Readonly<Record<string, unknown>>): OperationResult => ({
      ...json(201, { success: true, id, secret, active }),
      secret: true,
    });
    const by = webhookActorOf(call, answerOf);
    const reach = reachOf(outgoing, call);
    return answerOf(await createWebhook(call.db, { ...reach, by }, call.actor.orgId, { ...settings, contentType }));
  };

/**
 * Checks whether a token may change a webhook this way: where content or target changes, it needs the read scopes of
 * all events before and after it, and of waiting deliveries.
 */
const permitsChange =
  (call: SpecialCall, change: z.output<typeof webhookChange>): Acting['permits'] =>
  async (row, tx) => {
    checkPrecondition(call, textOf(row));
    const { active, events, ...others } = change;
    if (!active && !events && !changesCall(others)) return;
    requireEvents(call.model.registry, call.actor, [
      ...row.events,
      ...(events ?? []),
      ...(await waitingEvents(tx, row)),
    ]);
  };

const change =
  (outgoing: Outgoing): Operation =>
  async (call) => {
    const wanted = parseBody(webhookChange, objectBody(call.body, []));
    const { content_type: contentType, ...settings } = wanted;
    const by = { ...webhookActorOf(call), permits: permitsChange(call, wanted) };
    const reach = reachOf(outgoing, call);
    const { changed, dropped } = await changeWebhook(call.db, { ...reach, by }, idOf(call), {
      ...settings,
      contentType,
    });
    return json(200, {
      success: true,
      updated: changed.length,
      ...(dropped.length ? { headers_dropped: dropped } : {}),
    });
  };

const remove: Operation = async (call) => {
  const id = idOf(call);
  await deleteWebhook(call.db, id, {
    ...webhookActorOf(call),
    permits: (row) => checkPrecondition(call, textOf(row)),
  });
  return json(200, { success: true, deleted: true, id });
};

const rotate: Operation = async (call) => {
  const answerOf = ({ secret }: Readonly<Record<string, unknown>>): OperationResult => ({
    ...json(200, { success: true, secret }),
    secret: true,
  });
  return answerOf({ secret: await rotateSecret(call.db, idOf(call), webhookActorOf(call, answerOf)) });
};

const tested =
  ({ sender }: Outgoing): Operation =>
  async (call) => {
    const { event } = parseBody(webhookTest, objectBody(call.body ?? {}, []));
    return json(200, await testWebhook(call.db, sender, idOf(call), { event, by: webhookActorOf(call) }));
  };

/** Field and issue code of the API for the error codes of the settings. */
const FIELDS: Readonly<Record<string, readonly [field: string, code: string]>> = lookupTable({
  invalid_url: ['url', 'invalid_format'],
  invalid_header: ['headers', 'invalid_format'],
  unknown_event: ['events', 'invalid_select_value'],
});

/** An operation that throws errors with the codes of the API. */
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
  lookupTable({
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
