/** Tokens as operators and administrators make and change them (decisions 6.1 to 6.3). */
import type { Database, Tx } from '../db/database.ts';
import { fail } from '../errors.ts';
import { sql } from '../sql.ts';
import { checkAddresses } from './ip-addresses.ts';
import { unknownOrganisation } from './organisations.ts';
import { checkScopes } from './scopes.ts';
import { settled } from './settled.ts';
import { newestSigningKey } from './signing-keys.ts';
import { signToken } from './token.ts';

/** What a new token gets. */
export interface TokenWish {
  readonly orgId: number;
  /** The user it acts for; null: the organisation's first user. */
  readonly userKid: number | null;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires: Date | null;
  /** Networks it may be used from; empty: from everywhere. */
  readonly addresses: readonly string[];
}

/** The kid of the user a token acts for. @throws 404 for an unknown organisation, 400 for a user that is not there */
const userOf = async (tx: Tx, { orgId, userKid }: TokenWish): Promise<number> => {
  const [organisation] = await tx.run(sql`select 1 from organisation where org_id = ${orgId}`);
  if (!organisation) throw unknownOrganisation(orgId);
  const [user] = await tx.run<{ id: number }>(
    sql`select id from contact where org_id = ${orgId} and section = 'users' and del = 0 and (${userKid}::int is null or id = ${userKid}::int) order by id limit 1`,
  );
  if (!user) {
    const message =
      userKid === null ? `Organisation ${orgId} has no user.` : `Organisation ${orgId} has no user ${userKid}.`;
    throw fail('validation_failed', { as: 'unknown_user', message });
  }
  return user.id;
};

/**
 * Makes a token.
 * @returns its id and the string, which is shown this once
 * @throws 400 for unknown scopes, networks or users
 */
export const createToken = async (tx: Tx, wish: TokenWish): Promise<{ tokenId: number; token: string }> => {
  const scopes = checkScopes(wish.scopes);
  const addresses = checkAddresses(wish.addresses);
  const userKid = await userOf(tx, wish);
  const key = await newestSigningKey(tx);
  const [row] = await tx.run<{
    id: number;
  }>(sql`insert into api_token (org_id, id, user_kid, name, scopes, expires_at, addresses)
    values (${wish.orgId}, nextval('api_token_id_seq')::int, ${userKid}, ${wish.name}, ${scopes}, ${wish.expires?.toISOString() ?? null}, ${addresses}) returning id`);
  const tokenId = row?.id ?? 0;
  return { tokenId, token: await signToken(key, { orgId: wish.orgId, tokenId, issue: 1, expires: wish.expires }) };
};

const unknownToken = (tokenId: number) =>
  fail('not_found', {
    as: 'unknown_token',
    message: `There is no token ${tokenId}; see: broker-crm token list --org N`,
  });

/** What can be changed of a token; what is absent stays. */
export interface TokenChange {
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly expires?: Date | null;
  readonly addresses?: readonly string[];
}

/** Narrows a statement to one organisation where an administrator asks; an operator names the token alone. */
export interface TokenName {
  readonly tokenId: number;
  readonly orgId?: number;
}

const organisationOf = async (tx: Tx, { tokenId, orgId }: TokenName): Promise<number> => {
  const [row] = await tx.run<{ org_id: number }>(
    sql`select org_id from api_token where id = ${tokenId} and (${orgId ?? null}::int is null or org_id = ${orgId ?? null}::int)`,
  );
  if (!row) throw unknownToken(tokenId);
  return row.org_id;
};

/** Changes a token; every process knows when this resolves. @throws 404 for an unknown one, 400 for wrong values */
export const changeToken = async (db: Database, name: TokenName, change: TokenChange): Promise<void> => {
  const scopes = change.scopes && checkScopes(change.scopes);
  const addresses = change.addresses && checkAddresses(change.addresses);
  await db.transaction(async (tx) => {
    const orgId = await organisationOf(tx, name);
    const where = sql`where org_id = ${orgId} and id = ${name.tokenId}`;
    if (change.name !== undefined) await tx.run(sql`update api_token set name = ${change.name} ${where}`);
    if (scopes) await tx.run(sql`update api_token set scopes = ${scopes} ${where}`);
    if (addresses) await tx.run(sql`update api_token set addresses = ${addresses} ${where}`);
    if (change.expires !== undefined) {
      await tx.run(sql`update api_token set expires_at = ${change.expires?.toISOString() ?? null} ${where}`);
    }
  });
  await settled();
};

/** Ends a token; its row stays. */
export const revokeToken = async (db: Database, name: TokenName): Promise<void> => {
  await db.transaction(async (tx) => {
    const orgId = await organisationOf(tx, name);
    await tx.run(
      sql`update api_token set revoked_at = coalesce(revoked_at, ${new Date().toISOString()}::timestamptz) where org_id = ${orgId} and id = ${name.tokenId}`,
    );
  });
  await settled();
};

/** Removes a token's row. */
export const deleteToken = async (db: Database, name: TokenName): Promise<void> => {
  await db.transaction(async (tx) => {
    const orgId = await organisationOf(tx, name);
    await tx.run(sql`delete from api_token where org_id = ${orgId} and id = ${name.tokenId}`);
  });
  await settled();
};

/** Issues a token anew: older strings of it are refused. @returns the new string */
export const reissueToken = async (db: Database, name: TokenName): Promise<string> => {
  const token = await db.transaction(async (tx) => {
    const orgId = await organisationOf(tx, name);
    const key = await newestSigningKey(tx);
    const [row] = await tx.run<{ issue: number; expires: number | null }>(
      sql`update api_token set issue = issue + 1 where org_id = ${orgId} and id = ${name.tokenId} returning issue, extract(epoch from expires_at)::float8 * 1000 as expires`,
    );
    return signToken(key, {
      orgId,
      tokenId: name.tokenId,
      issue: row?.issue ?? 1,
      expires: row?.expires ? new Date(row.expires) : null,
    });
  });
  await settled();
  return token;
};

/** A token in a list. */
export interface ListedToken {
  readonly token_id: number;
  readonly name: string;
  readonly user_kid: number;
  readonly scopes: readonly string[];
  readonly addresses: readonly string[];
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** All tokens of an organisation, by their ids; the strings are not kept anywhere. */
export const listTokens = async (db: Database, orgId: number): Promise<ListedToken[]> => {
  const rows = await db.read<{ doc: string }>(sql`select json_build_object('token_id', id, 'name', name,
    'user_kid', user_kid, 'scopes', scopes, 'addresses', addresses, 'expires_at', expires_at, 'revoked_at', revoked_at,
    'created_at', created_at, 'last_used_at', last_used_at)::text as doc from api_token where org_id = ${orgId} order by id`);
  return rows.map(({ doc }) => JSON.parse(doc) as ListedToken);
};
