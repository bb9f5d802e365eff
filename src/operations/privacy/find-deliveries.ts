/**
 * Finds the deliveries of events about a person. Deliveries have no index by record, because each write would fill it: the rows of
 * the organisation are read once, in pages, and each payload is parsed once.
 */
import type { Database } from '../../db/database.ts';
import { eventFamily } from '../../derive/events/record-diff.ts';
import type { PersonKind } from '../../derive/privacy/person-records.ts';
import { join, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import type { Person, PersonIds } from './person.ts';

/** Deliveries that one statement reads. */
const PAGE = 20_000;

/** The key of a delivery; `own` is false for the last one of a page. */
interface DeliveryKey {
  readonly webhook_id: number;
  readonly id: string;
  readonly own: boolean;
}

/** A condition for each kind that the person has records of. @param one `list` has their numbers */
export const ofAnyKind = (ids: PersonIds, one: (kind: PersonKind, list: unknown) => Sql): Sql =>
  join(
    [...ids].flatMap(([kind, some]) => (some.length ? [sql`(${one(kind, sharedParam(some))})`] : [])),
    ' or ',
  );

const pageAfter = ({ orgId, kids }: Person, ids: PersonIds, { webhook_id, id }: DeliveryKey): Sql => {
  const all = sharedParam(kids);
  const records = ofAnyKind(
    ids,
    (
      { resource },
      list,
    ) => sql`split_part(d.event_name, '.', 1) = ${eventFamily(resource)} and p.id = any(${list}::int[])
      or p.owner_section = ${resource.path} and p.owner_id = any(${list}::int[])`,
  );
  return sql`with page as materialized (
      select d.webhook_id, d.id, d.event_name, d.payload
      from webhook_delivery d
      where d.org_id = ${orgId} and (d.webhook_id, d.id) > (${webhook_id}::int, ${id}::bigint)
      order by d.webhook_id, d.id
      limit ${PAGE}::int)
    select d.webhook_id, d.id::text as id, true as own
    from page d, json_to_record(d.payload::json) p(id bigint, kid bigint, owner_section text, owner_id bigint, record json)
    where ${records} or p.kid = any(${all}::int[]) or (p.record ->> 'kid_beziehung')::bigint = any(${all}::int[])
    union all
    (select d.webhook_id, d.id::text as id, false as own
      from page d
      order by d.webhook_id desc, d.id desc
      limit 1)`;
};

/**
 * Deliveries of events of the records, their parts and annotations.
 * @returns for each page with such deliveries, a condition on rows `t` that finds them
 */
export async function* findDeliveries(db: Database, person: Person, ids: PersonIds): AsyncGenerator<Sql> {
  let last: DeliveryKey | undefined = { webhook_id: 0, id: '0', own: false };
  while (last) {
    const found: readonly DeliveryKey[] = await db.queryLong<DeliveryKey>(pageAfter(person, ids, last));
    const own = found.filter((key) => key.own);
    const webhooks = [...new Set(own.map((key) => key.webhook_id))];
    if (own.length)
      yield sql`t.webhook_id = any(${webhooks}::int[]) and t.id = any(${own.map(({ id }) => id)}::bigint[])`;
    last = found.find((key) => !key.own);
  }
}
