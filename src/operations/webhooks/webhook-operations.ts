/** Webhooks by the API: the operations of the settings, for tokens (rules 17.9, docs/decisions/0021). */
import { eventNames } from '../../derive/events/event-names.ts';
import { plainTerms } from '../../derive/query/sort-and-fields.ts';
import { ApiError, fail, invalid } from '../../errors/api-error.ts';
import { webhook } from '../../model/calls/webhooks.ts';
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
import { type CallOf, json, type ResultOf, type SpecialCall } from '../call/call.ts';
import { checkPrecondition } from '../call/etag.ts';
import { acceptTerms, pick } from '../call/in-memory-list.ts';
import { listDeliveries, resend, retrieveDelivery } from './delivery-operations.ts';
import { webhookActorOf } from './webhook-actor.ts';

/** How webhooks and messages reach out. */
export interface Outgoing {
  readonly sender: Sender;
  /** Which addresses may be reached. */
  readonly allows: (address: string) => boolean;
  /** The address that messages come from by the mail server of the installation; null without one. */
  readonly mailFrom: string | null;
}

const reachOf = ({ allows }: Outgoing, { model }: SpecialCall): Reach => ({
  allows,
  eventNames: eventNames(model.registry),
});

const idOf = ({ pathIds }: SpecialCall): number => pathIds[0] ?? 0;

const shown = ({ webhook_id: id, ...webhook }: ReturnType<typeof shownWebhook>) => ({ id, ...webhook });

/** The text whose fingerprint is a webhook's `ETag`. */
const textOf = (row: WebhookRow): string => JSON.stringify(shown(shownWebhook(row)));

const list = async ({ db, actor: { orgId }, query }: CallOf<'GET /v3/webhooks'>): ResultOf<'GET /v3/webhooks'> => {
  const { page, limit } = query;
  const { sort, shown: members } = acceptTerms(query, () => plainTerms(webhook.shape));
  const [rows, [count]] = await Promise.all([
    listWebhooks(db, orgId, { limit, offset: (page - 1) * limit, newestFirst: sort?.descending === true }),
    db.read<{ total: number }>(sql`select count(*)::int as total from webhook where org_id = ${orgId}`),
  ]);
  const items = pick(rows.map(shown), members);
  return json(200, { page, page_size: limit, total: count?.total ?? 0, items });
};

const retrieve = async (call: CallOf<'GET /v3/webhooks/:id'>): ResultOf<'GET /v3/webhooks/:id'> => {
  const row = await readWebhook((query) => call.db.read(query), { org_id: call.actor.orgId, id: idOf(call) });
  return { status: 200, body: textOf(row), etag: true };
};

const create =
  (outgoing: Outgoing) =>
  async (call: CallOf<'POST /v3/webhooks'>): ResultOf<'POST /v3/webhooks'> => {
    const { content_type: contentType, ...settings } = call.body;
    requireEvents(call.model.registry, call.actor, settings.events);
    const answerOf = ({ webhook_id: id, secret, active }: Awaited<ReturnType<typeof createWebhook>>) => ({
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
  (call: SpecialCall, change: CallOf<'PATCH /v3/webhooks/:id'>['body']): Acting['permits'] =>
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
  (outgoing: Outgoing) =>
  async (call: CallOf<'PATCH /v3/webhooks/:id'>): ResultOf<'PATCH /v3/webhooks/:id'> => {
    const wanted = call.body;
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

const remove = async (call: CallOf<'DELETE /v3/webhooks/:id'>): ResultOf<'DELETE /v3/webhooks/:id'> => {
  const id = idOf(call);
  await deleteWebhook(call.db, id, {
    ...webhookActorOf(call),
    permits: (row) => checkPrecondition(call, textOf(row)),
  });
  return json(200, { success: true, deleted: true, id });
};

const rotate = async (call: CallOf<'POST /v3/webhooks/:id/secret'>): ResultOf<'POST /v3/webhooks/:id/secret'> => {
  const answerOf = ({ secret }: { readonly secret: string }) => ({
    ...json(200, { success: true, secret }),
    secret: true,
  });
  return answerOf({ secret: await rotateSecret(call.db, idOf(call), webhookActorOf(call, answerOf)) });
};

const tested =
  ({ sender }: Outgoing) =>
  async (call: CallOf<'POST /v3/webhooks/:id/test'>): ResultOf<'POST /v3/webhooks/:id/test'> => {
    const { event } = call.body;
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
  <Call, Result>(operation: (call: Call) => Promise<Result>) =>
  async (call: Call): Promise<Result> => {
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
export const webhookOperations = (outgoing: Outgoing) => ({
  'GET /v3/webhooks': list,
  'POST /v3/webhooks': inApi(create(outgoing)),
  'GET /v3/webhooks/:id': inApi(retrieve),
  'PATCH /v3/webhooks/:id': inApi(change(outgoing)),
  'DELETE /v3/webhooks/:id': inApi(remove),
  'POST /v3/webhooks/:id/test': inApi(tested(outgoing)),
  'POST /v3/webhooks/:id/secret': inApi(rotate),
  'GET /v3/webhooks/:id/deliveries': inApi(listDeliveries),
  'GET /v3/webhooks/:id/deliveries/:delivery': inApi(retrieveDelivery),
  'POST /v3/webhooks/:id/deliveries/:delivery/resend': inApi(resend),
});
