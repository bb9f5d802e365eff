/** Who asks, and whether they may at all: the checks in their order (rules 2). */
import type { Database } from '../db/database.ts';
import { ApiError, fail } from '../errors/api-error.ts';
import { DAY_MS } from '../shared/durations.ts';
import { prepared } from '../sql/sql.ts';
import { createAuthThrottle, createSharedCounter } from './auth-throttle.ts';
import { DatabaseClock } from './rate-limit/database-clock.ts';
import { createRateLimit, limitUnavailable } from './rate-limit/rate-limit.ts';
import { createUserRateLimit } from './rate-limit/user-rate-limit.ts';
import { assertSameOrigin, type BrowserRequest } from './sessions/csrf.ts';
import { callerOf, findSession, SIGNED_IN_HEADER } from './sessions/find-session.ts';
import { type Claims, createTokenReader } from './tokens/jwt.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';
import { type AccessState, type Caller, createTokenCache, type TokenRecord } from './tokens/token-cache.ts';

export type { Caller } from './tokens/token-cache.ts';

/** X-Token-Expires-In-Days is sent if at most this many days remain (rules 11.9). */
const SOON_DAYS = 30;
/** A token's last use is written at most this often. */
const USED_EVERY_MS = 60_000;

/** The parts of a request that authentication reads. */
export interface Incoming {
  readonly authorization: string | undefined;
  /** The client's address. */
  readonly address: string;
  /** The session that a browser shows; it counts where there is no `Authorization` header (rules 8.4). */
  readonly session?: SessionCall | undefined;
  /** Gets the caller of a genuine token before it is charged and checked: refused calls are counted, too. */
  readonly identified?: ((caller: Pick<Caller, 'orgId' | 'tokenId'>) => void) | undefined;
}

/** A call with the cookie of a session. */
export interface SessionCall {
  readonly cookie: string;
  readonly request: BrowserRequest;
  /** How the browser reached the service. */
  readonly reached: { readonly publicUrl: string; readonly secure: boolean };
}

export interface Authenticator {
  /**
   * Admits a call or throws; fills `headers` as they become known, also when it throws.
   * @throws 401 token problems and `not_signed_in`, 403 `csrf_failed` and required actions of a session, 429 `too_many_auth_failures`, `rate_limit_exceeded`, 503, 403 access restrictions
   */
  authenticate(incoming: Incoming, headers: Record<string, string>): Promise<Caller>;
  /**
   * Authenticates a call again that was admitted before, from the cache or the database, because cached access is
   * valid for half a second only (docs/decisions/0013). Does not consume the rate limit.
   * @throws as `authenticate`, where the caller has lost its access
   */
  readmit(incoming: Incoming): Promise<Caller>;
  /**
   * Takes further units of the caller's organisation, for a call that does the work of several.
   * @throws 429 `rate_limit_exceeded` where not all of them are left, 503 where that cannot be found out
   */
  consume(caller: Caller, units: number, headers: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

/** The earlier of the string's and the row's expiry counts (rules 6.3). */
const effectiveExpiry = (claims: Claims, token: TokenRecord): number | null => {
  if (claims.expires === null) return token.expires;
  return token.expires === null ? claims.expires : Math.min(claims.expires, token.expires);
};

/** Checks the token row (rules 6.1). @throws 401 with the code of the reason */
const checkToken = (
  claims: Claims,
  facts: AccessState | null,
  now: number,
): { token: TokenRecord; expiry: number | null } => {
  const token = facts?.token ?? 'absent';
  if (token === 'absent') throw fail('token_not_found');
  if (claims.wrong.kind) throw fail(claims.wrong.kind);
  if (token === 'elsewhere' || token.issue !== claims.issue) throw fail('token_mismatch');
  if (token.revoked) throw fail('token_revoked');
  if (claims.wrong.expiry) throw fail(claims.wrong.expiry);
  const expiry = effectiveExpiry(claims, token);
  if (expiry !== null && expiry <= now) throw fail('token_expired');
  return { token, expiry };
};

/** @throws 403 `ip_not_allowed`, `contract_inactive`, `trial_expired` */
const checkRestrictions = (facts: AccessState, token: TokenRecord, address: string, now: number): void => {
  if (!token.addresses.empty && !token.addresses.has(address)) throw fail('ip_not_allowed');
  checkOrganisation(facts, now);
};

/** @throws 403 `contract_inactive`, `trial_expired` */
const checkOrganisation = (
  { contractActive, trialEnds }: Pick<AccessState, 'contractActive' | 'trialEnds'>,
  now: number,
): void => {
  if (!contractActive) throw fail('contract_inactive');
  if (trialEnds !== null && trialEnds <= now) throw fail('trial_expired');
};

const expiryHeaders = (expiry: number | null, now: number, headers: Record<string, string>): void => {
  if (expiry === null) return;
  headers['X-Token-Expires-At'] = new Date(expiry).toISOString();
  const days = (expiry - now) / DAY_MS;
  if (days <= SOON_DAYS) headers['X-Token-Expires-In-Days'] = String(Math.floor(days));
};

const limitLost = (cause: unknown): never => {
  throw limitUnavailable(cause);
};

/** Records time and address of the last use of a token, at intervals and in the background. */
const createUseNotes = (db: Database) => {
  const usedAt = new Map<number, number>();
  return ({ orgId, tokenId }: Caller, address: string, now: number): void => {
    if (tokenId === null) return;
    if (now - (usedAt.get(tokenId) ?? Number.NEGATIVE_INFINITY) < USED_EVERY_MS) return;
    if (usedAt.size > 10_000) usedAt.clear();
    usedAt.set(tokenId, now);
    const note = prepared`update api_token
      set last_used_at = ${new Date().toISOString()}, last_used_address = ${address}
      where org_id = ${orgId} and id = ${tokenId}`;
    db.forOrg(orgId)
      .shortTransaction(orgId, (tx) => tx.finish([note]))
      .catch(() => undefined);
  };
};

/** Creates the checks with their caches; `close` gives back the rate limit units that this process holds. */
export const createAuthenticator = ({
  db,
  now = Date.now,
}: {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}): Authenticator => {
  const clock = new DatabaseClock();
  const keys = createSigningKeys(db, clock.monotonic);
  const reader = createTokenReader(keys);
  const rows = createTokenCache(db, clock);
  const failures = createAuthThrottle(clock.monotonic, createSharedCounter(db, Date.now));
  const budget = createRateLimit(db, () => (clock.known ? clock.now() : Date.now()));
  const noteUse = createUseNotes(db);
  const userLimit = createUserRateLimit();

  /** The cached state of a token and its organisation; without an entry no rate limit is consumed either. */
  const factsOf = ({ orgId, tokenId }: { readonly orgId: number; readonly tokenId: number }, now: number) => {
    const known = rows.known(orgId, tokenId, now);
    return known === undefined ? rows.load(orgId, tokenId, now).catch(limitLost) : known;
  };

  const claimsOf = (authorization: string | undefined): Claims | Promise<Claims> =>
    (authorization === undefined ? undefined : reader.known(authorization)) ?? reader.read(authorization);

  const admit = async (
    { authorization, address, identified }: Incoming,
    headers: Record<string, string>,
  ): Promise<Caller> => {
    const at = clock.monotonic();
    keys.renew(at);
    const read = claimsOf(authorization);
    const claims = read instanceof Promise ? await read : read;
    const known = factsOf(claims, at);
    const facts = known instanceof Promise ? await known : known;
    if (typeof facts?.token === 'object') identified?.(facts.token.caller);
    // A blocked address is refused before anything is charged (rules 8.1).
    if (failures.blocks(address)) checkToken(claims, facts, clock.now());
    // An organisation that does not exist has no budget; its token is refused below.
    if (facts) {
      const charged = budget.consume(claims.orgId, facts.limit ?? null, headers);
      if (charged) await charged;
    }
    const time = clock.now();
    const { token, expiry } = checkToken(claims, facts, time);
    checkRestrictions(facts as AccessState, token, address, time);
    expiryHeaders(expiry, time, headers);
    noteUse(token.caller, address, at);
    return token.caller;
  };

  /** The caller that a session is. @throws 401 `not_signed_in`, 403 */
  const sessionCaller = async ({ cookie, request, reached }: SessionCall): Promise<Caller> => {
    const session = await findSession(db, cookie, now());
    if (!session) throw fail('not_signed_in');
    assertSameOrigin(request, reached, session.csrf);
    const caller = callerOf(session);
    checkOrganisation(session, now());
    return caller;
  };

  return {
    authenticate: async (incoming, headers) => {
      if (incoming.authorization === undefined && incoming.session) {
        const caller = await sessionCaller(incoming.session);
        headers[SIGNED_IN_HEADER] = `${caller.orgId}/${caller.userKid}`;
        incoming.identified?.(caller);
        userLimit.consume(caller, now(), headers);
        return caller;
      }
      try {
        return await admit(incoming, headers);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        throw await failures.answer(incoming.address, error, headers);
      }
    },
    readmit: async ({ authorization, address, session }) => {
      if (authorization === undefined && session) return sessionCaller(session);
      const claims = await claimsOf(authorization);
      const facts = await factsOf(claims, clock.monotonic());
      const time = clock.now();
      const { token } = checkToken(claims, facts, time);
      checkRestrictions(facts as AccessState, token, address, time);
      return token.caller;
    },
    consume: async (caller, units, headers) => {
      if (units < 1) return;
      if (caller.tokenId === null) return userLimit.consume(caller, now(), headers, units);
      const facts = await factsOf({ ...caller, tokenId: caller.tokenId }, clock.monotonic());
      await budget.consume(caller.orgId, facts?.limit ?? null, headers, units);
    },
    close: () => budget.close(),
  };
};
