/** Puts a fetched mail into the inbox: the mail, its attachments and the note that it was fetched, in one transaction. */
import { createHash } from 'node:crypto';
import { localTime } from '../../derive/local-time.ts';
import type { LockedContent } from '../../files/object-store.ts';
import { fileName, fileNameOf } from '../../model/declaration/file-name-field.ts';
import { sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { lockContentForShare } from '../documents/content-lock.ts';
import { readAhead } from '../documents/inbox.ts';
import { locationColumns, settleContent } from '../documents/upload-document.ts';
import { type Asked, insertItems } from '../records/insert-items.ts';
import { type ClaimedMailbox, knownMails, lockClaimed, notes, type Position } from './fetch-state.ts';
import type { ReceivedMail } from './parse-mail.ts';

const INBOX = 'inbox/documents';

/** A mail is known by its Message-ID, or by its bytes without one: the key says nothing of it. */
export const keyOf = (messageId: string | undefined, bytes: Buffer | string = ''): string =>
  createHash('sha256')
    .update(messageId?.trim() || bytes)
    .digest('base64url');

interface Answered {
  readonly kid: number | null;
  readonly vid: number | null;
  readonly schaden: number | null;
  readonly antwort_auf: string | null;
}

const NO_ANSWER: Answered = { kid: null, vid: null, schaden: null, antwort_auf: null };

/** The record of the message that a mail answers. */
const answeredBy = async ({ db, actor: { orgId } }: Context, ids: readonly string[]): Promise<Answered> => {
  if (!ids.length) return NO_ANSWER;
  const [row] = await db.read<Answered>(sql`select d.kid, d.vid, d.schaden, d.name as antwort_auf
    from message m
    join document d on d.org_id = m.org_id and d.id = m.document_id
    where m.org_id = ${orgId} and d.org_id = ${orgId} and m.message_id = any(${ids}::text[]) and d.del = 0
    order by m.id desc
    limit 1`);
  return row ? { ...row, antwort_auf: row.antwort_auf?.replace(/\.eml$/, '') ?? null } : NO_ANSWER;
};

/** A mail to store, and where it stood. */
export interface FetchedMail extends ReceivedMail {
  readonly key: string;
  readonly position: Position;
  /** When the server got it, in milliseconds since 1970. */
  readonly at: number;
  /** The mail, or the note instead of one that is too large. */
  readonly file: { readonly extension: 'eml' | 'txt'; readonly bytes: Buffer };
}

interface Held {
  readonly name: string;
  readonly content: LockedContent;
}

/** Inserts the documents, all that may be. @returns how many */
const insert = async (
  context: Context,
  box: ClaimedMailbox,
  mail: FetchedMail,
  { held, answered }: { readonly held: readonly Held[]; readonly answered: Answered },
): Promise<number> => {
  const place = { ...context, collection: context.model.collection(INBOX), pathIds: [] };
  const datum = localTime(context.actor.timeZone, mail.at).slice(0, 10);
  const about = { datum, betreff: mail.subject, absender: mail.from, ...answered };
  const asked = held.map(
    ({ name, content }): Asked => ({
      place,
      item: { values: { ...fileName({ name }), ...about, ...locationColumns(content) }, nested: {} },
    }),
  );
  const made = await insertItems(
    asked,
    () => notes(box, mail.key, mail.position, context.now()),
    async (tx) => {
      await lockClaimed(tx, box);
      await lockContentForShare(tx, box.org_id);
      for (const { content } of held) await settleContent(content);
    },
  );
  return made.filter((one) => one !== null).length;
};

/**
 * Stores a mail once.
 * @throws LeaseLost; errors of the database and of the store
 */
export const storeMail = async (context: Context, box: ClaimedMailbox, mail: FetchedMail): Promise<void> => {
  const { actor, files } = context;
  if ((await knownMails((statement) => context.db.read(statement), box, [mail.key])).size) return;
  const parts = [
    { name: fileNameOf(mail.subject, 'E-Mail', mail.file.extension), bytes: mail.file.bytes },
    ...mail.attachments,
  ];
  const held: Held[] = [];
  try {
    for (const { name, bytes } of parts)
      held.push({ name, content: await files.current.hold(actor.orgId, bytesOf(bytes)) });
    const answered = await answeredBy(context, mail.answers);
    const stored = await insert(context, box, mail, { held, answered });
    // The record of the message may be deleted.
    if (!stored && answered !== NO_ANSWER) await insert(context, box, mail, { held, answered: NO_ANSWER });
    readAhead(
      context,
      held.map(({ name, content: { key, aws } }) => ({ extension: fileName({ name }).extension, url: key, aws })),
    );
  } finally {
    for (const { content } of held) await content.discard().catch(() => undefined);
  }
};

async function* bytesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
