/** Whom a token acts for: the user that was named, or the one that an organisation has had longest to administer it. */
import type { Tx } from '../../db/database.ts';
import { requireOrganisation } from '../../db/tenant/require-organisation.ts';
import { fail } from '../../errors/api-error.ts';
import { sql } from '../../sql/sql.ts';

const unknownUser = (message: string) => fail('validation_failed', { as: 'unknown_user', message });

/** The user that was named. @throws 400 `unknown_user` */
const namedUser = async (tx: Tx, orgId: number, kid: number): Promise<number> => {
  const rows = await tx.run(
    sql`select 1 from contact where org_id = ${orgId} and id = ${kid} and section = 'users' and del = 0`,
  );
  if (!rows.length) throw unknownUser(`Organisation ${orgId} has no user ${kid}.`);
  return kid;
};

/**
 * The oldest active administrator by time of creation: ids are allocated in blocks, so the lowest id proves nothing.
 * Without an administrator, the oldest active user of the organisation.
 * @throws 400 `unknown_user` without any active user
 */
const defaultUser = async (tx: Tx, orgId: number): Promise<number> => {
  const [first] = await tx.run<{ id: number; aktiv: boolean | null }>(
    sql`select id, aktiv from contact where org_id = ${orgId} and section = 'users' and del = 0
      order by rolle is not distinct from 'admin' desc, coalesce(aktiv, false) desc, insert_datum, id limit 1`,
  );
  if (first?.aktiv) return first.id;
  throw unknownUser(`Organisation ${orgId} has no active administrator; name a user with --user KID.`);
};

/** The kid of the user a token acts for. @throws 404 for an unknown organisation, 400 for a user who does not exist */
export const userOf = async (
  tx: Tx,
  { orgId, userKid }: { readonly orgId: number; readonly userKid: number | null },
): Promise<number> => {
  await requireOrganisation((statement) => tx.run(statement), orgId);
  return userKid === null ? defaultUser(tx, orgId) : namedUser(tx, orgId, userKid);
};
