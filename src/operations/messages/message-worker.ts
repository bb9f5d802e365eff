/**
 * Worker that sends messages. Several processes may run it: a message is claimed with a lease and marked as sent after the mail
 * server accepted it. A crash between the two sends it again, with the same Message-ID.
 */
import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import { forEachConcurrent } from '../../concurrency/for-each-concurrent.ts';
import type { Database } from '../../db/database.ts';
import type { FileStores } from '../../files/object-store.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { sql } from '../../sql/sql.ts';
import { nextDelay } from '../../webhooks/delivery/backoff.ts';
import type { Allows } from '../mailboxes/imap.ts';
import { failureOf, type MailServer } from './mail-server.ts';
import {
  type ClaimedMessage,
  claimMessage,
  endClaim,
  findDueMessages,
  type MessageKey,
  type Outcome,
} from './outbox.ts';
import { ownMailServer } from './own-mail-server.ts';

/** Messages that one process sends at the same time. */
const AT_ONCE = 4;

/** Dependencies of the worker. */
export interface MessageWorkerParts {
  readonly db: Database;
  readonly files: FileStores;
  /** Of the installation; null without one: messages of organisations without an own one wait. */
  readonly server: MailServer | null;
  /** Which addresses mail servers of organisations may have. */
  readonly allows: Allows;
  /** Gets errors; the message is tried again. */
  readonly failed: (error: Error) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Milliseconds between two rounds, for tests. */
  readonly pollMs?: number;
}

type Sending = MessageWorkerParts & { readonly now: () => number };

const contentOf = async ({ db, files }: Sending, orgId: number, documentId: number) => {
  const [row] = await db.read<{ url: string; aws: number }>(sql`select d.url, d.aws
    from document d
    where d.org_id = ${orgId} and d.id = ${documentId}::int and d.del = 0`);
  return row ? files.of(row.aws).open(row.url) : null;
};

/** Sends a claimed message. @returns the outcome; a deleted document is not sent */
const attempt = async (sending: Sending, orgId: number, claimed: ClaimedMessage): Promise<Outcome> => {
  const { now, failed } = sending;
  try {
    const server = (await ownMailServer(sending.db, orgId, sending.allows)) ?? sending.server;
    // The last one was removed meanwhile.
    if (!server) return { state: 'queued', error: null, at: now() };
    const content = await contentOf(sending, orgId, claimed.document_id);
    if (!content) return { state: 'failed', error: 'deleted', at: now() };
    const refused = await server.send(claimed.recipients, content).finally(() => content.destroy());
    return { state: 'sent', error: refused.length ? 'refused' : null, at: now() };
  } catch (error) {
    const { failure, isFinal } = failureOf(error);
    const delay = isFinal ? null : nextDelay(claimed.tries);
    failed(error as Error);
    if (delay === null) return { state: 'failed', error: failure, at: now() };
    return { state: 'queued', error: failure, at: now() + delay };
  }
};

const sendOne = async (sending: Sending, key: MessageKey): Promise<void> => {
  const db = sending.db.forOrg(key.org_id);
  const claimed = await claimMessage(db, key, sending.now());
  if (!claimed) return;
  await endClaim(db, key, claimed.lease, await attempt({ ...sending, db }, key.org_id, claimed));
};

/** Starts the worker, until it is stopped; a message that it sends then is sent to its end. */
export const startMessageWorker = (parts: MessageWorkerParts): Stoppable => {
  const rounds = new BackgroundLoop();
  const sending: Sending = { now: Date.now, ...parts };
  const { db, server, failed, now, pollMs } = sending;
  const round = async (): Promise<void> =>
    forEachConcurrent(await findDueMessages(db, now(), server !== null), AT_ONCE, async (key) => {
      if (!rounds.stopping) await sendOne(sending, key);
    });
  return rounds.repeat(round, () => intervalOf('messages', db.ranges(), pollMs), failed);
};
