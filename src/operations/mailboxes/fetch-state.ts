/** Which mailboxes are due, who fetches them, and how far they were fetched. */
import type { Database, Tx } from '../../db/database.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/durations.ts';
import { instant, prepared, type Sql, sql } from '../../sql/sql.ts';
import type { TlsMode } from './imap.ts';
import type { ServerFailure } from './server-failure.ts';

/** Milliseconds of one fetch; the lease outlives it. */
export const FETCH_MS = 4 * MINUTE_MS;
const LEASE_MS = FETCH_MS + MINUTE_MS;
const MOST = 50;

const iso = (ms: number): string => new Date(ms).toISOString();

/** The key of a mailbox. */
export interface MailboxKey {
  readonly org_id: number;
  readonly id: number;
}

/** A mailbox that this process fetches. */
export interface ClaimedMailbox extends MailboxKey {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly tls: TlsMode;
  readonly username: string;
  /** Encrypted. */
  readonly password: string | null;
  readonly folder: string;
  readonly created_at: string;
  readonly uid_validity: string | null;
  readonly last_uid: number;
  readonly tries: number;
  /** End of the lease. */
  readonly lease: string;
}

const due = (now: number): Sql => sql`m.active and m.next_at <= ${iso(now)}::timestamptz
      and (m.leased_until is null or m.leased_until <= ${iso(now)}::timestamptz)`;

/** Mailboxes that are due and that no process fetches. @param now milliseconds since 1970 */
export const findDueMailboxes = (db: Database, now: number): Promise<MailboxKey[]> =>
  db.queryLong<MailboxKey>(sql`select m.org_id, m.id
    from mailbox m
    where ${due(now)}
    order by m.next_at
    limit ${MOST}::int`);

/** Claims a mailbox, if it is still due. @returns null where another process was faster */
export const claimMailbox = (db: Database, { org_id, id }: MailboxKey, now: number): Promise<ClaimedMailbox | null> => {
  const lease = iso(now + LEASE_MS);
  return db.shortTransaction(org_id, async (tx) => {
    const [row] = await tx.run<Omit<ClaimedMailbox, 'lease'>>(sql`select m.org_id, m.id, m.name, m.host, m.port, m.tls,
      m.username, m.password, m.folder, ${instant('m.created_at')} as created_at, m.uid_validity,
      m.last_uid::float8 as last_uid, m.tries
    from mailbox m
    where m.org_id = ${org_id} and m.id = ${id}::int and ${due(now)}
    for update skip locked`);
    if (!row) return null;
    await tx.run(sql`update mailbox m set leased_until = ${lease}::timestamptz
      where m.org_id = ${org_id} and m.id = ${id}::int`);
    return { ...row, lease };
  });
};

/** A mailbox was changed or deleted meanwhile, or another process fetches it. */
export class LeaseLost extends Error {}

/** Locks a claimed mailbox until the transaction ends. @throws LeaseLost */
export const lockClaimed = async (tx: Tx, { org_id, id, lease }: ClaimedMailbox): Promise<void> => {
  const [own] = await tx.run(prepared`select 1
    from mailbox m
    where m.org_id = ${org_id} and m.id = ${id}::int and m.leased_until = ${lease}::timestamptz
    for no key update`);
  if (!own) throw new LeaseLost();
};

/** Whether the mailbox gave a mail before. @param keys of mails @returns those that are known */
export const knownMails = async (
  run: Pick<Tx, 'run'>['run'],
  { org_id, id }: MailboxKey,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await run<{ key: string }>(sql`select x.key
    from mailbox_mail x
    where x.org_id = ${org_id} and x.mailbox_id = ${id}::int and x.key = any(${keys}::text[])`);
  return new Set(rows.map(({ key }) => key));
};

/** How far a mailbox was fetched. */
export interface Position {
  readonly uidValidity: string;
  readonly uid: number;
}

const moved = ({ org_id, id }: MailboxKey, { uidValidity, uid }: Position): Sql =>
  sql`update mailbox m set uid_validity = ${uidValidity}, last_uid = ${uid}::bigint where m.org_id = ${org_id} and m.id = ${id}::int`;

/** Statements that note a fetched mail, for the transaction of its documents. */
export const notes = (box: ClaimedMailbox, key: string, position: Position, now: number): readonly Sql[] => [
  sql`insert into mailbox_mail (org_id, mailbox_id, key, fetched_at) values (${box.org_id}, ${box.id}, ${key}, ${iso(now)})`,
  moved(box, position),
];

/** The end of a fetch. */
export interface FetchEnd {
  /** How far it came, where it came further than stored mails. */
  readonly position: Position | null;
  /** More mails wait. */
  readonly more: boolean;
  readonly failed: { readonly failure: ServerFailure; readonly said: string | null } | null;
}

/** Milliseconds until the next try after some failed ones: a server may lock an account for wrong passwords. */
const backoff = (tries: number): number => Math.min(HOUR_MS, MINUTE_MS * 2 ** Math.min(tries, 6));

/** Writes the end of a fetch and gives the lease back, unless it is lost. */
export const endFetch = async (
  db: Database,
  box: ClaimedMailbox,
  { position, more, failed }: FetchEnd,
  now: number,
): Promise<void> => {
  const next = failed ? now + backoff(box.tries) : more ? now : now + MINUTE_MS;
  await db.shortTransaction(box.org_id, async (tx) => {
    if (position) {
      await lockClaimed(tx, box);
      await tx.run(moved(box, position));
    }
    await tx.run(sql`update mailbox m
    set leased_until = null, next_at = ${iso(next)}::timestamptz, tries = ${failed ? box.tries + 1 : 0}::int,
      fetched_at = coalesce(${failed ? null : iso(now)}::timestamptz, m.fetched_at),
      failing_since = ${failed ? sql`coalesce(m.failing_since, ${iso(now)}::timestamptz)` : null},
      failure = ${failed?.failure ?? null}, said = ${failed?.said ?? null}
    where m.org_id = ${box.org_id} and m.id = ${box.id}::int and m.leased_until = ${box.lease}::timestamptz`);
  });
};

/** Gives a lease back as it was. */
export const releaseMailbox = async (db: Database, { org_id, id, lease }: ClaimedMailbox): Promise<void> => {
  await db.shortTransaction(org_id, (tx) =>
    tx.run(sql`update mailbox m set leased_until = null
    where m.org_id = ${org_id} and m.id = ${id}::int and m.leased_until = ${lease}::timestamptz`),
  );
};
