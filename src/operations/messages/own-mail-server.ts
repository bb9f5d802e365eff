/** The mail server of an organisation, by which its messages are sent (rules 16.28). */
import { differences, entryBy } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { SecretPlace } from '../../db/encryption/key-ring.ts';
import { fail } from '../../errors/api-error.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';
import type { Allows, TlsMode } from '../mailboxes/imap.ts';
import { type By, leadsElsewhere, requirePassword } from '../mailboxes/manage-mailboxes.ts';
import { createOwnServer, type MailServer } from './mail-server.ts';

/** The settings of a mail server as they are shown. */
export type MailServerSettings = {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsMode;
  /** Empty: without a sign-in. */
  readonly username: string;
  /** The address that messages come from. */
  readonly sender: string;
};

const SHOWN = raw('s.host, s.port, s.tls, s.username, s.sender');

const placeOf = (orgId: number): SecretPlace => ({ org: orgId, table: 'mail_server', column: 'password', row: orgId });

const ofOrganisation = (orgId: number): Sql => sql`mail_server s where s.org_id = ${orgId}`;

/** The settings, without the password; null without an own server. */
export const readMailServer = async (db: Pick<Database, 'read'>, orgId: number): Promise<MailServerSettings | null> => {
  const [row] = await db.read<MailServerSettings>(sql`select ${SHOWN} from ${ofOrganisation(orgId)}`);
  return row ?? null;
};

/** As `readMailServer`, locked until the transaction ends. */
export const lockMailServer = async (tx: Tx, orgId: number): Promise<MailServerSettings | null> => {
  await tx.run(sql`select 1 from organisation where org_id = ${orgId} for no key update`);
  const [row] = await tx.run<MailServerSettings>(sql`select ${SHOWN} from ${ofOrganisation(orgId)} for update`);
  return row ?? null;
};

const HIDDEN = '********';

/** The entry of a change; null where nothing changes. */
const entryOf = ({ orgId, author }: By, before: object | null, after: object | null, password = false): Sql | null => {
  const changes = differences({ ...before }, { ...after });
  const named = Object.entries({ ...changes, ...(password ? { password: [HIDDEN, HIDDEN] } : {}) });
  if (!named.length) return null;
  return entryBy(author, orgId, {
    section: 'mailboxes',
    recordId: 0,
    action: before === null ? 'insert' : after === null ? 'delete' : 'update',
    changes: Object.fromEntries(named.map(([name, value]) => [`mail_server.${name}`, value])),
    security: true,
  });
};

/** Sets the mail server; without a password the stored one stays. @throws 400 for another server or user without its password */
export const setMailServer = async (
  db: Database,
  by: By,
  { password, ...next }: MailServerSettings & { readonly password?: string | undefined },
): Promise<void> => {
  const { orgId } = by;
  const { host, port, tls, username, sender } = next;
  await db.transaction(async (tx) => {
    const before = await lockMailServer(tx, orgId);
    const isKept = before !== null && !leadsElsewhere(before, next);
    if (username && !password && !isKept) requirePassword();
    const sealed = password && username ? tx.keyRing.encrypt(placeOf(orgId), password) : null;
    const entry = entryOf(by, before, next, Boolean(password));
    if (!entry) return;
    await tx.finish([
      before
        ? sql`update mail_server s set host = ${host}, port = ${port}, tls = ${tls}, username = ${username}, sender = ${sender},
            password = ${sealed || !isKept ? sealed : raw('s.password')}
          where s.org_id = ${orgId}`
        : sql`insert into mail_server (org_id, host, port, tls, username, password, sender)
          values (${orgId}, ${host}, ${port}, ${tls}, ${username}, ${sealed}, ${sender})`,
      entry,
    ]);
  });
};

/** Removes the mail server: messages go by that of the installation again. @throws 404 without one */
export const removeMailServer = async (db: Database, by: By): Promise<void> => {
  const { orgId } = by;
  await db.transaction(async (tx) => {
    const before = await lockMailServer(tx, orgId);
    const entry = entryOf(by, before, null);
    if (!before || !entry) throw fail('not_found');
    await tx.finish([sql`delete from ${ofOrganisation(orgId)}`, entry]);
  });
};

/** The mail server of an organisation; null without one. @throws 503 `service_unavailable` for a password that cannot be decrypted */
export const ownMailServer = async (db: Database, orgId: number, allows: Allows): Promise<MailServer | null> => {
  const [row] = await db.read<MailServerSettings & { password: string | null }>(
    sql`select ${SHOWN}, s.password from ${ofOrganisation(orgId)}`,
  );
  if (!row) return null;
  const password = row.password === null ? '' : db.keyRing.decrypt(placeOf(orgId), row.password);
  return createOwnServer({ ...row, password }, allows);
};
