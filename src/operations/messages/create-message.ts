/** Makes a message: its text, the document and the activity that keep it, and its place in the outbox. */
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/database.ts';
import { userName } from '../../derive/full-name.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import type { LockedContent } from '../../files/object-store.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { fileNameOf } from '../../model/declaration/file-name-field.ts';
import { TEMPLATES } from '../../model/records/templates.ts';
import { groupsOf, type TemplateSection } from '../../model/seed/placeholders.ts';
import { emailKey } from '../../shared/email.ts';
import { MAX_HOURLY_MESSAGES, MAX_MESSAGE_MIB } from '../../shared/limits.ts';
import { prepared, type Sql, sql } from '../../sql/sql.ts';
import { requireScope } from '../call/authorize.ts';
import { type CallOf, type Context, json, localNow, type ResultOf } from '../call/call.ts';
import { problem } from '../documents/file-body.ts';
import { insertDocument } from '../documents/upload-document.ts';
import { composeMail } from './compose-message.ts';
import { contactOf, documentsOf, filedActivity, filedIds } from './filed-activity.ts';
import { fillTemplate, type Letter, readRecord, readVisible, type Subject } from './fill-template.ts';
import { countOfHour, insertMessage } from './outbox.ts';
import { readMailServer } from './own-mail-server.ts';

type Create = CallOf<'POST /v3/customers/:kid/messages'>;

const MAX_BYTES = MAX_MESSAGE_MIB * 1024 * 1024;
/** Bytes that a byte of an attachment has in a mail: base64 with line ends. */
const ENCODED = 78 / 57;

const tooLarge = () =>
  fail('file_too_large', {
    message: `The message would have more than ${MAX_MESSAGE_MIB} MiB with its attachments; attach fewer or smaller documents.`,
  });

/** Subject and text of the body, else of the template. @throws 400 `validation_failed`, 404 for the template */
const letterOf = async (call: Create): Promise<Letter> => {
  const { template: id, subject, text, send, to } = call.body;
  const template = id === undefined ? null : await readRecord(call, TEMPLATES, id);
  if (id !== undefined && !template) throw invalid([problem('template', 'invalid_reference', 'names no template')]);
  const letter = { subject: subject ?? template?.subject, text: text ?? template?.text };
  const issues = Object.entries(letter).flatMap(([name, value]) =>
    String(value ?? '').trim() ? [] : [problem(name, 'too_small', 'must not be empty; write one, or name a template')],
  );
  if (send === 'mail' && !to.length) issues.push(problem('to', 'too_small', 'must have an e-mail address'));
  if (issues.length) throw invalid(issues);
  return { subject: String(letter.subject), text: String(letter.text) };
};

interface Attached {
  readonly id: number;
  readonly name: string | null;
  readonly size: number | null;
  readonly url: string;
  readonly aws: number;
}

/** The attached documents. @throws 400 `invalid_reference` for those of others; 413 where they are too large */
const attachedTo = async (
  { db, actor }: Context,
  attachments: readonly number[],
  kid: unknown,
): Promise<readonly Attached[]> => {
  const wanted = [...new Set(attachments)];
  if (!wanted.length) return [];
  requireScope(actor, 'v3:documents:read');
  const found = await db.read<Attached>(sql`select d.id, d.name, d.size, d.url, d.aws
    from document d
    where d.org_id = ${actor.orgId} and d.id = any(${wanted}::int[]) and d.kid = ${kid ?? null}::int and d.del = 0`);
  const byId = new Map(found.map((one) => [one.id, one]));
  const issues = attachments.flatMap((id, at) =>
    byId.has(id)
      ? []
      : [
          {
            path: ['attachments', at],
            code: 'invalid_reference',
            message: `attachments: ${id} is no document of the same customer.`,
          },
        ],
  );
  if (issues.length) throw invalid(issues);
  if (found.reduce((sum, { size }) => sum + (size ?? 0), 0) * ENCODED > MAX_BYTES) throw tooLarge();
  return wanted.flatMap((id) => byId.get(id) ?? []);
};

/** The author of a mail: the user, by the name of the organisation. */
const authorOf = async ({ db, actor }: Context) => {
  const [user] = await db.read<{
    name: string | null;
    email: string | null;
  }>(prepared`select ${userName} as name, u.email
    from contact u
    where u.org_id = ${actor.orgId} and u.id = ${actor.userKid}::int and u.section = 'users' and u.del = 0`);
  const name = [user?.name, actor.organisation].filter(Boolean).join(', ');
  return { name, email: user?.email ?? null };
};

/** Stores the bytes of the mail. @returns them, and its Message-ID @throws 413 `file_too_large`, 502 `s3_upload_failed`, 503 where an attachment cannot be read */
const holdMail = async (
  context: Context,
  letter: Letter & { readonly to: readonly string[] },
  attached: readonly Attached[],
  from: string | null,
): Promise<{ readonly held: LockedContent; readonly messageId: string }> => {
  const { actor, files, now } = context;
  const { name, email } = await authorOf(context);
  const sender = from ?? email ?? 'noreply@invalid';
  const attachments = await Promise.all(
    attached.map(async (one) => ({ name: one.name ?? `${one.id}`, content: await files.of(one.aws).open(one.url) })),
  ).catch((cause: unknown) => {
    throw fail('service_unavailable', { cause, message: 'An attachment cannot be read now.' });
  });
  const messageId = `<${randomUUID()}@${sender.split('@').at(-1)}>`;
  const content = await composeMail({
    ...letter,
    from: { name, address: sender },
    replyTo: email && email !== sender ? { name, address: email } : undefined,
    messageId,
    date: now(),
    attachments,
  });
  const held = await files.current
    .hold(actor.orgId, content)
    .catch((cause: unknown) => {
      throw fail('s3_upload_failed', { cause });
    })
    .finally(() => {
      for (const { content: attachment } of attachments) attachment.destroy();
    });
  if (held.size <= MAX_BYTES) return { held, messageId };
  await held.discard();
  throw tooLarge();
};

/** @throws 429 `too_many_mails` where the organisation has sent as many in an hour as it may; others wait for the transaction */
export const guardHour = async (tx: Tx, orgId: number, now: number): Promise<void> => {
  await tx.run(prepared`select 1 from organisation where org_id = ${orgId} for no key update`);
  const [row] = await tx.run<{ used: number }>(countOfHour(orgId, now));
  if ((row?.used ?? 0) < MAX_HOURLY_MESSAGES) return;
  throw fail('too_many_mails', {
    message: `The organisation has sent ${MAX_HOURLY_MESSAGES} messages within an hour; send this one later, or keep it with send none.`,
  });
};

/** The address that messages of an organisation come from; null without a mail server. @param shared of the installation */
export const senderOf = async ({ db, actor }: Context, shared: string | null): Promise<string | null> =>
  (await readMailServer(db, actor.orgId))?.sender ?? shared;

/** A stored message. */
interface Kept {
  readonly id: number;
  readonly document_id: number;
  readonly activity_id: number;
  readonly state: 'queued' | 'none';
  readonly empty: readonly string[];
}

/** A message to keep; its texts have placeholders. */
interface Draft extends Letter {
  readonly to: readonly string[];
  readonly attachments: readonly number[];
  readonly send: 'mail' | 'none';
  /** Of `senderOf`. */
  readonly from: string | null;
}

/**
 * Keeps a message: document, activity, links and outbox row in one transaction.
 * @param record of the subject, as the caller sees it
 * @param effects further work and statements of that transaction
 * @throws 400 `validation_failed`, `unknown_placeholder`; 403; 409 `mail_not_configured`; 413; 429
 */
export const keepMessage = async (
  context: Context,
  { section, id: recordId, record }: Subject & { readonly record: Values },
  { from, send, to, attachments, ...draft }: Draft,
  effects: {
    readonly within?: (tx: Tx, kept: Kept) => Promise<void>;
    readonly keep?: (kept: Kept) => readonly Sql[];
  },
): Promise<Kept> => {
  const { db, actor, now } = context;
  if (send === 'mail' && from === null) throw fail('mail_not_configured');
  const letter = await fillTemplate(context, { section, id: recordId }, draft);
  const kid = contactOf(record, groupsOf[section]);
  const attached = await attachedTo(context, attachments, kid);
  const { held, messageId } = await holdMail(context, { ...letter, to }, attached, from);
  const id = await db.nextId('message_id_seq');
  const activity = await filedIds(context);
  const state = send === 'mail' ? 'queued' : 'none';
  const keptAs = (documentId: number): Kept => ({
    ...{ id, document_id: documentId, activity_id: activity.id, state, empty: letter.empty },
  });
  const also = async (tx: Tx, documentId: number): Promise<readonly Sql[]> => {
    if (state === 'queued') await guardHour(tx, actor.orgId, now());
    await effects.within?.(tx, keptAs(documentId));
    const row = {
      org_id: actor.orgId,
      id,
      documentId,
      activityId: activity.id,
      state,
      to,
      messageId,
      at: now(),
    } as const;
    return [
      ...filedActivity(context, activity, { section, id: recordId, kid, documentId, category: 'email' }, letter),
      insertMessage(row),
    ];
  };
  const values: Values = {
    name: fileNameOf(letter.subject, 'E-Mail', 'eml'),
    extension: 'eml',
    datum: localNow(context).slice(0, 10),
  };
  try {
    const place = documentsOf(context, { section, id: recordId });
    const keep = (inserted: { readonly id: number }) => effects.keep?.(keptAs(inserted.id)) ?? [];
    return keptAs((await insertDocument(place, values, held, also, { keep })).id);
  } finally {
    await held.discard().catch(() => undefined);
  }
};

/**
 * POST `/v3/{section}/{id}/messages`.
 * @param shared the address that mails come from by the mail server of the installation; null without one
 * @throws as `keepMessage`; 404
 */
export const createMessage = async (
  call: Create,
  section: TemplateSection,
  shared: string | null,
): ResultOf<'POST /v3/customers/:kid/messages'> => {
  const { actor, body, keeper } = call;
  const id = call.pathIds[0] ?? 0;
  for (const scope of ['v3:documents:write', 'v3:activities:write']) requireScope(actor, scope);
  const record = await readVisible(call, section, id);
  if (!record) throw fail('not_found');
  const letter = await letterOf(call);
  const to = [...new Map(body.to.map((address) => [emailKey(address), address])).values()];
  const draft = { ...letter, to, attachments: body.attachments, send: body.send, from: await senderOf(call, shared) };
  const answer = ({ empty, ...kept }: Kept) => json(201, { success: true, ...kept, empty: [...empty] });
  const keep = (kept: Kept) => keeper?.answer(answer(kept)) ?? [];
  return answer(await keepMessage(call, { section, id, record }, draft, { keep }));
};
