/** Passkeys as they are stored: public keys of users, by the name that their authenticator gave them. */
import type { Database, Tx } from '../../db/database.ts';
import { type Sql, sql } from '../../sql/sql.ts';
import type { Owner } from './passwords.ts';

/** How many passkeys a user has: a column of statements. @param kid the user, or a column that names one */
export const passkeyCount = (orgId: number, kid: Sql): Sql =>
  sql`(select count(*)::int from passkey k where k.org_id = ${orgId} and k.kid = ${kid})`;

/** A stored passkey. */
export interface Passkey extends Owner {
  readonly id: string;
  readonly name: string;
  /** COSE, base64url. */
  readonly key: string;
}

const HANDLE_BYTES = 8;
/** For a handle that names no user. */
export const UNKNOWN_OWNER: Owner = { orgId: 0, kid: 0 };

/** The user handle that an authenticator keeps with a passkey: organisation and user, which say nothing of a person. */
export const handleOf = ({ orgId, kid }: Owner): Buffer => {
  const handle = Buffer.alloc(HANDLE_BYTES);
  handle.writeInt32BE(orgId, 0);
  handle.writeInt32BE(kid, 4);
  return handle;
};

/** The user that a handle names (base64url); null where it is none of ours. */
export const ownerOf = (handle: string): Owner | null => {
  const bytes = Buffer.from(handle, 'base64url');
  return bytes.length === HANDLE_BYTES ? { orgId: bytes.readInt32BE(0), kid: bytes.readInt32BE(4) } : null;
};

/** One passkey of a user; null where the user has none of this id. */
export const findPasskey = async (db: Database, { orgId, kid }: Owner, id: string): Promise<Passkey | null> => {
  const [row] = await db.read<Pick<Passkey, 'name' | 'key'>>(
    sql`select name, public_key as key from passkey where org_id = ${orgId} and kid = ${kid} and id = ${id}`,
  );
  return row ? { orgId, kid, id, ...row } : null;
};

/**
 * Takes the challenge that was issued at a time: it and older ones are taken once, as the codes of an app are. The
 * row of the credential stays locked.
 * @returns whether it had not been taken
 */
export const takeChallenge = async (tx: Tx, { orgId, kid }: Owner, issued: number): Promise<boolean> => {
  const taken = await tx.run(sql`update credential set challenge_at = ${issued}
    where org_id = ${orgId} and kid = ${kid} and (challenge_at is null or challenge_at < ${issued}) returning kid`);
  return taken.length > 0;
};

/**
 * Notes that a passkey was used.
 * @returns false where its counter did not grow: another copy of the key exists
 */
export const usePasskey = async (
  tx: Tx,
  { orgId, kid, id }: Passkey,
  counter: number,
  now: number,
): Promise<boolean> => {
  const used = await tx.run(sql`update passkey set counter = ${counter}, used_at = ${new Date(now).toISOString()}
    where org_id = ${orgId} and kid = ${kid} and id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning id`);
  return used.length > 0;
};
