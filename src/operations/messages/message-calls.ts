/** Calls of messages: written, listed and read (rules 16.25). */
import { fail } from '../../errors/api-error.ts';
import type { AnswerOf } from '../../model/calls/index.ts';
import type { TemplateSection } from '../../model/seed/placeholders.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';
import { requireScope } from '../call/authorize.ts';
import { type CallOf, json, type ResultOf, type SpecialCall } from '../call/call.ts';
import { auditEntry } from '../commit/commit.ts';
import { createMessage, guardHour, senderOf } from './create-message.ts';
import { readVisible } from './fill-template.ts';
import { messagesStatement, requeueMessage } from './outbox.ts';

type Message = AnswerOf<'GET /v3/messages/:id'>;

/** @throws 403 without the read scope of documents: the messages are theirs */
const readMessages = (call: SpecialCall, condition: (id: number) => Sql): Promise<Message[]> => {
  requireScope(call.actor, `v3:${call.model.registry.get('documents').scope}:read`);
  return call.db.read<Message>(messagesStatement(call.actor.orgId, condition(call.pathIds[0] ?? 0)));
};

const retrieve = async (call: CallOf<'GET /v3/messages/:id'>): ResultOf<'GET /v3/messages/:id'> => {
  const [message] = await readMessages(call, (id) => sql`m.id = ${id}`);
  if (!message) throw fail('not_found');
  return json(200, message);
};

type Resend = 'POST /v3/messages/:id/resend';

/**
 * POST `/v3/messages/{id}/resend`.
 * @param shared the address that mails come from by the mail server of the installation; null without one
 * @throws 403; 404; 409 `message_not_failed`, `mail_not_configured`; 429
 */
const resend =
  (shared: string | null) =>
  async (call: CallOf<Resend>): ResultOf<Resend> => {
    const { db, actor, now, keeper } = call;
    const [message] = await readMessages(call, (id) => sql`m.id = ${id}`);
    if (!message) throw fail('not_found');
    const { id, state } = message;
    if (state !== 'failed') throw fail('message_not_failed');
    if (!(await senderOf(call, shared))) throw fail('mail_not_configured');
    const answer = json(200, { success: true, id });
    await db.transaction(async (tx) => {
      await guardHour(tx, actor.orgId, now());
      const queued = await tx.run(requeueMessage({ org_id: actor.orgId, id }, now()));
      // Another click was faster.
      if (!queued.length) throw fail('message_not_failed');
      const changes = { state: ['failed', 'queued'] };
      await tx.finish([
        auditEntry(call, { section: 'messages', recordId: id, action: 'resend', changes }),
        ...(keeper?.answer(answer) ?? []),
      ]);
    });
    return answer;
  };

/** The messages of a record. @param column of documents that names it @throws 403, 404 for the record */
const listBy =
  (section: TemplateSection, column: 'kid' | 'vid' | 'schaden') =>
  async (call: SpecialCall): ResultOf<'GET /v3/customers/:kid/messages'> => {
    if (!(await readVisible(call, section, call.pathIds[0]))) throw fail('not_found');
    return json(200, { items: await readMessages(call, (id) => sql`d.${raw(column)} = ${id}`) });
  };

/** @param from the address that mails come from by the mail server of the installation; null without one */
export const messageOperations = (from: string | null) => {
  const write = (section: TemplateSection) => (call: CallOf<'POST /v3/customers/:kid/messages'>) =>
    createMessage(call, section, from);
  return {
    'GET /v3/messages/:id': retrieve,
    'POST /v3/messages/:id/resend': resend(from),
    'POST /v3/customers/:kid/messages': write('customers'),
    'POST /v3/products/:kid/messages': write('products'),
    'POST /v3/contracts/:id/messages': write('contracts'),
    'POST /v3/damages/:id/messages': write('damages'),
    'GET /v3/customers/:kid/messages': listBy('customers', 'kid'),
    'GET /v3/products/:kid/messages': listBy('products', 'kid'),
    'GET /v3/contracts/:id/messages': listBy('contracts', 'vid'),
    'GET /v3/damages/:id/messages': listBy('damages', 'schaden'),
  };
};
