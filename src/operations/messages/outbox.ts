/** Rows of messages: written with their document, claimed and ended by the worker. */
import type { Database } from '../../db/database.ts';
import type { MESSAGE_ERRORS, MESSAGE_STATES } from '../../model/calls/messages.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { instant, type Sql, sql } from '../../sql/sql.ts';
import { SEND_MS } from './mail-server.ts';

/** The lease outlives the longest try; after it another worker sends the message of a dead one. */
const LEASE_MS = SEND_MS + 30_000;
/** Messages of a round. */
const MOST = 50;

type State = (typeof MESSAGE_STATES)[number];
type Failure = (typeof MESSAGE_ERRORS)[number];

const iso = (ms: number): string => new Date(ms).toISOString();

/** The key of a message. */
export interface MessageKey {
  readonly org_id: number;
  readonly id: number;
}

/** A new message. */
export interface NewMessage extends MessageKey {
  readonly documentId: number;
  readonly activityId: number;
  readonly state: State;
  readonly to: readonly string[];
  readonly messageId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** INSERT of a message. */
export const insertMessage = ({ org_id, id, documentId, activityId, state, to, messageId, at }: NewMessage): Sql =>
  sql`insert into message (org_id, id, document_id, activity_id, state, recipients, message_id, created_at, next_attempt_at)
    values (${org_id}, ${id}, ${documentId}, ${activityId}, ${state}, ${to}::text[], ${messageId}, ${iso(at)}, ${iso(at)})`;

/** SELECT of the number of messages that an organisation sent, or is to send, since an hour ago. */
export const countOfHour = (orgId: number, now: number): Sql => sql`select count(*)::int as used
    from message m
    where m.org_id = ${orgId} and m.next_attempt_at > ${iso(now - HOUR_MS)}::timestamptz and m.state <> 'none'`;

/** UPDATE of a message that failed for good: it is sent again. @returns its number, no row for another message */
export const requeueMessage = ({ org_id, id }: MessageKey, now: number): Sql => sql`update message m
    set state = 'queued', error = null, tries = 0, next_attempt_at = ${iso(now)}::timestamptz, leased_until = null
    where m.org_id = ${org_id} and m.id = ${id}::int and m.state = 'failed'
    returning m.id`;

/** SELECT of messages with their live documents, the newest first. @param condition on `m`, or on the document `d` */
export const messagesStatement = (orgId: number, condition: Sql): Sql => sql`select m.id, m.document_id, m.activity_id,
      d.kid, d.vid, d.schaden, m.state, m.recipients as "to", ${instant('m.created_at')} as created,
      ${instant('m.sent_at')} as sent, m.tries, m.error
    from document d
    join message m on m.org_id = d.org_id and m.document_id = d.id
    where d.org_id = ${orgId} and m.org_id = ${orgId} and d.del = 0 and ${condition}
    order by m.id desc
    limit 100`;

const due = (now: number): Sql => sql`m.state = 'queued' and m.next_attempt_at <= ${iso(now)}::timestamptz
      and (m.leased_until is null or m.leased_until <= ${iso(now)}::timestamptz)`;

/**
 * Messages that no worker sends, the oldest first.
 * @param now milliseconds since 1970
 * @param all false: those of organisations with an own mail server alone
 */
export const findDueMessages = (db: Database, now: number, all: boolean): Promise<MessageKey[]> =>
  db.queryLong<MessageKey>(sql`select m.org_id, m.id
    from message m
    where ${due(now)}${all ? sql`` : sql` and exists (select 1 from mail_server s where s.org_id = m.org_id)`}
    order by m.next_attempt_at
    limit ${MOST}::int`);

/** A message that a worker has claimed. */
export interface ClaimedMessage {
  readonly document_id: number;
  readonly recipients: readonly string[];
  readonly tries: number;
  /** End of the lease. */
  readonly lease: string;
}

/** Claims a message, if it is still due. @returns null where another worker was faster */
export const claimMessage = async (
  db: Database,
  { org_id, id }: MessageKey,
  now: number,
): Promise<ClaimedMessage | null> => {
  const lease = iso(now + LEASE_MS);
  const [row] = await db.shortTransaction(org_id, (tx) =>
    tx.run<Omit<ClaimedMessage, 'lease'>>(sql`with due as materialized (
      select m.id
      from message m
      where m.org_id = ${org_id} and m.id = ${id}::int and ${due(now)}
      for update skip locked
    )
    update message m
    set leased_until = ${lease}, tries = m.tries + 1
    where m.org_id = ${org_id} and m.id = any(array(select id from due))
    returning m.document_id, m.recipients, m.tries`),
  );
  return row ? { ...row, lease } : null;
};

/** The outcome of a try: a state, or the next try. */
export interface Outcome {
  readonly state: State;
  readonly error: Failure | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Writes the outcome of a claim, unless its lease has ended and another worker has the message. */
export const endClaim = async (
  db: Database,
  { org_id, id }: MessageKey,
  lease: string,
  { state, error, at }: Outcome,
): Promise<void> => {
  const sentAt = state === 'sent' ? iso(at) : null;
  await db.shortTransaction(org_id, (tx) =>
    tx.run(sql`update message m
    set state = ${state}, error = ${error}, sent_at = ${sentAt}::timestamptz, next_attempt_at = ${iso(at)}::timestamptz, leased_until = null
    where m.org_id = ${org_id} and m.id = ${id}::int and m.state = 'queued' and m.leased_until = ${lease}::timestamptz`),
  );
};
