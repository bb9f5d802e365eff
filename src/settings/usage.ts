/** What the organisation has and uses: start page, plan and usage. */
import { planDefaults, planValue } from '../access/plan.ts';
import { sql } from '../sql.ts';
import { contextFor } from './acting.ts';
import type { Handlers, SettingsCall } from './call.ts';
import type { AnswerOf } from './routes/index.ts';

const MINUTES = 60;
const MINUTE_MS = 60_000;

const showOverview = async (here: SettingsCall) => {
  const { orgId } = here.session;
  const [row] = await here.db.readLong<{ doc: string }>(sql`select json_build_object(
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

const showUsage = async (here: SettingsCall) => {
  const { db, session, now } = here;
  const { orgId } = session;
  const from = Math.floor(now() / MINUTE_MS) - MINUTES;
  const [[organisation], requests, deliveries, [storage], [licences]] = await Promise.all([
    db.read<{ plan: string }>(sql`select plan::text as plan from organisation where org_id = ${orgId}`),
    db.read<{ minute: number; used: number }>(
      sql`select minute, used from request_budget where org_id = ${orgId} and minute >= ${from}::int`,
    ),
    db.read<{ minute: number; used: number }>(
      sql`select minute, used from webhook_budget where org_id = ${orgId} and minute >= ${from}`,
    ),
    db.readLong<{ documents: number; bytes: number }>(
      sql`select count(*)::int as documents, coalesce(sum(size), 0)::float8 as bytes from document where org_id = ${orgId} and del = 0`,
    ),
    db.read<{ used: number }>(
      sql`select count(*)::int as used from contact where org_id = ${orgId} and section = 'users' and del = 0 and lizenz`,
    ),
  ]);
  const plan: unknown = JSON.parse(organisation?.plan ?? '{}');
  return {
    // As it is stored: an administrator sees what the operator has mistyped.
    plan: { ...planDefaults, ...(plan as object) },
    requests: perMinute(requests, now()),
    deliveries: perMinute(deliveries, now()),
    licences: { used: licences?.used ?? 0, limit: planValue(plan, 'licenses') ?? 0 },
    storage: storage ?? { documents: 0, bytes: 0 },
  };
};

export const usage = { 'GET /overview': showOverview, 'GET /usage': showUsage } satisfies Partial<Handlers>;
