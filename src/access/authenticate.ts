/** Who may call: the checks of decisions, part 2, in that order, up to address list, contract and trial. */
import type { Database } from '../db/database.ts';
import { ApiError, fail } from '../errors.ts';
import { DatabaseClock } from './database-clock.ts';
import { createFailedAuthentications } from './failed-authentications.ts';
import { createLastUsed } from './last-used.ts';
import { createRequestBudget, USED_UP } from './request-budget.ts';
import { createSigningKeys } from './signing-keys.ts';
import { type Claims, createTokenReader } from './token.ts';
import { type AccessFacts, type Caller, createTokenRows, type Missing, type TokenFacts } from './token-rows.ts';

export type { Caller } from './token-rows.ts';

const DAY_MS = 86_400_000;

/** What a call brings along. */
export interface Incoming {
  readonly authorization: string | undefined;
  /** As `clientAddress` says. */
  readonly address: string;
}

/** Answers who calls. */
export interface Authenticator {
  /**
   * All checks of a call. `headers` gets `X-RateLimit-*` and `X-Token-Expires-*` as they become known, also when it
   * throws (spec: Errors, headers in error responses).
   * @throws 401, 403, 429 and 503 of spec, Errors
   */
  authenticate(incoming: Incoming, headers: Record<string, string>): Promise<Caller>;
  /** Forgets what this process keeps of an organisation's tokens. */
  forget(orgId: number): void;
  /** Gives unused budget back and writes what was not written yet. */
  close(): Promise<void>;
}

/** A limit check that cannot be made (spec: Limits, rule 4). */
const unavailable = (cause?: unknown): ApiError =>
  fail('service_unavailable', { cause, headers: { 'Retry-After': '10' }, details: { retry_after: 10 } });

const throttled = (code: 'rate_limit_exceeded' | 'too_many_auth_failures', seconds: number): ApiError =>
  fail(code, { headers: { 'Retry-After': String(seconds) }, details: { retry_after: seconds } });

/** The earlier of the string's and the row's expiry (decisions 6.3). */
const effectiveExpiry = (claims: Claims, token: TokenFacts): number | null => {
  if (claims.expires === null || token.expires === null) return claims.expires ?? token.expires;
  return Math.min(claims.expires, token.expires);
};

/** Exists, kind, organisation, not revoked, not expired (decisions 2). @throws 401 */
const checkToken = (claims: Claims, facts: AccessFacts | Missing, now: number): TokenFacts => {
  const token = typeof facts === 'string' ? facts : facts.token;
  if (token === 'absent') throw fail('token_not_found');
  if (claims.wrong.kind) throw fail(claims.wrong.kind);
  if (token === 'elsewhere' || token.issue !== claims.issue) throw fail('token_mismatch');
  if (token.revoked) throw fail('token_revoked');
  if (claims.wrong.expiry) throw fail(claims.wrong.expiry);
  const expires = effectiveExpiry(claims, token);
  if (expires !== null && expires <= now) throw fail('token_expired');
  return token;
};

/** Address list, contract, trial. @throws 403 */
const checkAccess = (facts: AccessFacts, token: TokenFacts, address: string, now: number): void => {
  if (!token.addresses.empty && !token.addresses.has(address)) throw fail('ip_not_allowed');
  if (!facts.contractActive) throw fail('contract_inactive');
  if (facts.trialEnds !== null && facts.trialEnds <= now) throw fail('trial_expired');
};

const tellExpiry = (expires: number | null, now: number, headers: Record<string, string>): void => {
  if (expires === null) return;
  headers['X-Token-Expires-At'] = new Date(expires).toISOString();
  if (expires - now <= 30 * DAY_MS) headers['X-Token-Expires-In-Days'] = String(Math.ceil((expires - now) / DAY_MS));
};

/**
 * @param clock milliseconds since 1970, for expiry and trial
 * @param monotonic milliseconds of a clock that never jumps, for everything that lasts
 */
export const createAuthenticator = (deps: {
  readonly db: Database;
  readonly clock?: () => number;
  readonly monotonic?: () => number;
}): Authenticator => {
  const { db, clock = Date.now, monotonic = () => performance.now() } = deps;
  const keys = createSigningKeys(db, monotonic);
  const tokens = createTokenReader(keys);
  const databaseClock = new DatabaseClock(monotonic);
  const rows = createTokenRows(db, databaseClock);
  const budget = createRequestBudget(db, databaseClock);
  const failures = createFailedAuthentications(db, monotonic);
  const lastUsed = createLastUsed(db);

  /** The checks in order. Nothing is awaited where everything is at hand. */
  const check = async ({ authorization, address }: Incoming, headers: Record<string, string>): Promise<Caller> => {
    const arrived = monotonic();
    const claims = (authorization && tokens.known(authorization)) || (await tokens.read(authorization));
    const facts =
      rows.known(claims.orgId, claims.tokenId, arrived) ?? (await rows.load(claims.orgId, claims.tokenId, arrived));
    // No organisation, no budget: the token cannot be any that is valid.
    if (typeof facts === 'object') await charge(claims.orgId, facts.limit, headers);
    const now = clock();
    const token = checkToken(claims, facts, now);
    checkAccess(facts as AccessFacts, token, address, now);
    tellExpiry(effectiveExpiry(claims, token), now, headers);
    keys.renew(arrived);
    lastUsed.note(claims.orgId, claims.tokenId, now);
    return token.caller;
  };

  const charge = (orgId: number, limit: number | undefined, headers: Record<string, string>): void | Promise<void> => {
    if (limit === undefined) throw unavailable();
    const tell = (remaining: number): void => {
      headers['X-RateLimit-Limit'] = String(limit);
      headers['X-RateLimit-Remaining'] = String(Math.max(0, remaining));
      headers['X-RateLimit-Layer'] = 'organization';
      if (remaining === USED_UP) throw throttled('rate_limit_exceeded', databaseClock.secondsLeft());
    };
    const remaining = budget.charge(orgId, limit);
    return typeof remaining === 'number' ? tell(remaining) : remaining.then(tell);
  };

  return {
    authenticate: async (incoming, headers) => {
      try {
        return await check(incoming, headers);
      } catch (error) {
        if (!(error instanceof ApiError)) throw unavailable(error);
        if (error.code === 'service_unavailable') throw error.extra.headers ? error : unavailable(error);
        if (error.status !== 401) throw error;
        const seconds = failures.blockedFor(incoming.address);
        if (seconds > 0) {
          headers['X-RateLimit-Layer'] = 'authFail';
          throw throttled('too_many_auth_failures', seconds);
        }
        failures.count(incoming.address);
        throw error;
      }
    },
    forget: () => rows.clear(),
    close: async () => {
      await Promise.all([budget.close(), lastUsed.close()]);
    },
  };
};
