/** Passwords of users who sign in to the settings (argon2id); never an API field (rules 5.12). */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import type { Database, Tx } from '../../db/database.ts';
import { fail, retryAfter } from '../../errors/api-error.ts';
import { emailKey } from '../../shared/email.ts';
import { sql } from '../../sql/sql.ts';

/**
 * Concurrent hashes per process, and the queue length. One hash costs 18 ms of a core and 19 MB: a flood of logins
 * uses one core at most, and with a full queue the login is refused with a retry hint.
 */
const AT_ONCE = 1;
const MOST_WAITING = 50;

/** Runs one hash when it is its turn. @throws 429 `too_many_logins` where too many wait */
const inTurn = createSemaphore(AT_ONCE, {
  maxQueueLength: MOST_WAITING,
  refused: () => fail('too_many_logins', retryAfter(1)),
});

/** A password that is hard to guess and easy to type. */
export const newPassword = (): string => randomBytes(12).toString('base64url');

/** The hash of a password. It is computed before the transaction, which should not wait for it. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password));

/** The user of a password. */
export interface Owner {
  readonly orgId: number;
  readonly kid: number;
}

/**
 * Locks a user who may sign in until the transaction ends, so that a change of the address, a deactivation or a
 * deletion runs before or after. It is the first lock, because all other code locks the user first too, then rows of
 * the login.
 * @returns the current address; null where the user may not sign in
 */
export const lockUser = async (tx: Tx, { orgId, kid }: Owner): Promise<string | null> => {
  const [user] = await tx.run<{ email: string }>(
    sql`select email from contact where org_id = ${orgId} and id = ${kid} and section = 'users' and del = 0 and aktiv for no key update`,
  );
  return user?.email ?? null;
};

/** Locks the password of a user until the transaction ends. @returns the stored hash; null where there is none */
export const lockPassword = async (tx: Tx, { orgId, kid }: Owner): Promise<string | null> => {
  const [row] = await tx.run<Pick<Stored, 'stored'>>(
    sql`select password_hash as stored from credential where org_id = ${orgId} and kid = ${kid} for update`,
  );
  return row?.stored ?? null;
};

/**
 * Sets a user's password, which is used with the address that the user has in this transaction.
 * @param hashed the result of `hashPassword`
 * @param now milliseconds since 1970
 * @param temporary another person has seen it: it only permits its own change
 * @throws 404 `not_found` where the user may not sign in
 */
export const setPassword = async (
  tx: Tx,
  owner: Owner,
  hashed: string,
  now: number,
  temporary = false,
): Promise<void> => {
  const { orgId, kid } = owner;
  const email = await lockUser(tx, owner);
  if (email === null) throw fail('not_found');
  const at = new Date(now).toISOString();
  await tx.run(sql`insert into credential (org_id, kid, email_lower, password_hash, changed_at, temporary)
    values (${orgId}, ${kid}, ${emailKey(email)}, ${hashed}, ${at}, ${temporary})
    on conflict (org_id, kid) do update set email_lower = excluded.email_lower, password_hash = excluded.password_hash,
      changed_at = excluded.changed_at, temporary = excluded.temporary`);
};

/** A hash of an unknown password: the check of an unknown address takes as long as that of a known one. */
let decoy: Promise<string> | null = null;

/** A user with the given e-mail address, and whether the password matches. */
export interface Named extends Stored {
  readonly fits: boolean;
}

/** A user's password as it is stored. */
export interface Stored extends Owner {
  readonly stored: string;
}

/**
 * Compares passwords in turn. An empty list takes as long as one that has a user.
 * @throws 429 `too_many_logins` where too many passwords are being compared
 */
export const verifyPassword = async (all: readonly Stored[], password: string): Promise<Named[]> => {
  if (!all.length) {
    decoy ??= hash(newPassword());
    const unknown = await decoy;
    await inTurn(() => verify(unknown, password));
  }
  const named: Named[] = [];
  for (const { orgId, kid, stored } of all) {
    named.push({ orgId, kid, stored, fits: await inTurn(() => verify(stored, password)) });
  }
  return named;
};

const COLUMNS = sql`org_id as "orgId", kid, password_hash as stored`;

/**
 * Who has a password and this e-mail address, one per organisation, at most ten.
 * @param orgId only of this organisation
 */
export const findUsersByEmail = (db: Database, email: string, orgId: number | null = null): Promise<Stored[]> =>
  db.read<Stored>(
    sql`select ${COLUMNS} from credential where email_lower = ${emailKey(email)} and password_hash is not null and (${orgId}::int is null or org_id = ${orgId}) order by org_id limit 10`,
  );

/** The stored hash of a user's password where `password` matches, else null. @throws 429 `too_many_logins` */
export const loadHash = async (db: Database, { orgId, kid }: Owner, password: string): Promise<string | null> => {
  const rows = await db.read<Stored>(
    sql`select ${COLUMNS} from credential where org_id = ${orgId} and kid = ${kid} and password_hash is not null`,
  );
  return (await verifyPassword(rows, password)).find(({ fits }) => fits)?.stored ?? null;
};
