/** Passwords of users who sign in to the settings (argon2id); never an API field (rules 5.12). */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Database, Tx } from '../db/database.ts';
import { fail } from '../errors.ts';
import { sql } from '../sql.ts';
import { inTurns } from '../within.ts';

/**
 * Hashes that run at once in a process, and how many may wait. One costs 18 ms of a core and 19 MB: a flood of sign-ins
 * takes one core at most, and whoever comes when the queue is full is told to come back instead of waiting for seconds.
 */
const AT_ONCE = 1;
const MOST_WAITING = 50;

/** Runs one hash when it is its turn. @throws 429 `too_many_logins` where too many wait */
const inTurn = inTurns(AT_ONCE, MOST_WAITING, () =>
  fail('too_many_logins', { details: { retry_after: 1 }, headers: { 'Retry-After': '1' } }),
);

/** A password that is hard to guess and easy to type. */
export const newPassword = (): string => randomBytes(12).toString('base64url');

/** What is stored of a password. Made before the transaction that stores it, which should not wait for it. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password));

/** Whose password, and with which address it is used. */
export interface Owner {
  readonly orgId: number;
  readonly kid: number;
  readonly email: string;
}

/**
 * Sets a user's password.
 * @param hashed as `hashPassword` made it
 * @param now milliseconds since 1970
 * @param temporary somebody else has seen it: it is good for its own change alone
 */
export const setPassword = async (
  tx: Tx,
  { orgId, kid, email }: Owner,
  hashed: string,
  now: number,
  temporary = false,
): Promise<void> => {
  const at = new Date(now).toISOString();
  await tx.run(sql`insert into credential (org_id, kid, email_lower, password_hash, changed_at, temporary)
    values (${orgId}, ${kid}, ${email.toLowerCase()}, ${hashed}, ${at}, ${temporary})
    on conflict (org_id, kid) do update set email_lower = excluded.email_lower, password_hash = excluded.password_hash,
      changed_at = excluded.changed_at, temporary = excluded.temporary`);
};

/** A hash whose password nobody has, so that checking an unknown address takes as long as a known one. */
let decoy: Promise<string> | null = null;

/** A user whose e-mail address was named, and whether the password is that user's. */
export interface Named {
  readonly orgId: number;
  readonly kid: number;
  readonly fits: boolean;
  /** The hash it was compared with. */
  readonly stored: string;
}

interface Stored {
  readonly org_id: number;
  readonly kid: number;
  readonly password_hash: string;
}

/** Compares in turn. An empty list takes as long as one that has a user. */
const compared = async (rows: readonly Stored[], password: string): Promise<Named[]> => {
  if (!rows.length) {
    decoy ??= hash(newPassword());
    const unknown = await decoy;
    await inTurn(() => verify(unknown, password));
  }
  const named: Named[] = [];
  for (const { org_id: orgId, kid, password_hash: stored } of rows) {
    named.push({ orgId, kid, stored, fits: await inTurn(() => verify(stored, password)) });
  }
  return named;
};

/** Credentials of an e-mail address, one per organisation, at most ten. */
const ofAddress = (db: Database, email: string, orgId: number | null): Promise<Stored[]> =>
  db.read<Stored>(
    sql`select org_id, kid, password_hash from credential where email_lower = ${email.toLowerCase()} and (${orgId}::int is null or org_id = ${orgId}) order by org_id limit 10`,
  );

/** Who has a password and this e-mail address, one per organisation, at most ten. */
export const usersOfAddress = async (db: Database, email: string): Promise<Pick<Named, 'orgId' | 'kid'>[]> =>
  (await ofAddress(db, email, null)).map(({ org_id: orgId, kid }) => ({ orgId, kid }));

/**
 * The users whose e-mail address this is, one per organisation, at most ten.
 * @param orgId only of this organisation
 * @throws 429 `too_many_logins` where too many passwords are being compared
 */
export const namedBy = async (db: Database, email: string, password: string, orgId?: number): Promise<Named[]> =>
  compared(await ofAddress(db, email, orgId ?? null), password);

/** Whether this is a user's password. @throws 429 `too_many_logins` */
export const isPassword = async (db: Database, orgId: number, kid: number, password: string): Promise<boolean> => {
  const rows = await db.read<Stored>(
    sql`select org_id, kid, password_hash from credential where org_id = ${orgId} and kid = ${kid}`,
  );
  return (await compared(rows, password)).some(({ fits }) => fits);
};
