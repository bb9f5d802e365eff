/** Kinds of records in use, their recipients, and erasures and holds of a period, for a data protection officer (docs/privacy.md). */

import { sectionNames } from '../../derive/events/record-diff.ts';
import { userName } from '../../derive/full-name.ts';
import { localTime } from '../../derive/local-time.ts';
import { PERSONS } from '../../derive/privacy/person-records.ts';
import { column, quoted, visible } from '../../derive/storage/columns.ts';
import type { Field } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { MAX_REPORTED } from '../../shared/limits.ts';
import { instant, join, literal, raw, type Sql, sql } from '../../sql/sql.ts';
import { type CallOf, type Context, json, type ResultOf } from '../call/call.ts';
import { retentionOf } from '../org-settings/retention.ts';
import { erasureOf } from './ledger.ts';
import { countDelivered, type Delivered, findRecipients } from './recipients.ts';
import { todayOf } from './retention-plan.ts';

const PERIOD_DAYS = 365;

interface Period {
  readonly since: string;
  readonly until: string;
}

/** Condition of a time within local days of the organisation. */
const within = ({ actor }: Context, time: Sql, { since, until }: Period): Sql => {
  const start = (day: string, more: number) =>
    sql`((${day}::date + ${more}::int)::timestamp at time zone ${actor.timeZone})`;
  return sql`${time} >= ${start(since, 0)} and ${time} < ${start(until, 1)}`;
};

const given = (name: string, { custom }: Field): Sql =>
  custom ? sql`t.extra::jsonb -> ${literal(name)} is not null` : sql`${column(name)} is not null`;

/** Number of records of a kind, and its fields that have a value in one of them; null without records. */
const processed = async ({ db, actor: { orgId } }: Context, resource: Resource) => {
  const fields = Object.entries(resource.fields).filter(([, { server, sameAs }]) => !server && !sameAs);
  const used = fields.map(([name, field]) => sql`, bool_or(${given(name, field)}) as ${raw(quoted(name))}`);
  const [row] = await db.queryLong<
    Record<string, unknown>
  >(sql`select count(*)::int as "records.number"${join(used, '')}
    from ${raw(resource.table)} t
    where t.org_id = ${orgId}${visible(resource, 't')}`);
  const records = Number(row?.['records.number'] ?? 0);
  if (!records) return null;
  return {
    section: resource.path,
    records,
    fields: fields.filter(([name]) => row?.[name] === true).map(([name, { label }]) => ({ name, label })),
  };
};

/** The kinds of records that there are, with their rules. */
const processing = async (context: Context) => {
  const { registry, settings } = context.model;
  const shown = sectionNames(registry);
  const { rules } = retentionOf(settings);
  const kinds = [];
  for (const resource of registry.resources.filter(({ path, storage }) => storage.stored && shown.includes(path))) {
    const kind = await processed(context, resource);
    if (kind) kinds.push({ ...kind, rule: rules.find(({ section }) => section === kind.section) ?? null });
  }
  return kinds;
};

const by = (orgId: number, row: 'e' | 'h' | 'a'): Sql =>
  sql`(select ${userName} from contact u where u.org_id = ${orgId} and u.id = ${raw(row)}.user_kid) as by`;

const erasures = async (context: Context, period: Period) => {
  const { orgId } = context.actor;
  const rows = await context.db.queryLong<{ reason: string; by: string | null }>(sql`select e.id, e.kid, e.state,
      e.reason, to_char(e.due, 'YYYY-MM-DD') as due, e.counts, ${instant('e.created_at')} as created_at,
      ${instant('e.done_at')} as done_at, ${by(orgId, 'e')}
    from erasure e
    where e.org_id = ${orgId} and (${within(context, raw('e.created_at'), period)}
      or ${within(context, raw('e.done_at'), period)})
    order by e.id desc
    limit ${MAX_REPORTED}::int`);
  return rows.map((row) => {
    const { counts: erased, ...erasure } = erasureOf(row);
    return { ...erasure, reason: row.reason, by: row.by, erased };
  });
};

/** Holds that are in force, and those that were set or lifted in the period. */
const holds = async (context: Context, period: Period) => {
  const { orgId } = context.actor;
  type InForce = { kid: number; until: string | null; reason: string; created_at: string; by: string | null };
  type Change = { at: string; action: 'hold' | 'hold-lifted'; kid: number; until: string | null; by: string | null };
  const [inForce, changes] = await Promise.all([
    context.db.queryLong<InForce>(sql`select h.kid, to_char(h.until, 'YYYY-MM-DD') as until, h.reason,
        ${instant('h.created_at')} as created_at, ${by(orgId, 'h')}
      from legal_hold h
      where h.org_id = ${orgId} and (h.until is null or h.until >= ${todayOf(context)}::date)
      order by h.created_at desc, h.kid
      limit ${MAX_REPORTED}::int`),
    context.db.queryLong<Change>(sql`select ${instant('a.at')} as at, a.action, a.record_id as kid,
        a.changes::jsonb -> 'until' ->> 1 as until, ${by(orgId, 'a')}
      from audit_entry a
      where a.org_id = ${orgId} and a.security and a.section = ${PERSONS} and a.action in ('hold', 'hold-lifted')
        and ${within(context, raw('a.at'), period)}
      order by a.at desc, a.id desc
      limit ${MAX_REPORTED}::int`),
  ]);
  return { in_force: inForce, changes };
};

/** GET `/v3/privacy/report`. @throws 400 for a day that is none */
export const readReport = async (call: CallOf<'GET /v3/privacy/report'>): ResultOf<'GET /v3/privacy/report'> => {
  const { actor, model, query, now } = call;
  const until = query.until ?? todayOf(call);
  const since = query.since ?? new Date(Date.parse(until) - PERIOD_DAYS * DAY_MS).toISOString().slice(0, 10);
  const { purge_days, disclosure } = retentionOf(model.settings);
  const delivered: Delivered = new Map();
  await countDelivered(call, sql`true`, delivered);
  const { purposes, recipients, source, rights } = disclosure[query.language ?? disclosure.language];
  const period = { since, until };
  return json(200, {
    organisation: actor.organisation,
    at: localTime(actor.timeZone, now()),
    since,
    until,
    purposes,
    source,
    rights,
    processing: await processing(call),
    purge_days,
    recipients: { about: recipients, ...(await findRecipients(call, null, delivered)) },
    erasures: await erasures(call, period),
    holds: await holds(call, period),
  });
};
