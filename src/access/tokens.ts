/** Tokens as operators and administrators make and change them (rules 6.1 to 6.3). */
import { type AuditAction, type Author, type Changes, differences, entryBy, SERVICE } from '../db/audit-entry.ts';
import type { Database, Tx } from '../db/database.ts';
import { whose } from '../db/whose.ts';
import { fail } from '../errors.ts';
import { untilSeenEverywhere } from '../seen-everywhere.ts';
import { instant, join, literal, raw, type Sql, sql } from '../sql.ts';
import { checkAddresses } from './ip-addresses.ts';
import { checkScopes } from './scopes.ts';
import { newestSigningKey } from './signing-keys.ts';
import { signToken } from './token.ts';
import { userOf } from './token-user.ts';

/** What a new token gets. */
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

/** The end of a string that carries none, as PostgreSQL writes it. */
const NEVER = 'infinity';

/** What the audit log says of a token; its string is in no table and no log. */
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

interface StoredToken extends Noted {
  readonly org_id: number;
  readonly issue: number;
  readonly revoked_at: string | null;
  /** The end that the string carries; null where it carries none. */
  readonly issued_until: string | null;
}

const utc = (column: string, value = column) =>
  raw(`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`);

/** A string that nobody noted the end of carries the one that its row has had (migrations/0028_token_ends.sql). */
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

/** Does one thing with a token and notes it in the same transaction; every process knows when this resolves. */
const act = async <T>(
  db: Database,
  { tokenId, orgId: known }: TokenName,
  work: (tx: Tx, row: StoredToken) => Promise<T>,
): Promise<T> => {
  // Looked up first, because a row can be locked in one organisation only.
  const orgId = await whose(db, 'api_token', tokenId, unknownToken, known);
  const done = await db.transaction(async (tx) => work(tx, await lockToken(tx, orgId, tokenId)));
  await untilSeenEverywhere();
  return done;
};

/** Whether a row would end later than its string: whoever put that off would be told so, and refused all the same. */
const isLater = (expires: string | null, { issued_until: issued }: Pick<StoredToken, 'issued_until'>): boolean =>
  issued !== null && (expires === null || Date.parse(expires) > Date.parse(issued));

/**
 * Changes a token; every process knows when this resolves.
 * @throws 404 for an unknown one, 400 for wrong values, 409 `already_revoked`: nothing of it holds any more, and what it was is kept;
 * 409 `later_than_issued` for an end that its string does not reach
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
 * Ends several tokens in the transaction of whoever asks, who waits for `untilSeenEverywhere` after it. Ids that the
 * organisation does not have, and tokens that have ended already, are passed over.
 * @returns how many were ended
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
 * Issues a token anew: older strings of it are refused.
 * @param change when the new string ends; absent: when the token does
 * @returns the new string
 * @throws 404 for an unknown one, 409 `already_revoked`: a new string of it would be refused
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

/** Names and values of what is shown of a token `t`. */
export const TOKEN_MEMBERS: Sql = sql`'token_id', t.id, 'name', t.name, 'user_kid', t.user_kid, 'scopes', t.scopes,
  'addresses', t.addresses, ${join(
    ['expires_at', 'revoked_at', 'created_at', 'last_used_at'].map(
      (name) => sql`${literal(name)}, ${instant(`t.${name}`)}`,
    ),
    ', ',
  )}`;

/** All tokens of an organisation, by their ids; the strings are not kept anywhere. */
export const listTokens = async (db: Database, orgId: number): Promise<ListedToken[]> => {
  const rows = await db.read<{ doc: string }>(
    sql`select json_build_object(${TOKEN_MEMBERS})::text as doc from api_token t where t.org_id = ${orgId} order by t.id`,
  );
  return rows.map(({ doc }) => JSON.parse(doc) as ListedToken);
};
