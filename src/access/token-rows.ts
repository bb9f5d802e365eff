/**
 * A token's row with its organisation and the liveness of its user, kept for less than half a second, so that a change
 * holds from the next call on at every process (rules 6.3; docs/decisions/0013). See `untilSeenEverywhere`.
 */
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { KEPT_MS } from '../seen-everywhere.ts';
import { prepared, type Sql, sql } from '../sql.ts';
import type { DatabaseClock } from './database-clock.ts';
import { type AddressList, addressList } from './ip-addresses.ts';
import { planValue } from './plan.ts';

/** Rows in memory. */
const KEPT_ROWS = 20_000;
/** From this age on a row in use is read again in the background, so that calls seldom wait for it. */
const RENEWED_MS = 300;

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
  readonly timeZone: string;
  readonly settingsVersion: number;
  /** Plan value. */
  readonly licenses: number;
  /** Names of the events that an active webhook of the organisation wants. */
  readonly events: ReadonlySet<string>;
}

/** What is known of the token itself. */
export interface TokenFacts {
  readonly issue: number;
  readonly revoked: boolean;
  /** Milliseconds since 1970. */
  readonly expires: number | null;
  readonly addresses: AddressList;
  readonly caller: Caller;
}

/**
 * What is known of a token's organisation; `token` is a word where there is no such token, or not in this organisation.
 */
export interface AccessFacts {
  /** Calls per minute; undefined where the plan is invalid. */
  readonly limit: number | undefined;
  readonly contractActive: boolean;
  /** Milliseconds since 1970. */
  readonly trialEnds: number | null;
  readonly token: TokenFacts | 'absent' | 'elsewhere';
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
      extract(epoch from t.expires_at)::float8 * 1000 as expires_at, coalesce(c.aktiv, false) as user_active
    from organisation o
    left join api_token t on t.org_id = ${orgId} and t.id = ${tokenId}
    left join contact c on c.org_id = ${orgId} and c.id = t.user_kid and c.section = 'users' and c.del = 0
    where o.org_id = ${orgId} and o.deletion_began_at is null`;

const tokenFacts = (row: Row, orgId: number, licenses: number): TokenFacts | 'absent' => {
  if (row.id === null) return 'absent';
  const caller: Caller = Object.freeze({
    orgId,
    organisation: row.name,
    tokenId: row.id,
    userKid: row.user_kid ?? 0,
    userActive: row.user_active,
    scopes: new Set(JSON.parse(row.scopes) as string[]),
    timeZone: row.time_zone,
    settingsVersion: row.settings_version,
    licenses,
    events: new Set(row.events === null ? [] : (JSON.parse(row.events) as string[])),
  });
  const addresses = addressList(JSON.parse(row.addresses) as string[]);
  return { issue: row.issue, revoked: row.revoked, expires: row.expires_at, addresses, caller };
};

const factsOf = (row: Row, orgId: number): AccessFacts => {
  const plan: unknown = JSON.parse(row.plan);
  const licenses = planValue(plan, 'licenses');
  return {
    limit: licenses === undefined ? undefined : planValue(plan, 'api_requests_per_minute'),
    contractActive: row.contract === 'active',
    trialEnds: row.trial_ends,
    token: tokenFacts(row, orgId, licenses ?? 0),
  };
};

/** One token's place in memory. Readings of the same token that overlap are one. */
interface Entry {
  facts: AccessFacts | null;
  /** When the reading that brought `facts` was sent; a monotonic clock. */
  sentAt: number;
  reading: Promise<AccessFacts | null> | undefined;
  readingSentAt: number;
}

/** Reads and keeps token rows. */
export interface TokenRows {
  /** What is kept and young enough, undefined where nothing is; null where the organisation does not exist or is being deleted. */
  known(orgId: number, tokenId: number, now: number): AccessFacts | null | undefined;
  /** What the database says, or said less than `KEPT_MS` ago. */
  load(orgId: number, tokenId: number, now: number): Promise<AccessFacts | null>;
  /** Forgets all rows. */
  clear(): void;
  readonly size: number;
}

/** Rows of tokens, read through a memory that is bounded by number and age. */
export const createTokenRows = (db: Database, clock: DatabaseClock): TokenRows => {
  // One level per id instead of a joined text key: nothing is allocated per call. Token ids are unique over all
  // organisations, but a string's two ids need not belong together, hence the check of both.
  const entries = new LRUCache<number, Entry & { readonly orgId: number }>({ max: KEPT_ROWS });

  const belongsElsewhere = async (tokenId: number): Promise<boolean> =>
    (await db.read(sql`select 1 as found from api_token where id = ${tokenId}`)).length > 0;

  const texts = new WeakMap<AccessFacts, string>();

  /** @param before what was read before: a row that says the same is the same caller */
  const read = async (orgId: number, tokenId: number, before: AccessFacts | null): Promise<AccessFacts | null> => {
    const [[row]] = await Promise.all([db.of(orgId).read<Row>(rowOf(orgId, tokenId)), clock.keep(db)]);
    if (!row) return null;
    const text = JSON.stringify(row);
    if (before && texts.get(before) === text) return before;
    const facts = factsOf(row, orgId);
    if (facts.token !== 'absent') {
      texts.set(facts, text);
      return facts;
    }
    return tokenId && (await belongsElsewhere(tokenId)) ? { ...facts, token: 'elsewhere' } : facts;
  };

  const load = (orgId: number, tokenId: number, now: number): Promise<AccessFacts | null> => {
    let entry = entries.get(tokenId);
    if (entry?.orgId !== orgId) {
      entry = { orgId, facts: null, sentAt: Number.NEGATIVE_INFINITY, reading: undefined, readingSentAt: 0 };
      entries.set(tokenId, entry);
    }
    const mine = entry;
    // A reading that is itself too old must not be joined: it may show what was changed and answered meanwhile.
    if (mine.reading && now - mine.readingSentAt < KEPT_MS) return mine.reading;
    const reading = read(orgId, tokenId, mine.facts).then(
      (facts) => {
        if (now > mine.sentAt) Object.assign(mine, { facts, sentAt: now });
        if (mine.reading === reading) mine.reading = undefined;
        return facts;
      },
      (error: unknown) => {
        if (mine.reading === reading) mine.reading = undefined;
        throw error;
      },
    );
    mine.reading = reading;
    mine.readingSentAt = now;
    return reading;
  };

  return {
    known: (orgId, tokenId, now) => {
      const entry = entries.get(tokenId);
      if (!entry || entry.orgId !== orgId) return undefined;
      const age = now - entry.sentAt;
      if (age >= KEPT_MS) return undefined;
      // A failed background reading is tried again by the call that finds nothing kept.
      if (age >= RENEWED_MS && !entry.reading) load(orgId, tokenId, now).catch(() => undefined);
      return entry.facts;
    },
    load,
    // Readings under way finish into entries that nobody can find any more.
    clear: () => entries.clear(),
    get size() {
      return entries.size;
    },
  };
};
