/** What administrators and commands do to how others sign in, each with its entry in the audit log (rules 8.2). */
import type { Tx } from '../../db/database.ts';
import { fail } from '../../errors.ts';
import { sql } from '../../sql.ts';
import { dropFactor, endSessions } from './login-writes.ts';
import { type Acting, userEvent } from './user-events.ts';

/** Keeps a user from being removed until the transaction ends. @throws 404 `not_found` */
export const holdUser = async (tx: Tx, orgId: number, kid: number): Promise<void> => {
  const found = await tx.run(
    sql`select 1 from contact where org_id = ${orgId} and id = ${kid} and section = 'users' and del = 0 for key share`,
  );
  if (!found.length) throw fail('not_found');
};

/** Signs a user out everywhere, or but for one session. @returns how many sessions ended @throws 404 `not_found` */
export const signOut = async (tx: Tx, acts: Acting, kid: number, but: string | null = null): Promise<number> => {
  await holdUser(tx, acts.orgId, kid);
  const { length } = await tx.run(endSessions(acts.orgId, kid, but));
  if (length) await tx.run(userEvent(acts, kid, 'sessions-ended', { sessions: [length, 0] }));
  return length;
};

/**
 * Takes the second factor of a user who lost device and codes. The sessions end, because nobody knows who holds the device.
 * @returns whether there was a factor
 * @throws 404 `not_found`
 */
export const takeFactor = async (tx: Tx, acts: Acting, kid: number): Promise<boolean> => {
  const { orgId } = acts;
  await holdUser(tx, orgId, kid);
  const [row] = await tx.run<{ totp: boolean }>(
    sql`select totp_secret is not null as totp from credential where org_id = ${orgId} and kid = ${kid} for update`,
  );
  if (!row?.totp) return false;
  const writes = [...dropFactor(orgId, kid), endSessions(orgId, kid), userEvent(acts, kid, 'factor-taken')];
  await Promise.all(writes.map((query) => tx.run(query)));
  return true;
};
