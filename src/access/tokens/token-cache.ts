/**
 * TTL cache of token rows with their organisation and the state of their user (450 ms), so that a change holds from
 * the next call on in every process (rules 6.3; docs/decisions/0013). See `waitForCacheExpiry`.
 */
import { LRUCache } from 'lru-cache';
import { AUTH_CACHE_TTL_MS } from '../../concurrency/cache-propagation.ts';
import type { Database } from '../../db/database.ts';
import { advisersOf } from '../../db/tenant/advisers.ts';
import { parseRoles, scopesWithin } from '../../shared/roles.ts';
import { prepared, type Sql, sql } from '../../sql/sql.ts';
import { type AddressList, addressList } from '../network/ip-addresses.ts';
import { planValue } from '../organisations/plan.ts';
import type { DatabaseClock } from '../rate-limit/database-clock.ts';

/** Rows in memory. */
const KEPT_ROWS = 20_000;

/** Who asks, after all checks. */
export interface Caller {
  readonly orgId: number;
  /** Its name. */
  readonly organisation: string;
  /** Null for a session. */
  readonly tokenId: number | null;
  readonly userKid: number;
  /** False where the token's user is deleted or deactivated (rules 5.12). */
  readonly userActive: boolean;
  readonly scopes: ReadonlySet<string>;
  /** The users whose customers the user sees; null: all customers (rules 8.14). */
  readonly advisers: readonly number[] | null;
  readonly timeZone: string;
  readonly settingsVersion: number;
  /** Plan value. */
  readonly licenses: number;
  /** Names of the events that an active webhook of the organisation wants. */
  readonly events: ReadonlySet<string>;
}

/** The state of a token. */
export interface TokenRecord {
  readonly issue: number;
  readonly revoked: boolean;
  /** Milliseconds since 1970. */
  readonly expires: number | null;
  readonly addresses: AddressList;
  readonly caller: Caller;
}

/** The state of a token's organisation; `token` is a word where the organisation has no such token. */
export interface AccessState {
  /** Calls per minute; undefined where the plan is invalid. */
  readonly limit: number | undefined;
  readonly contractActive: boolean;
  /** Milliseconds since 1970. */
  readonly trialEnds: number | null;
  readonly token: TokenRecord | 'absent' | 'elsewhere';
}

interface Row {
  readonly name: string;
  readonly contract: string;
  readonly trial_ends: number | null;
  readonly plan: string;
  readonly time_zone: string;
  readonly settings_version: number;
  readonly id: number | null;
  readonly user_kid: number | null;
  readonly scopes: string;
  readonly addresses: string;
  readonly issue: number;
  readonly revoked: boolean;
  readonly expires_at: number | null;
  readonly user_active: boolean;
  readonly rolle: string | null;
  readonly roles: string | null;
  readonly events: string | null;
}

const rowOf = (orgId: number, tokenId: number): Sql => prepared`select
      o.name, o.contract, extract(epoch from o.trial_ends)::float8 * 1000 as trial_ends, o.plan::text as plan, o.time_zone,
      o.settings_version, t.id, t.user_kid, array_to_json(t.scopes)::text as scopes,
      array_to_json(t.addresses)::text as addresses, t.issue, t.revoked_at is not null as revoked,
      (
        select array_to_json(array_agg(distinct e))::text
        from webhook w, unnest(w.events) e
        where w.org_id = ${orgId} and w.active) as events,
      extract(epoch from t.expires_at)::float8 * 1000 as expires_at, coalesce(c.aktiv, false) as user_active,
      c.rolle, (o.settings -> 'roles')::text as roles
    from organisation o
    left join api_token t on t.org_id = ${orgId} and t.id = ${tokenId}
    left join contact c on c.org_id = ${orgId} and c.id = t.user_kid and c.section = 'users' and c.del = 0
    where o.org_id = ${orgId} and o.deletion_began_at is null`;

const tokenFacts = (
  row: Row,
  orgId: number,
  licenses: number,
  advisers: Caller['advisers'],
): TokenRecord | 'absent' => {
  if (row.id === null) return 'absent';
  const scopes = JSON.parse(row.scopes) as string[];
  const caller: Caller = Object.freeze({
    orgId,
    organisation: row.name,
    tokenId: row.id,
    userKid: row.user_kid ?? 0,
    userActive: row.user_active,
    scopes: advisers ? scopesWithin(scopes) : new Set(scopes),
    advisers,
    timeZone: row.time_zone,
    settingsVersion: row.settings_version,
    licenses,
    events: new Set(row.events === null ? [] : (JSON.parse(row.events) as string[])),
  });
  const addresses = addressList(JSON.parse(row.addresses) as string[]);
  return { issue: row.issue, revoked: row.revoked, expires: row.expires_at, addresses, caller };
};

const factsOf = (row: Row, orgId: number, advisers: Caller['advisers']): AccessState => {
  const plan: unknown = JSON.parse(row.plan);
  const licenses = planValue(plan, 'licenses');
  return {
    limit: licenses === undefined ? undefined : planValue(plan, 'api_requests_per_minute'),
    contractActive: row.contract === 'active',
    trialEnds: row.trial_ends,
    token: tokenFacts(row, orgId, licenses ?? 0, advisers),
  };
};

/** One reading of a token, which overlapping calls share. */
interface Entry {
  readonly orgId: number;
  /** When it was sent; a monotonic clock. */
  readonly sentAt: number;
  readonly reading: Promise<AccessState | null>;
  /** Its result, once it is there. */
  state?: AccessState | null;
}

/** Reads and keeps token rows. */
export interface TokenCache {
  /**
   * The cached state; undefined if it is missing or expired; null if the organisation does not exist or is being
   * deleted.
   */
  known(orgId: number, tokenId: number, now: number): AccessState | null | undefined;
  /** The state from the cache (`AUTH_CACHE_TTL_MS`) or the database. */
  load(orgId: number, tokenId: number, now: number): Promise<AccessState | null>;
}

/** Rows of tokens, read through a memory that is bounded by number and age. */
export const createTokenCache = (db: Database, clock: DatabaseClock): TokenCache => {
  // By token alone, so that nothing is allocated per call. Token ids are unique over all organisations, but a string's two
  // ids need not belong together, hence the check of both.
  const entries = new LRUCache<number, Entry>({ max: KEPT_ROWS });
  /** The reading of a token that is not too old: it has every change that was answered before now. */
  const validAt = (orgId: number, tokenId: number, now: number): Entry | undefined => {
    const entry = entries.get(tokenId);
    return entry?.orgId === orgId && now - entry.sentAt < AUTH_CACHE_TTL_MS ? entry : undefined;
  };

  const belongsElsewhere = async (tokenId: number): Promise<boolean> =>
    (await db.read(sql`select 1 as found from api_token where id = ${tokenId}`)).length > 0;

  const read = async (orgId: number, tokenId: number): Promise<AccessState | null> => {
    const own = db.forOrg(orgId);
    const [[row]] = await Promise.all([own.read<Row>(rowOf(orgId, tokenId)), clock.keep(db)]);
    if (!row) return null;
    const { user_kid: userKid, rolle, roles } = row;
    const user = userKid === null ? null : { orgId, userKid, rolle, roles: parseRoles(roles) };
    const facts = factsOf(row, orgId, user && (await advisersOf(own, user)));
    return facts.token === 'absent' && tokenId && (await belongsElsewhere(tokenId))
      ? { ...facts, token: 'elsewhere' }
      : facts;
  };

  const load = (orgId: number, tokenId: number, now: number): Promise<AccessState | null> => {
    const valid = validAt(orgId, tokenId, now);
    if (valid) return valid.reading;
    const entry: Entry = { orgId, sentAt: now, reading: read(orgId, tokenId) };
    entries.set(tokenId, entry);
    entry.reading.then(
      (state) => {
        entry.state = state;
      },
      () => {
        if (entries.peek(tokenId) === entry) entries.delete(tokenId);
      },
    );
    return entry.reading;
  };

  return {
    known: (orgId, tokenId, now) => validAt(orgId, tokenId, now)?.state,
    load,
  };
};
