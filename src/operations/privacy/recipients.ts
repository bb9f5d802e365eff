/** Who had the data of a person in the last twelve months, from the logs that there are. */
import { eventFamily } from '../../derive/events/record-diff.ts';
import { userName } from '../../derive/full-name.ts';
import { PERSONS, personResources } from '../../derive/privacy/person-records.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { instant, type Sql, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import type { Person } from './person.ts';

const DAYS = 365;
/** Rows that are listed of each kind. */
const MOST = 500;

/** Deliveries about the person by webhook: how many, and the latest. */
export type Delivered = Map<number, { readonly count: number; readonly last: string }>;

/** Adds the deliveries of a condition that have arrived. */
export const countDelivered = async (
  { db, actor: { orgId } }: Context,
  condition: Sql,
  into: Delivered,
): Promise<void> => {
  const rows = await db.queryLong<{ webhook_id: number; count: number; last: string }>(sql`select t.webhook_id,
      count(*)::int as count, ${instant('max(t.event_at)')} as last
    from webhook_delivery t
    where t.org_id = ${orgId} and t.state = 'delivered' and ${condition}
    group by t.webhook_id`);
  for (const { webhook_id, count, last } of rows) {
    const known = into.get(webhook_id);
    into.set(webhook_id, {
      count: count + (known?.count ?? 0),
      last: known && known.last > last ? known.last : last,
    });
  }
};

/** Systems, exports and programs with the data. */
export interface Recipients {
  /** Webhooks that get events of such records, or got some about the person. */
  readonly webhooks: readonly {
    readonly name: string;
    readonly to: string;
    readonly count: number;
    readonly last: string | null;
  }[];
  readonly exports: readonly {
    readonly at: string;
    readonly by: string | null;
    readonly sections: readonly string[];
    /** The customer, where it was the data of one alone. */
    readonly kid: number | null;
    /** An archive of everything. */
    readonly organisation: boolean;
  }[];
  readonly tokens: readonly { readonly name: string; readonly last: string }[];
}

/** The host alone: addresses may have secrets. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/**
 * Reads them.
 * @param person null: of all persons
 * @param delivered deliveries about the person, by webhook
 */
export const findRecipients = async (
  { db, actor: { orgId }, model, now }: Context,
  person: Pick<Person, 'kid'> | null,
  delivered: Delivered,
): Promise<Recipients> => {
  const resources = [...personResources(model.registry)];
  const paths = resources.map(({ path }) => path);
  const families = resources.map((resource) => eventFamily(resource));
  const scopes = resources.flatMap(({ scope }) => (scope ? [`v3:${scope}:read`] : []));
  const since = new Date(now() - DAYS * DAY_MS).toISOString();
  type Webhook = { webhook_id: number; name: string; url: string };
  type Export = { at: string; by: string | null; sections: string | null; kid: number | null; organisation: boolean };
  const kid = person?.kid ?? null;
  const [webhooks, exports, tokens] = await Promise.all([
    db.queryLong<Webhook>(sql`select w.id as webhook_id, w.name, w.url
      from webhook w
      where w.org_id = ${orgId} and (w.id = any(${[...delivered.keys()]}::int[])
        or w.active and exists (select 1 from unnest(w.events) e where split_part(e, '.', 1) = any(${families}::text[])))
      order by w.id`),
    db.queryLong<Export>(sql`select ${instant('a.at')} as at, a.changes::jsonb -> 'sections' ->> 1 as sections,
        case when a.section = ${PERSONS} then a.record_id end as kid,
        coalesce(a.changes::jsonb -> 'organisation' ->> 1 = 'true', false) as organisation,
        (select ${userName} from contact u where u.org_id = ${orgId} and u.id = a.user_kid) as by
      from audit_entry a
      where a.org_id = ${orgId} and a.security and a.at >= ${since} and a.action = 'export'
        and (a.section = 'exports' and (a.changes::jsonb -> 'sections' -> 1 ?| ${paths}::text[]
            or a.changes::jsonb -> 'organisation' ->> 1 = 'true')
          or a.section = ${PERSONS} and (${kid}::int is null or a.record_id = ${kid}))
      order by a.at desc
      limit ${MOST}::int`),
    db.queryLong<{ name: string; last: string }>(sql`select t.name, ${instant('t.last_used_at')} as last
      from api_token t
      where t.org_id = ${orgId} and t.last_used_at >= ${since} and t.scopes && ${scopes}::text[]
      order by t.last_used_at desc
      limit ${MOST}::int`),
  ]);
  return {
    webhooks: webhooks.map(({ webhook_id, name, url }) => {
      const { count = 0, last = null } = delivered.get(webhook_id) ?? {};
      return { name, to: hostOf(url), count, last };
    }),
    exports: exports.map((one) => ({ ...one, sections: JSON.parse(one.sections ?? '[]') as string[] })),
    tokens,
  };
};
