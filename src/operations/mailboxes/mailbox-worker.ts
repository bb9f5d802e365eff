/**
 * Worker that fetches the mails of mailboxes into the inbox. Several processes may run it: a mailbox is claimed with a lease, and a
 * mail is noted in the transaction of its documents, so each is there once. Servers are only read.
 */
import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow';
import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import type { Database } from '../../db/database.ts';
import type { FileStores } from '../../files/object-store.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { MAX_MAIL_MIB, MAX_MAILS_OF_ROUND } from '../../shared/limits.ts';
import type { Context } from '../call/call.ts';
import { systemContext } from '../call/system-actor.ts';
import {
  type ClaimedMailbox,
  claimMailbox,
  endFetch,
  FETCH_MS,
  findDueMailboxes,
  knownMails,
  LeaseLost,
  type MailboxKey,
  type Position,
  releaseMailbox,
} from './fetch-state.ts';
import { type Allows, MAX_MAIL_BYTES, mailboxFailureOf, withMailbox } from './imap.ts';
import { accountOf } from './manage-mailboxes.ts';
import { oneLine, parseMail, personOf } from './parse-mail.ts';
import { keyOf, storeMail } from './store-mail.ts';

/** Mailboxes that one process fetches at the same time. */
const AT_ONCE = 8;

/** Dependencies of the worker. */
export interface MailboxWorkerParts {
  readonly db: Database;
  readonly files: FileStores;
  /** Which addresses may be reached. */
  readonly allows: Allows;
  /** Gets errors of this service; those of mail servers are shown to administrators. */
  readonly failed: (error: Error) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Milliseconds between two rounds, for tests. */
  readonly pollMs?: number;
}

type Fetching = MailboxWorkerParts & { readonly now: () => number; readonly signal: AbortSignal };

/** A mail could not be stored: an error of this service. */
class NotStored extends Error {
  constructor(override readonly cause: unknown) {
    super('A mail could not be stored.');
  }
}

/** The note instead of a mail that is too large. */
const noteOf = ({ name, folder }: ClaimedMailbox, from: string, subject: string, size: number): Buffer => {
  const mib = Math.ceil(size / 1024 / 1024);
  return Buffer.from(
    [
      `Diese E-Mail hat ${mib} MiB und wurde nicht abgeholt: mehr als ${MAX_MAIL_MIB} MiB sind nicht möglich. Sie liegt im Postfach „${name}“, Ordner ${folder}.`,
      `This e-mail has ${mib} MiB and was not fetched: more than ${MAX_MAIL_MIB} MiB are not possible. It is in the mailbox "${name}", folder ${folder}.`,
      '',
      `Von / From: ${from}`,
      `Betreff / Subject: ${subject}`,
      '',
    ].join('\n'),
  );
};

/** An open mailbox. */
interface Opened {
  readonly box: ClaimedMailbox;
  readonly client: ImapFlow;
  readonly uidValidity: string;
}

/** Fetches one mail and stores it. @throws NotStored, LeaseLost, errors of the library */
const fetchMail = async (
  context: Context,
  { box, client, uidValidity }: Opened,
  { uid, envelope, size = 0, internalDate }: FetchMessageObject,
): Promise<void> => {
  const about = { subject: oneLine(envelope?.subject), from: personOf(envelope?.from?.[0]) };
  const at = internalDate ? new Date(internalDate).getTime() : Number.NaN;
  const place = { position: { uidValidity, uid }, at: Number.isNaN(at) ? context.now() : at };
  const mail = async () => {
    if (size > MAX_MAIL_BYTES) {
      const bytes = noteOf(box, about.from, about.subject, size);
      const key = keyOf(envelope?.messageId, `${uidValidity} ${uid}`);
      return { ...about, ...place, key, answers: [], attachments: [], file: { extension: 'txt', bytes } as const };
    }
    const { source } = (await client.fetchOne(String(uid), { source: true }, { uid: true })) || {};
    // It was deleted meanwhile.
    if (!source?.length) return null;
    const parsed = await parseMail(source, about);
    const file = { extension: 'eml', bytes: source } as const;
    return { ...parsed, ...place, key: keyOf(envelope?.messageId, source), file };
  };
  const fetched = await mail();
  if (!fetched) return;
  await storeMail(context, box, fetched).catch((cause: unknown) => {
    throw cause instanceof LeaseLost ? cause : new NotStored(cause);
  });
};

/** Fetches the next mails of an open mailbox. @returns how far it came, and whether more wait */
const fetchMails = async (
  { db, files, now, signal }: Fetching,
  box: ClaimedMailbox,
  client: ImapFlow,
  opened: MailboxObject,
): Promise<{ readonly position: Position; readonly more: boolean }> => {
  const uidValidity = String(opened.uidValidity);
  const from = box.uid_validity === uidValidity ? box.last_uid : 0;
  const ends = now() + FETCH_MS / 2;
  // The last mail is found even if its number is lower.
  const found = await client.search({ uid: `${from + 1}:*`, since: new Date(box.created_at) }, { uid: true });
  const uids = (found || []).filter((uid) => uid > from).sort((a, b) => a - b);
  const next = uids.slice(0, MAX_MAILS_OF_ROUND);
  let uid = from;
  if (next.length) {
    const heads = await client.fetchAll(
      next.join(','),
      { uid: true, envelope: true, size: true, internalDate: true },
      { uid: true },
    );
    const keys = heads.flatMap(({ envelope }) => (envelope?.messageId ? keyOf(envelope.messageId) : []));
    const known = await knownMails((statement) => db.read(statement), box, keys);
    const context = { ...(await systemContext(db, box.org_id, null, files)), now };
    for (const head of heads.sort((a, b) => a.uid - b.uid)) {
      signal.throwIfAborted();
      if (now() > ends) return { position: { uidValidity, uid }, more: true };
      const messageId = head.envelope?.messageId;
      if (!messageId || !known.has(keyOf(messageId))) await fetchMail(context, { box, client, uidValidity }, head);
      uid = head.uid;
    }
    uid = next.at(-1) ?? uid;
  }
  return { position: { uidValidity, uid }, more: uids.length > next.length };
};

const fetchOne = async (fetching: Fetching, key: MailboxKey): Promise<void> => {
  const db = fetching.db.forOrg(key.org_id);
  const { now, allows, failed, signal } = fetching;
  const box = await claimMailbox(db, key, now());
  if (!box) return;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]);
  try {
    const account = accountOf(db, key.org_id, box);
    const end = await withMailbox(
      account,
      allows,
      (client, opened) => fetchMails({ ...fetching, db }, box, client, opened),
      inTime,
    );
    await endFetch(db, box, { ...end, failed: null }, now());
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (signal.aborted) return void (await releaseMailbox(db, box));
    const isOwn = error instanceof NotStored;
    if (isOwn) failed(error.cause as Error);
    const why = isOwn ? ({ failure: 'not_stored', said: null } as const) : mailboxFailureOf(error);
    await endFetch(db, box, { position: null, more: false, failed: why }, now());
  }
};

/** Starts the worker, until it is stopped; the next start continues a fetch that it ends then. */
export const startMailboxWorker = (parts: MailboxWorkerParts): Stoppable => {
  const rounds = new BackgroundLoop();
  const fetching: Fetching = { now: Date.now, ...parts, signal: rounds.signal };
  const { db, failed, now, pollMs } = fetching;
  // Slow servers do not keep others waiting.
  const running = new Map<string, Promise<void>>();
  const begin = (key: MailboxKey): void => {
    const name = `${key.org_id}/${key.id}`;
    if (running.size >= AT_ONCE || running.has(name) || rounds.stopping) return;
    const one = fetchOne(fetching, key)
      .catch(failed)
      .finally(() => running.delete(name));
    running.set(name, one);
  };
  const round = async (): Promise<void> => {
    for (const key of await findDueMailboxes(db, now())) begin(key);
  };
  rounds.repeat(round, () => intervalOf('mailboxes', db.ranges(), pollMs), failed);
  return {
    stop: async () => {
      await rounds.stop();
      await Promise.all(running.values());
    },
  };
};
