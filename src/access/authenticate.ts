/** Who asks, and whether they may: the checks of decisions part 2 up to the organisation's trial, in that order. */
import type { Database } from '../db/database.ts';
import { ApiError, fail } from '../errors.ts';
import { createDatabaseClock } from './database-clock.ts';
import { createFailedAuthentications } from './failed-authentications.ts';
import { isAllowed } from './ip-allow-list.ts';
import { keep } from './kept.ts';
import { createLastUse } from './last-use.ts';
import { createRequestBudget, limitUnavailable } from './request-budget.ts';
import { type Claims, createTokenReader } from './token.ts';
import { type Caller, readTokenRow, type TokenRow } from './token-row.ts';

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;
const KEPT_ROWS = 20_000;

/** What identifies a call. */
export interface Incoming {
  readonly authorization: string | undefined;
  /** As `clientAddress` tells it. */
  readonly address: string;
}

/** Checks calls; one per process. */
export interface Authenticator {
  /**
   * Fills `headers` as they become known, also when it throws.
   * @throws ApiError 401, 403, 429, 503 (spec: Authentication, Errors, Limits)
   */
  authenticate(incoming: Incoming, headers: Record<string, string>): Promise<Caller>;
  /** Forgets what is kept of an organisation in this process. */
  forget(orgId: number): void;
  close(): Promise<void>;
  /** How much is kept, for metrics and tests. */
  sizes(): Readonly<Record<string, number>>;
}

type Token = NonNullable<TokenRow['token']>;

/** @throws 401 in the order of decisions 6.1 */
const tokenOf = (claims: Claims, row: TokenRow | null, now: number): Token => {
  if (claims.wrong) throw fail(claims.wrong);
  if (claims.expiresAt !== null && claims.expiresAt <= now) throw fail('token_expired');
  if (!row?.token) throw fail(row?.foreign ? 'token_mismatch' : 'token_not_found');
  const { token } = row;
  if (token.revoked) throw fail('token_revoked');
  if (token.issue !== claims.issue) throw fail('token_mismatch');
  if (token.expiresAt !== null && token.expiresAt <= now) throw fail('token_expired');
  return token;
};

/** @throws 403 */
const checkRestrictions = (row: TokenRow, token: Token, address: string, now: number): void => {
  if (token.ranges && !isAllowed(address, token.ranges)) throw fail('ip_not_allowed');
  if (!row.contractActive) throw fail('contract_inactive');
  if (row.trialEnds !== null && row.trialEnds <= now) throw fail('trial_expired');
};

/** Spec: Authentication, 9. Unlimited tokens have no such headers. */
const tellExpiry = (claims: Claims, token: Token, now: number, headers: Record<string, string>): void => {
  const { expiresAt } = claims;
  if (expiresAt === null && token.expiresAt === null) return;
  const earlier = Math.min(expiresAt ?? Number.POSITIVE_INFINITY, token.expiresAt ?? Number.POSITIVE_INFINITY);
  // Beyond what a date can hold there is nothing to tell.
  if (earlier > 8.64e15) return;
  headers['X-Token-Expires-At'] = new Date(earlier).toISOString();
  const left = earlier - now;
  if (left <= SOON_DAYS * DAY_MS) headers['X-Token-Expires-In-Days'] = String(Math.ceil(left / DAY_MS));
};

/**
 * @param deps.clock milliseconds since 1970 for expiries, windows and blocks; without it the database's clock
 */
export const createAuthenticator = (deps: { readonly db: Database; readonly clock?: () => number }): Authenticator => {
  const { db } = deps;
  const databaseClock = createDatabaseClock();
  const now = deps.clock ?? databaseClock.now;
  const tokens = createTokenReader(db);
  const rows = keep((key: string) => readTokenRow(db, databaseClock, key), KEPT_ROWS);
  const budget = createRequestBudget(db, now);
  const failures = createFailedAuthentications(db, now);
  const lastUse = createLastUse(db, now);

  const unavailable = (cause: unknown): never => {
    throw limitUnavailable(cause);
  };

  const check = async ({ authorization, address }: Incoming, headers: Record<string, string>): Promise<Caller> => {
    const claims = tokens.known(authorization) ?? (await tokens.read(authorization).catch(orUnavailable));
    let row = rows.fresh(claims.row);
    if (row === undefined) row = await rows.load(claims.row).catch(unavailable);
    if (row) {
      const waiting = budget.charge(claims.orgId, row.budget, headers);
      if (waiting) {
        await waiting;
        // The charge may have taken longer than the row may be kept.
        row = rows.fresh(claims.row) ?? (await rows.load(claims.row).catch(unavailable));
      }
    }
    const time = now();
    const token = tokenOf(claims, row, time);
    checkRestrictions(row as TokenRow, token, address, time);
    tellExpiry(claims, token, time, headers);
    lastUse.touch(token.caller, token.lastUsedAt);
    return token.caller;
  };

  return {
    authenticate: async (incoming, headers) => {
      try {
        return await check(incoming, headers);
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) throw failures.answer(incoming.address, error, headers);
        throw error;
      }
    },
    forget: (orgId) => rows.forget((key) => key.startsWith(`${orgId}/`)),
    close: async () => {
      await Promise.all([budget.close(), failures.close(), lastUse.close()]);
    },
    sizes: () => ({ strings: tokens.size, rows: rows.size, organisations: budget.size, addresses: failures.size }),
  };
};

/** Signing keys that cannot be read make the service unavailable; a wrong token stays what it is. */
const orUnavailable = (error: unknown): never => {
  throw error instanceof ApiError && error.status === 401 ? error : limitUnavailable(error);
};
