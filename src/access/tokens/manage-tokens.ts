/** Tokens as operators and administrators make and change them (rules 6.1 to 6.3). */

import { waitForCacheExpiry } from '../../concurrency/cache-propagation.ts';
import { type AuditAction, type Author, type Changes, differences, entryBy, SERVICE } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import { findOrgIdOf } from '../../db/tenant/find-org-id.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import { instant, join, literal, raw, type Sql, sql } from '../../sql/sql.ts';
import { checkAddresses } from '../network/ip-addresses.ts';
import { signToken } from './jwt.ts';
import { checkScopes } from './scopes.ts';
import { newestSigningKey } from './signing-keys.ts';
import { userOf } from './token-user.ts';

/** The values of a new token. */
export interface NewToken {
  readonly orgId: number;
  /** The user it acts for; null: the organisation's oldest active administrator. */
  readonly userKid: number | null;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires: Date | null;
  /** Networks it may be used from; empty: from everywhere. */
  readonly addresses: readonly string[];
}

/** An end of a token string that is issued. @throws 400 for one in the past: nothing could use the string */
export const assertEndAhead = (end: Date | null | undefined): void => {
  if (end && end.getTime() <= Date.now())
    throw invalid([{ path: ['expires_at'], code: 'invalid_value', message: 'expires_at lies in the past.' }]);
};

/** The end of a string that carries none, as PostgreSQL writes it. */
const NEVER = 'infinity';

/** The values of a token in the audit log; its string is in no table and no log. */
interface Noted {
  readonly name: string;
  readonly user_kid: number;
  readonly scopes: readonly string[];
  readonly addresses: readonly string[];
  readonly expires_at: string | null;
}

const entryOf = (action: AuditAction, by: Author, orgId: number, tokenId: number, changes: Changes): Sql =>
  entryBy(by, orgId, { section: 'tokens', recordId: tokenId, action, changes, security: true });

/**
 * Makes a token.
 * @param by who makes it, for the audit log
 * @returns its id and the string, which is shown this once
 * @throws 400 for unknown scopes, networks or users
 */
export const createToken = async (
  tx: Tx,
  asked: NewToken,
  by: Author = SERVICE,
): Promise<{ tokenId: number; token: string }> => {
  const { orgId, name } = asked;
  const scopes = checkScopes(asked.scopes);
  const addresses = checkAddresses(asked.addresses);
  const userKid = await userOf(tx, asked);
  const expires = asked.expires?.toISOString() ?? null;
  const key = await newestSigningKey(tx);
  const tokenId = await tx.nextId('api_token_id_seq');
  await tx.run(sql`insert into api_token (org_id, id, user_kid, name, scopes, expires_at, addresses, issued_until)
    values (${orgId}, ${tokenId}, ${userKid}, ${name}, ${scopes}, ${expires}, ${addresses}, ${expires ?? NEVER})`);
  const made: Noted = { name, user_kid: userKid, scopes, addresses, expires_at: expires };
  await tx.run(entryOf('insert', by, orgId, tokenId, differences({}, { ...made })));
  return { tokenId, token: await signToken(key, { orgId, tokenId, issue: 1, expires: asked.expires }) };
};

const unknownToken = (tokenId: number) =>
  fail('not_found', {
    as: 'unknown_token',
    message: `There is no token ${tokenId}; see: broker-crm token list --org N`,
  });

/** The changeable values of a token; an absent value stays unchanged. */
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

interface StoredToken extends Noted {
  readonly org_id: number;
  readonly issue: number;
  readonly revoked_at: string | null;
  /** The end that the string carries; null where it carries none. */
  readonly issued_until: string | null;
}

const utc = (column: string, value = column) =>
  raw(`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`);

/** Without a recorded expiry of the string, that of the row applies. */
const issuedUntil = utc('issued_until', "nullif(coalesce(issued_until, expires_at), 'infinity')");

/** A token's row, locked. */
const lockToken = async (tx: Tx, orgId: number, tokenId: number): Promise<StoredToken> => {
  const [row] = await tx.run<StoredToken>(
    sql`select org_id, name, user_kid, scopes, addresses, ${utc('expires_at')}, ${utc('revoked_at')}, issue, ${issuedUntil}
      from api_token where org_id = ${orgId} and id = ${tokenId} for update`,
  );
  if (!row) throw unknownToken(tokenId);
  return row;
};

/**
 * Changes a token and writes the audit entry in the same transaction; every process uses the change once this
 * resolves.
 */
const act = async <T>(
  db: Database,
  { tokenId, orgId: known }: TokenName,
  work: (tx: Tx, row: StoredToken) => Promise<T>,
): Promise<T> => {
  // Looked up first, because a row can be locked in one organisation only.
  const orgId = await findOrgIdOf(db, { table: 'api_token', id: tokenId, known }, unknownToken);
  const done = await db.transaction(async (tx) => work(tx, await lockToken(tx, orgId, tokenId)));
  await waitForCacheExpiry();
  return done;
};

/** Whether a row would expire after its string: such a token would be refused by its string. */
const isLater = (expires: string | null, { issued_until: issued }: Pick<StoredToken, 'issued_until'>): boolean =>
  issued !== null && (expires === null || Date.parse(expires) > Date.parse(issued));

/**
 * Changes a token; every process uses the change once this resolves.
 * @throws 404 for an unknown token, 400 for invalid values, 409 `already_revoked` for a revoked one, whose row is
 * unchanged; 409 `later_than_issued` for an expiry after that of its string
 */
export const changeToken = async (
  db: Database,
  name: TokenName,
  change: TokenChange,
  by: Author = SERVICE,
): Promise<void> => {
  const { expires, ...rest } = change;
  const checked = {
    ...rest,
    ...(change.scopes && { scopes: checkScopes(change.scopes) }),
    ...(change.addresses && { addresses: checkAddresses(change.addresses) }),
    ...(expires === undefined ? {} : { expires_at: expires?.toISOString() ?? null }),
  };
  const given = Object.fromEntries(Object.entries(checked).filter(([, value]) => value !== undefined));
  await act(db, name, async (tx, { org_id: orgId, ...row }) => {
    if (row.revoked_at !== null) throw fail('already_revoked');
    const next = { ...row, ...given };
    const changes = differences({ ...row }, next);
    if (!Object.keys(changes).length) return;
    if (changes.expires_at && isLater(next.expires_at, next)) throw fail('later_than_issued');
    await tx.run(sql`update api_token set name = ${next.name}, scopes = ${next.scopes}, addresses = ${next.addresses}, expires_at = ${next.expires_at},
        issued_until = coalesce(issued_until, expires_at, ${NEVER}),
        expiry_told_at = case when expires_at is not distinct from ${next.expires_at}::timestamptz then expiry_told_at end
      where org_id = ${orgId} and id = ${name.tokenId}`);
    await tx.run(entryOf('update', by, orgId, name.tokenId, changes));
  });
};

/** Ends a token; its row stays. */
export const revokeToken = (db: Database, name: TokenName, by: Author = SERVICE): Promise<void> =>
  act(db, name, async (tx, { org_id: orgId, revoked_at: before }) => {
    if (before !== null) return;
    const now = new Date().toISOString();
    await tx.run(sql`update api_token set revoked_at = ${now} where org_id = ${orgId} and id = ${name.tokenId}`);
    await tx.run(entryOf('revoke', by, orgId, name.tokenId, { revoked_at: [null, now] }));
  });

/** Several tokens of an organisation: those of these ids, or those that act for a user. */
export type SeveralTokens = { readonly ids: readonly number[] } | { readonly userKid: number };

/**
 * Revokes several tokens in the caller's transaction; the caller waits for `waitForCacheExpiry` afterwards. Unknown
 * ids and expired or revoked tokens are skipped.
 * @returns the number of revoked tokens
 */
export const revokeTokens = async (tx: Tx, orgId: number, which: SeveralTokens, by: Author): Promise<number> => {
  const chosen = 'ids' in which ? sql`id = any(${which.ids}::int[])` : sql`user_kid = ${which.userKid}`;
  const now = new Date().toISOString();
  // Locked in one order, so that two who end the same tokens wait for each other once.
  const held = await tx.run<{ id: number }>(
    sql`select id from api_token where org_id = ${orgId} and revoked_at is null and ${chosen} order by id for update`,
  );
  const ids = held.map(({ id }) => id);
  if (!ids.length) return 0;
  await tx.run(sql`update api_token set revoked_at = ${now} where org_id = ${orgId} and id = any(${ids}::int[])`);
  await Promise.all(ids.map((id) => tx.run(entryOf('revoke', by, orgId, id, { revoked_at: [null, now] }))));
  return ids.length;
};

/** Removes a token's row. */
export const deleteToken = (db: Database, name: TokenName, by: Author = SERVICE): Promise<void> =>
  act(db, name, async (tx, { org_id: orgId, issue: _, issued_until: _issued, ...row }) => {
    await tx.run(sql`delete from api_token where org_id = ${orgId} and id = ${name.tokenId}`);
    await tx.run(entryOf('delete', by, orgId, name.tokenId, differences({ ...row }, {})));
  });

/**
 * Issues a new string of a token: older strings are refused from now on.
 * @param options.expires expiry of the new string; absent: that of the token
 * @returns the new string
 * @throws 404 for an unknown token, 409 `already_revoked`
 */
export const reissueToken = (
  db: Database,
  name: TokenName,
  { expires }: Pick<TokenChange, 'expires'> = {},
  by: Author = SERVICE,
): Promise<string> =>
  act(db, name, async (tx, { org_id: orgId, issue: before, expires_at, revoked_at }) => {
    if (revoked_at !== null) throw fail('already_revoked');
    const { tokenId } = name;
    const issue = before + 1;
    const end = expires === undefined ? expires_at : (expires?.toISOString() ?? null);
    const key = await newestSigningKey(tx);
    await tx.run(sql`update api_token set issue = ${issue}, expires_at = ${end}, issued_until = ${end ?? NEVER},
        expiry_told_at = case when expires_at is not distinct from ${end}::timestamptz then expiry_told_at end
      where org_id = ${orgId} and id = ${tokenId}`);
    const changes = differences({ issue: before, expires_at }, { issue, expires_at: end });
    await tx.run(entryOf('reissue', by, orgId, tokenId, changes));
    return signToken(key, { orgId, tokenId, issue, expires: end === null ? null : new Date(end) });
  });

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

/** Names and values of the visible members of a token `t`. */
export const TOKEN_MEMBERS: Sql = sql`'token_id', t.id, 'name', t.name, 'user_kid', t.user_kid, 'scopes', t.scopes,
  'addresses', t.addresses, ${join(
    ['expires_at', 'revoked_at', 'created_at', 'last_used_at'].map(
      (name) => sql`${literal(name)}, ${instant(`t.${name}`)}`,
    ),
    ', ',
  )}`;

/** All tokens of an organisation, by id; their strings are stored nowhere. */
export const listTokens = async (db: Database, orgId: number): Promise<ListedToken[]> => {
  const rows = await db.read<{ doc: string }>(
    sql`select json_build_object(${TOKEN_MEMBERS})::text as doc from api_token t where t.org_id = ${orgId} order by t.id`,
  );
  return rows.map(({ doc }) => JSON.parse(doc) as ListedToken);
};
