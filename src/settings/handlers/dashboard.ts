/** Start page, plan and usage of the organisation. */
import { planDefaults, planValue } from '../../access/organisations/plan.ts';
import { localTime } from '../../derive/local-time.ts';
import { TOTAL_DAYS } from '../../operations/usage/request-counts.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/durations.ts';
import { sql } from '../../sql/sql.ts';
import { contextFor } from '../request/perform.ts';
import type { Handlers, SettingsCall } from '../request/settings-call.ts';
import type { AnswerOf } from '../routes/index.ts';

const MINUTES = 60;

const showOverview = async (here: SettingsCall) => {
  const { orgId } = here.session;
  const [row] = await here.db.queryLong<{ doc: string }>(sql`select json_build_object(
    'customers', (select coalesce(sum(n), 0) from record_count where org_id = ${orgId} and name = 'customers'),
    'contracts', (select coalesce(sum(n), 0) from record_count where org_id = ${orgId} and name like 'contracts%'),
    'documents', (select coalesce(sum(n), 0) from record_count where org_id = ${orgId} and name = 'documents'),
    'inbox', (select count(*) from inbox_document where org_id = ${orgId} and del = 0 and state = 'waiting'),
    'tokens', (select count(*) from api_token where org_id = ${orgId} and revoked_at is null and (expires_at is null or expires_at > now())),
    'users', (select json_build_object('active', count(*) filter (where aktiv), 'licensed', count(*) filter (where lizenz)) from contact where org_id = ${orgId} and section = 'users' and del = 0),
    'webhooks', (select json_build_object('active', count(*) filter (where active), 'off_by_failure', count(*) filter (where switched_off_because is not null)) from webhook where org_id = ${orgId}))::text as doc`);
  const { actor } = await contextFor(here);
  const found = JSON.parse(row?.doc ?? '{}') as AnswerOf<'GET /overview'>;
  return { ...found, users: { ...found.users, licenses: actor.licenses } };
};

/** One entry a minute, also for minutes in which nothing happened. */
const perMinute = (rows: readonly { minute: number; used: number }[], now: number) => {
  const used = new Map(rows.map((row) => [Number(row.minute), Number(row.used)]));
  const last = Math.floor(now / MINUTE_MS);
  return Array.from({ length: MINUTES }, (_, i) => last - MINUTES + 1 + i).map((minute) => ({
    minute: new Date(minute * MINUTE_MS).toISOString(),
    used: used.get(minute) ?? 0,
  }));
};

interface Day {
  readonly day: string;
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
}

/** Requests of each day of the organisation, also of days without any. */
const perDay = async ({ db, session, now }: SettingsCall): Promise<Day[]> => {
  const { orgId } = session;
  const rows = await db.queryLong<
    Day & { zone: string }
  >(sql`select o.time_zone as zone, to_char(c.hour at time zone o.time_zone, 'YYYY-MM-DD') as day,
      sum(c.requests)::float8 as requests, sum(c.refused)::float8 as refused, sum(c.failed)::float8 as failed
    from request_total c
    join organisation o on o.org_id = ${orgId}
    where c.org_id = ${orgId}
    group by 1, 2`);
  const known = new Map(rows.map((row) => [row.day, row]));
  const today = Date.parse(localTime(rows[0]?.zone ?? 'UTC', now()).slice(0, 'YYYY-MM-DD'.length));
  return Array.from({ length: TOTAL_DAYS }, (_, i) => {
    const day = new Date(today - (TOTAL_DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const { requests = 0, refused = 0, failed = 0 } = known.get(day) ?? {};
    return { day, requests, refused, failed };
  });
};

const showUsage = async (here: SettingsCall) => {
  const { db, session, now } = here;
  const { orgId } = session;
  const from = Math.floor(now() / MINUTE_MS) - MINUTES;
  const [[organisation], requests, deliveries, [storage], [licences], days] = await Promise.all([
    db.read<{ plan: string }>(sql`select plan::text as plan from organisation where org_id = ${orgId}`),
    db.read<{ minute: number; used: number }>(
      sql`select minute, used from request_budget where org_id = ${orgId} and minute >= ${from}::int`,
    ),
    db.read<{ minute: number; used: number }>(
      sql`select minute, used from webhook_budget where org_id = ${orgId} and minute >= ${from}`,
    ),
    db.queryLong<{ documents: number; bytes: number }>(
      sql`select count(*)::int as documents, coalesce(sum(size), 0)::float8 as bytes from document where org_id = ${orgId} and del = 0`,
    ),
    db.read<{ used: number }>(
      sql`select count(*)::int as used from contact where org_id = ${orgId} and section = 'users' and del = 0 and lizenz`,
    ),
    perDay(here),
  ]);
  const plan: unknown = JSON.parse(organisation?.plan ?? '{}');
  return {
    // The stored values: an administrator sees an operator's typing errors.
    plan: { ...planDefaults, ...(plan as object) },
    requests: perMinute(requests, now()),
    deliveries: perMinute(deliveries, now()),
    days,
    licences: { used: licences?.used ?? 0, limit: planValue(plan, 'licenses') ?? 0 },
    storage: storage ?? { documents: 0, bytes: 0 },
  };
};

export const dashboard = { 'GET /overview': showOverview, 'GET /usage': showUsage } satisfies Partial<Handlers>;
