/** An organisation with tokens in a database of its own, and authenticators that use it. */
import { CompactSign } from 'jose';
import type { createAuthenticator, Incoming } from '../../src/access/authenticate.ts';
import { createToken, type NewToken } from '../../src/access/tokens/manage-tokens.ts';
import { newestSigningKey } from '../../src/access/tokens/signing-keys.ts';
import { createOrganisationWithAdmin } from '../../src/cli/context/create-organisation.ts';
import type { Database } from '../../src/db/database.ts';
import { ApiError } from '../../src/errors/api-error.ts';
import { sql } from '../../src/sql/sql.ts';

/** How a call ended: its code, or `ok`. */
export interface Outcome {
  readonly code: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly error: ApiError | undefined;
}

export const ADDRESS = '192.0.2.1';

let serial = 0;

export const newOrganisation = async (db: Database, plan: Record<string, unknown> = {}): Promise<number> => {
  serial += 1;
  const name = `Organisation ${serial}`;
  const made = await createOrganisationWithAdmin(db, {
    name,
    email: `a${serial}@example.com`,
    timeZone: 'Europe/Berlin',
    plan,
  });
  return made.org_id;
};

export const newToken = (db: Database, orgId: number, wish: Partial<NewToken> = {}) =>
  db.transaction((tx) =>
    createToken(tx, { orgId, userKid: null, name: 'test', scopes: [], expires: null, addresses: [], ...wish }),
  );

/** Signs any claims with the service's own key. */
export const forge = async (db: Database, claims: unknown): Promise<string> => {
  const key = await db.transaction((tx) => newestSigningKey(tx));
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'HS256', kid: key.kid })
    .sign(key.secret);
};

type Authenticator = ReturnType<typeof createAuthenticator>;

/** One call with a token (or, with `authorization`, any header). */
export const call = async (
  authenticator: Authenticator,
  token: string | null,
  incoming: Partial<Incoming> = {},
): Promise<Outcome> => {
  const headers: Record<string, string> = {};
  const authorization = token === null ? undefined : `Bearer ${token}`;
  try {
    await authenticator.authenticate({ authorization, address: ADDRESS, ...incoming }, headers);
    return { code: 'ok', status: 200, headers, error: undefined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.error, status: error.status, headers, error };
  }
};

/** Waits where the minute of the database ends soon, so that a test's calls fall into one window. */
export const inOneMinute = async (db: Database, seconds = 8): Promise<void> => {
  const [row] = await db.read<{ left: number }>(
    sql`select (60 - extract(epoch from clock_timestamp())::numeric % 60)::float8 as left`,
  );
  if (row && row.left < seconds) await new Promise((resolve) => setTimeout(resolve, row.left * 1000 + 50));
};

/** Calls charged in all minutes. */
export const charged = async (db: Database, orgId: number): Promise<number> => {
  const [row] = await db.read<{ used: number }>(
    sql`select coalesce(sum(used), 0)::int as used from request_budget where org_id = ${orgId}`,
  );
  return row?.used ?? 0;
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
