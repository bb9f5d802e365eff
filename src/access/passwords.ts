/** Passwords of users who sign in to the settings (argon2id); never an API field (decisions 5.12). */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Database, Tx } from '../db/database.ts';
import { sql } from '../sql.ts';

/** A password that is hard to guess and easy to type. */
export const newPassword = (): string => randomBytes(12).toString('base64url');

/** Sets a user's password. */
export const setPassword = async (
  tx: Tx,
  orgId: number,
  kid: number,
  email: string,
  password: string,
): Promise<void> => {
  const hashed = await hash(password);
  await tx.run(sql`insert into credential (org_id, kid, email_lower, password_hash, changed_at) values (${orgId}, ${kid}, ${email.toLowerCase()}, ${hashed}, ${new Date().toISOString()})
    on conflict (org_id, kid) do update set email_lower = excluded.email_lower, password_hash = excluded.password_hash, changed_at = excluded.changed_at`);
};

/** A hash nobody has the password of: an unknown address takes as long as a known one. */
let decoy: Promise<string> | null = null;

/** The users whose e-mail address and password these are, one per organisation at most. */
export const findByPassword = async (
  db: Database,
  email: string,
  password: string,
): Promise<{ orgId: number; kid: number }[]> => {
  const rows = await db.read<{ org_id: number; kid: number; password_hash: string }>(
    sql`select org_id, kid, password_hash from credential where email_lower = ${email.toLowerCase()} order by org_id limit 10`,
  );
  if (!rows.length) {
    decoy ??= hash(newPassword());
    await verify(await decoy, password);
    return [];
  }
  const matches = await Promise.all(
    rows.map(async (row) => ((await verify(row.password_hash, password)) ? [row] : [])),
  );
  return matches.flat().map((row) => ({ orgId: row.org_id, kid: row.kid }));
};
