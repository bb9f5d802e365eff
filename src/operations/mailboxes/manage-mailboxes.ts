/** Mailboxes as administrators see and change them (rules 16.27). */
import { type Author, differences, entryBy } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { SecretPlace } from '../../db/encryption/key-ring.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import { MAX_MAILBOXES } from '../../shared/limits.ts';
import { instant, raw, type Sql, sql } from '../../sql/sql.ts';
import { problem } from '../documents/file-body.ts';
import type { MailboxAccount } from './imap.ts';
import type { ServerFailure } from './server-failure.ts';

/** The settings of a mailbox; the password is never shown. */
export type MailboxSettings = Omit<MailboxAccount, 'password'> & {
  readonly name: string;
  readonly active: boolean;
};

/** A change; without a password the stored one stays. */
export type MailboxChange = { readonly [Name in keyof MailboxSettings]?: MailboxSettings[Name] | undefined } & {
  readonly password?: string | undefined;
};

/** The author of a change, and their organisation. */
export interface By {
  readonly orgId: number;
  readonly author: Author;
}

type StoredMailbox = MailboxSettings & { readonly password: string | null };

/** The encryption context of a password. */
const placeOf = (orgId: number, id: number): SecretPlace => ({
  org: orgId,
  table: 'mailbox',
  column: 'password',
  row: id,
});

const SETTINGS = raw('m.name, m.host, m.port, m.tls, m.username, m.folder, m.active');

const unknownMailbox = (id: number) => fail('not_found', { message: `There is no mailbox ${id}.` });

/** The stored settings, in the order of their numbers, with the state of each. */
export const listMailboxes = (db: Database, orgId: number) =>
  db.read<
    MailboxSettings & {
      readonly mailbox_id: number;
      readonly created_at: string;
      readonly fetched_at: string | null;
      readonly failing_since: string | null;
      readonly failure: ServerFailure | null;
      readonly said: string | null;
    }
  >(sql`select m.id as mailbox_id, ${SETTINGS}, ${instant('m.created_at')} as created_at,
      ${instant('m.fetched_at')} as fetched_at, ${instant('m.failing_since')} as failing_since, m.failure, m.said
    from mailbox m
    where m.org_id = ${orgId}
    order by m.id`);

/** Reads a mailbox, locked. @throws 404 */
const lockMailbox = async (tx: Tx, orgId: number, id: number): Promise<StoredMailbox> => {
  const [row] = await tx.run<StoredMailbox>(sql`select ${SETTINGS}, m.password
    from mailbox m
    where m.org_id = ${orgId} and m.id = ${id}::int
    for update`);
  if (!row) throw unknownMailbox(id);
  return row;
};

/** The shown settings, locked until the transaction ends; null where there is no such mailbox. */
export const shownMailbox = async (tx: Tx, orgId: number, id: number): Promise<MailboxSettings | null> => {
  const [row] = await tx.run<MailboxSettings>(sql`select ${SETTINGS}
    from mailbox m
    where m.org_id = ${orgId} and m.id = ${id}::int
    for update`);
  return row ?? null;
};

const entryOf = ({ orgId, author }: By, action: 'insert' | 'update' | 'delete', id: number, changes: object): Sql =>
  entryBy(author, orgId, { section: 'mailboxes', recordId: id, action, changes: { ...changes }, security: true });

/** Makes a mailbox; mails from this day on are fetched. @returns its id @throws 400 for more than an organisation may have */
export const createMailbox = async (
  db: Database,
  by: By,
  { password, ...settings }: MailboxSettings & { readonly password: string },
): Promise<number> => {
  const id = await db.nextId('mailbox_id_seq');
  const { orgId } = by;
  const { name, host, port, tls, username, folder, active } = settings;
  const now = new Date().toISOString();
  await db.transaction(async (tx) => {
    await tx.run(sql`select 1 from organisation where org_id = ${orgId} for no key update`);
    const [count] = await tx.run<{ n: number }>(
      sql`select count(*)::int as n from mailbox m where m.org_id = ${orgId}`,
    );
    if ((count?.n ?? 0) >= MAX_MAILBOXES)
      throw invalid([problem('name', 'too_big', `: an organisation has at most ${MAX_MAILBOXES} mailboxes`)]);
    await tx.finish([
      sql`insert into mailbox (org_id, id, name, host, port, tls, username, password, folder, active, created_at, next_at)
        values (${orgId}, ${id}, ${name}, ${host}, ${port}, ${tls}, ${username},
          ${tx.keyRing.encrypt(placeOf(orgId, id), password)}, ${folder}, ${active}, ${now}, ${now})`,
      entryOf(by, 'insert', id, differences({}, settings)),
    ]);
  });
  return id;
};

/** A stored password goes to no other server or user than the one that it was given for. */
export const leadsElsewhere = (
  before: Pick<MailboxAccount, 'host' | 'port' | 'tls' | 'username'>,
  after: Pick<MailboxAccount, 'host' | 'port' | 'tls' | 'username'>,
): boolean => (['host', 'port', 'tls', 'username'] as const).some((name) => before[name] !== after[name]);

/** @throws 400 `password` `required` for another server or user without the password of it */
export const requirePassword = (): never => {
  throw invalid([problem('password', 'required', 'is required for another server or user')]);
};

/**
 * Changes a mailbox; its next fetch begins at once.
 * @throws 404; 400 for another server or user without its password
 */
export const changeMailbox = async (
  db: Database,
  by: By,
  id: number,
  { password, ...change }: MailboxChange,
): Promise<void> => {
  const { orgId } = by;
  await db.transaction(async (tx) => {
    const { password: stored, ...before } = await lockMailbox(tx, orgId, id);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after: MailboxSettings = { ...before, ...given };
    if (!password && leadsElsewhere(before, after)) requirePassword();
    const sealed = password ? tx.keyRing.encrypt(placeOf(orgId, id), password) : stored;
    const changes = { ...differences(before, after), ...(password ? { password: ['********', '********'] } : {}) };
    if (!Object.keys(changes).length) return;
    const { name, host, port, tls, username, folder, active } = after;
    const moved = leadsElsewhere(before, after) || before.folder !== folder;
    await tx.finish([
      sql`update mailbox m set name = ${name}, host = ${host}, port = ${port}, tls = ${tls}, username = ${username},
        password = ${sealed}, folder = ${folder}, active = ${active}, next_at = ${new Date().toISOString()}::timestamptz, tries = 0,
        failing_since = null, failure = null, said = null, leased_until = null${raw(moved ? ', uid_validity = null, last_uid = 0' : '')}
        where m.org_id = ${orgId} and m.id = ${id}::int`,
      entryOf(by, 'update', id, changes),
    ]);
  });
};

/** Removes a mailbox; fetched mails stay. @throws 404 */
export const deleteMailbox = async (db: Database, by: By, id: number): Promise<void> => {
  const { orgId } = by;
  await db.transaction(async (tx) => {
    const { password: _password, ...before } = await lockMailbox(tx, orgId, id);
    await tx.finish([
      sql`delete from mailbox_mail x where x.org_id = ${orgId} and x.mailbox_id = ${id}::int`,
      sql`delete from mailbox m where m.org_id = ${orgId} and m.id = ${id}::int`,
      entryOf(by, 'delete', id, differences(before, {})),
    ]);
  });
};

/** How a mailbox is reached, with its password in clear. @throws 503 `service_unavailable` for a password that cannot be decrypted */
export const accountOf = (
  { keyRing }: Pick<Database, 'keyRing'>,
  orgId: number,
  {
    id,
    password,
    ...account
  }: Omit<MailboxAccount, 'password'> & {
    readonly id: number;
    readonly password: string | null;
  },
): MailboxAccount => ({
  ...account,
  password: password === null ? '' : keyRing.decrypt(placeOf(orgId, id), password),
});

/** The account of a mailbox. @throws 404; as `accountOf` */
export const readAccount = async (db: Database, orgId: number, id: number): Promise<MailboxAccount> => {
  const [row] = await db.read<StoredMailbox>(sql`select ${SETTINGS}, m.password
    from mailbox m
    where m.org_id = ${orgId} and m.id = ${id}::int`);
  if (!row) throw unknownMailbox(id);
  return accountOf(db, orgId, { ...row, id });
};
