/** What the database says about a token: its row, its organisation and whether its user is there. */
import type { Database } from '../db/database.ts';
import type { DatabaseClock } from './database-clock.ts';
import { type Range, parseRange } from './ip-allow-list.ts';

/** Who asks, after all checks. */
export interface Caller {
  readonly orgId: number;
  readonly tokenId: number;
  readonly userKid: number;
  /** false where the token's user is deleted or deactivated (decisions 5.12). */
  readonly userActive: boolean;
  readonly scopes: ReadonlySet<string>;
  readonly timeZone: string;
  readonly settingsVersion: number;
  /** Plan value. */
  readonly licenses: number;
  /** Names of the events that an active webhook of the organisation wants. */
  readonly events: ReadonlySet<string>;
}

/** A token's row with its organisation. */
export interface TokenRow {
  /** Calls per minute; null where the plan's value is invalid. */
  readonly budget: number | null;
  readonly contractActive: boolean;
  readonly trialEnds: number | null;
  /** null: the organisation has no such token. */
  readonly token: {
    readonly caller: Caller;
    readonly issue: number;
    readonly revoked: boolean;
    readonly expiresAt: number | null;
    readonly lastUsedAt: number | null;
    readonly ranges: readonly Range[] | null;
  } | null;
  /** Another organisation has a token of this id. */
  readonly foreign: boolean;
}

export const DEFAULT_PLAN = { api_requests_per_minute: 6000, webhook_deliveries_per_minute: 120, licenses: 25 } as const;

interface Columns {
  readonly now: number;
  readonly time_zone: string;
  readonly contract: string;
  readonly trial_ends: number | null;
  readonly plan: string;
  readonly settings_version: number;
  readonly token_id: number | null;
  readonly user_kid: number;
  readonly scopes: string[];
  readonly issue: number;
  readonly addresses: string[] | null;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly revoked: boolean;
  readonly user_active: boolean;
}

const milliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

const READ = `select ${milliseconds('clock_timestamp()')} as now, o.time_zone, o.contract, ${milliseconds('o.trial_ends')} as trial_ends,
  o.plan::text as plan, o.settings_version, t.id as token_id, t.user_kid, t.scopes, t.issue, t.addresses,
  ${milliseconds('t.expires_at')} as expires_at, ${milliseconds('t.last_used_at')} as last_used_at,
  t.revoked_at is not null as revoked, coalesce(u.del = 0 and u.aktiv, false) as user_active
from organisation o
left join api_token t on t.org_id = o.org_id and t.id = $2
left join contact u on u.org_id = t.org_id and u.id = t.user_kid and u.section = 'users'
where o.org_id = $1`;

/** A value of a plan: its default where it is absent, null where it is no positive whole number (spec: Limits, 4). */
export const planValue = (plan: Readonly<Record<string, unknown>>, key: keyof typeof DEFAULT_PLAN): number | null => {
  const value = plan[key] === undefined ? DEFAULT_PLAN[key] : plan[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
};

const NO_EVENTS: ReadonlySet<string> = new Set();

const rowOf = (orgId: number, columns: Columns, foreign: boolean): TokenRow => {
  const plan = JSON.parse(columns.plan) as Record<string, unknown>;
  return {
    budget: planValue(plan, 'api_requests_per_minute'),
    contractActive: columns.contract === 'active',
    trialEnds: columns.trial_ends,
    token:
      columns.token_id === null
        ? null
        : {
            caller: {
              orgId,
              tokenId: columns.token_id,
              userKid: columns.user_kid,
              userActive: columns.user_active,
              scopes: new Set(columns.scopes),
              timeZone: columns.time_zone,
              settingsVersion: columns.settings_version,
              licenses: planValue(plan, 'licenses') ?? DEFAULT_PLAN.licenses,
              events: NO_EVENTS,
            },
            issue: columns.issue,
            revoked: columns.revoked,
            expiresAt: columns.expires_at,
            lastUsedAt: columns.last_used_at,
            ranges: columns.addresses?.map(parseRange) ?? null,
          },
    foreign,
  };
};

/**
 * Reads by `orgId/tokenId` (`null` for a token id that can be none) and sets the clock by the answer.
 * @returns null where the organisation does not exist
 */
export const readTokenRow = async (db: Database, clock: DatabaseClock, key: string): Promise<TokenRow | null> => {
  const [org = '', id = ''] = key.split('/');
  const tokenId = id === 'null' ? 0 : Number(id);
  const sentAt = performance.now();
  const [columns] = await db.read<Columns>({ name: 'token_row', text: READ, values: [Number(org), tokenId] });
  if (!columns) return null;
  clock.learn(columns.now, sentAt);
  const missing = columns.token_id === null;
  return rowOf(Number(org), columns, missing && (await existsElsewhere(db, tokenId)));
};

/** Only asked where the organisation has no such token: it goes through all organisations. */
const existsElsewhere = async (db: Database, tokenId: number): Promise<boolean> => {
  const rows = await db.read({ text: 'select 1 as found from api_token where id = $1', values: [tokenId] });
  return rows.length > 0;
};
